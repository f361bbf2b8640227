//! A short checksum of a picture, by which two ends notice that theirs differ.
//!
//! Canonical form: every element of a picture is one line, a JSON array without spaces that begins with the element's
//! sort. The checksum is the sum, modulo 2^32, of the 32-bit FNV-1a hashes of all lines in UTF-8. So the order of
//! elements does not count, except where their place stands in the line, and a change costs only its own lines.

use std::fmt;

use serde::Serialize;

use crate::scene::Timeline;
use crate::{Badge, Board, Cell, Mark, Moment, Scene, Spot, Token};

/// The checksum of a picture, printed as eight hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SceneChecksum(u32);

impl fmt::Display for SceneChecksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// An element of a picture, as a line of the canonical form. `place` is where it stands, where the order counts.
pub(crate) trait Element {
    fn write(&self, place: usize, line: &mut LineHash);
}

/// Hashes a line while it is written, so that no text is made.
pub(crate) struct LineHash(u32);

impl LineHash {
    const fn new() -> LineHash {
        LineHash(0x811c_9dc5)
    }

    fn array(&mut self, value: &impl Serialize) {
        // Hashing does not fail.
        let _ = serde_json::to_writer(self, value);
    }
}

impl std::io::Write for &mut LineHash {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Badges as pairs. Their values stand in their texts, and are not counted twice.
struct Pairs<'a>(&'a [Badge]);

impl Serialize for Pairs<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|badge| (&badge.kind, &badge.text)))
    }
}

impl Element for Board {
    fn write(&self, place: usize, line: &mut LineHash) {
        let Board {
            id,
            name,
            tap,
            seat,
            badges,
        } = self;
        line.array(&("board", place, id, name, tap, seat, Pairs(badges)));
    }
}

impl Element for Cell {
    fn write(&self, _place: usize, line: &mut LineHash) {
        let Cell {
            id,
            board,
            x,
            y,
            z,
            shade,
        } = self;
        line.array(&("cell", id, board, x, y, z, shade));
    }
}

impl Element for Spot {
    fn write(&self, _place: usize, line: &mut LineHash) {
        let Spot { id, name, x, y, z } = self;
        line.array(&("spot", id, name, x, y, z));
    }
}

impl Element for Token {
    fn write(&self, _place: usize, line: &mut LineHash) {
        let Token {
            cell,
            kind,
            seat,
            letter,
            label,
            badges,
        } = self;
        line.array(&("token", cell, kind, seat, letter, label, Pairs(badges)));
    }
}

impl Element for Mark {
    fn write(&self, place: usize, line: &mut LineHash) {
        line.array(&("mark", place, &self.kind, &self.cells));
    }
}

impl Element for Badge {
    fn write(&self, place: usize, line: &mut LineHash) {
        line.array(&("note", place, &self.kind, &self.text));
    }
}

impl Element for Moment {
    fn write(&self, place: usize, line: &mut LineHash) {
        let Moment {
            tap,
            seat,
            kind,
            label,
            badges,
        } = self;
        line.array(&("moment", place, tap, seat, kind, label, Pairs(badges)));
    }
}

impl SceneChecksum {
    /// The checksum of a whole picture.
    pub fn of(scene: &Scene) -> SceneChecksum {
        let mut sum = SceneChecksum::default();
        let mut shape = LineHash::new();
        shape.array(&("shape", scene.shape));
        sum.0 = sum.0.wrapping_add(shape.0);
        sum.add_all(&scene.boards);
        sum.add_all(&scene.cells);
        sum.add_all(&scene.spots);
        sum.add_all(&scene.tokens);
        sum.add_all(&scene.marks);
        sum.add_all(&scene.notes);
        if let Some(timeline) = &scene.timeline {
            sum.add_all(&timeline.moments);
            sum.add_shown(timeline.shown);
        }
        sum
    }

    fn add_all(&mut self, elements: &[impl Element]) {
        for (place, element) in elements.iter().enumerate() {
            self.add_at(place, element);
        }
    }

    pub(crate) fn add(&mut self, element: &impl Element) {
        self.add_at(0, element);
    }

    pub(crate) fn remove(&mut self, element: &impl Element) {
        self.remove_at(0, element);
    }

    pub(crate) fn add_at(&mut self, place: usize, element: &impl Element) {
        self.0 = self.0.wrapping_add(hash(place, element));
    }

    pub(crate) fn remove_at(&mut self, place: usize, element: &impl Element) {
        self.0 = self.0.wrapping_sub(hash(place, element));
    }

    pub(crate) fn add_shown(&mut self, shown: usize) {
        self.0 = self.0.wrapping_add(hash_shown(shown));
    }
}

impl Timeline {
    /// Takes what a change replaces out of a checksum: the changed moments, those beyond `len`, and the moment shown.
    pub(crate) fn remove_from(
        &self,
        sum: &mut SceneChecksum,
        changed: &[(usize, Moment)],
        len: usize,
    ) {
        let changed = changed.iter().map(|(place, _)| *place);
        let beyond = len.min(self.moments.len())..self.moments.len();
        for place in changed
            .filter(|place| *place < self.moments.len())
            .chain(beyond)
        {
            sum.remove_at(place, &self.moments[place]);
        }
        sum.0 = sum.0.wrapping_sub(hash_shown(self.shown));
    }
}

fn hash(place: usize, element: &impl Element) -> u32 {
    let mut line = LineHash::new();
    element.write(place, &mut line);
    line.0
}

fn hash_shown(shown: usize) -> u32 {
    let mut line = LineHash::new();
    line.array(&("shown", shown));
    line.0
}
