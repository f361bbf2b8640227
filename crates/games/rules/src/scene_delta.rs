//! What leads from one picture to the next, so that a client need not be sent the whole picture after every action.
//!
//! A picture is a set of elements. A delta names those that are new or changed and those that are gone. Both ends
//! compare a [`SceneChecksum`] afterwards; docs/protocol/native.md writes its canonical form down.

use serde::{Deserialize, Serialize};

use crate::scene_checksum::{Element, SceneChecksum};
use crate::{Badge, Board, Cell, CellId, Mark, Moment, Scene, Spot, Token};

/// Elements with an id: those to put into the picture, and the ids of those to take out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Patch<T> {
    /// New or changed; each takes the place of the one with the same id.
    #[serde(default = "Vec::<T>::new", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<T>>", optional))]
    pub put: Vec<T>,
    /// No longer there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub gone: Vec<CellId>,
}

impl<T> Default for Patch<T> {
    fn default() -> Patch<T> {
        Patch {
            put: Vec::new(),
            gone: Vec::new(),
        }
    }
}

impl<T> Patch<T> {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.put.is_empty() && self.gone.is_empty()
    }
}

/// A change of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimelineDelta {
    /// How many moments there are now.
    pub len: usize,
    /// Moments that are new or changed, by their place.
    pub moments: Vec<(usize, Moment)>,
    /// The moment whose board the picture shows.
    pub shown: usize,
}

/// What leads from one picture to the next. What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneDelta {
    /// All boards, if one of them changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub boards: Option<Vec<Board>>,
    /// Cells by their id.
    #[serde(default, skip_serializing_if = "Patch::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Patch<Cell>>", optional))]
    pub cells: Patch<Cell>,
    /// Spots by their id.
    #[serde(default, skip_serializing_if = "Patch::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Patch<Spot>>", optional))]
    pub spots: Patch<Spot>,
    /// Tokens by their cell.
    #[serde(default, skip_serializing_if = "Patch::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Patch<Token>>", optional))]
    pub tokens: Patch<Token>,
    /// All marks, if one of them changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub marks: Option<Vec<Mark>>,
    /// The timeline, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub timeline: Option<TimelineDelta>,
    /// All notes, if one of them changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub notes: Option<Vec<Badge>>,
}

impl SceneDelta {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == SceneDelta::default()
    }
}

/// An element that is found by an id.
trait Keyed: Clone + PartialEq + Element {
    fn key(&self) -> &CellId;
}

impl Keyed for Cell {
    fn key(&self) -> &CellId {
        &self.id
    }
}

impl Keyed for Spot {
    fn key(&self) -> &CellId {
        &self.id
    }
}

impl Keyed for Token {
    fn key(&self) -> &CellId {
        &self.cell
    }
}

impl Scene {
    /// What leads from this picture to another of the same shape, and the checksum of that one, given the checksum
    /// of this one. Only what differs is looked at closely.
    pub fn delta_to(&self, after: &Scene, checksum: SceneChecksum) -> (SceneDelta, SceneChecksum) {
        let mut sum = checksum;
        let delta = SceneDelta {
            boards: replaced(&self.boards, &after.boards, &mut sum),
            cells: patch(&self.cells, &after.cells, &mut sum),
            spots: patch(&self.spots, &after.spots, &mut sum),
            tokens: patch(&self.tokens, &after.tokens, &mut sum),
            marks: replaced(&self.marks, &after.marks, &mut sum),
            timeline: self.timeline_delta(after, &mut sum),
            notes: replaced(&self.notes, &after.notes, &mut sum),
        };
        (delta, sum)
    }

    fn timeline_delta(&self, after: &Scene, sum: &mut SceneChecksum) -> Option<TimelineDelta> {
        let (before, after) = (self.timeline.as_ref()?, after.timeline.as_ref()?);
        if before == after {
            return None;
        }
        let mut moments = Vec::new();
        for (place, moment) in after.moments.iter().enumerate() {
            if before.moments.get(place) != Some(moment) {
                moments.push((place, moment.clone()));
            }
        }
        before.remove_from(sum, &moments, after.moments.len());
        for (place, moment) in &moments {
            sum.add_at(*place, moment);
        }
        sum.add_shown(after.shown);
        Some(TimelineDelta {
            len: after.moments.len(),
            moments,
            shown: after.shown,
        })
    }

    /// Changes the picture as a client does.
    pub fn apply(&mut self, delta: &SceneDelta) {
        if let Some(boards) = &delta.boards {
            self.boards.clone_from(boards);
        }
        apply_patch(&mut self.cells, &delta.cells);
        apply_patch(&mut self.spots, &delta.spots);
        apply_patch(&mut self.tokens, &delta.tokens);
        if let Some(marks) = &delta.marks {
            self.marks.clone_from(marks);
        }
        if let Some(notes) = &delta.notes {
            self.notes.clone_from(notes);
        }
        if let (Some(timeline), Some(change)) = (&mut self.timeline, &delta.timeline) {
            timeline.moments.truncate(change.len);
            for (place, moment) in &change.moments {
                match timeline.moments.get_mut(*place) {
                    Some(old) => old.clone_from(moment),
                    None => timeline.moments.push(moment.clone()),
                }
            }
            timeline.shown = change.shown;
        }
    }

    /// The same picture with its elements in a fixed order: which one comes first means nothing where they have ids.
    #[must_use]
    pub fn sorted(mut self) -> Scene {
        self.cells.sort_by(|one, other| one.id.cmp(&other.id));
        self.spots.sort_by(|one, other| one.id.cmp(&other.id));
        self.tokens.sort_by(|one, other| one.cell.cmp(&other.cell));
        self
    }
}

/// The new list if it differs. Its order counts.
fn replaced<T: Clone + PartialEq + Element>(
    before: &[T],
    after: &[T],
    sum: &mut SceneChecksum,
) -> Option<Vec<T>> {
    if before == after {
        return None;
    }
    for (place, element) in before.iter().enumerate() {
        sum.remove_at(place, element);
    }
    for (place, element) in after.iter().enumerate() {
        sum.add_at(place, element);
    }
    Some(after.to_vec())
}

/// What differs between two lists whose order means nothing.
fn patch<T: Keyed>(before: &[T], after: &[T], sum: &mut SceneChecksum) -> Patch<T> {
    let mut patch = Patch::default();
    // Mostly the lists are the same but for a few elements, in the same order.
    let start = before
        .iter()
        .zip(after)
        .take_while(|(one, other)| one == other);
    let start = start.count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev());
    let end = end.take_while(|(one, other)| one == other).count();
    let before = &before[..before.len() - end];
    let after = &after[..after.len() - end];
    if before.is_empty() && after.is_empty() {
        return patch;
    }
    let old = ById::new(before);
    let new = ById::new(after);
    for element in after {
        match old.find(element.key()) {
            Some(same) if same == element => {}
            changed => {
                if let Some(changed) = changed {
                    sum.remove(changed);
                }
                sum.add(element);
                patch.put.push(element.clone());
            }
        }
    }
    // In the order of the picture, so that the same change is always written in the same way.
    for element in before.iter().filter(|one| new.find(one.key()).is_none()) {
        sum.remove(element);
        patch.gone.push(element.key().clone());
    }
    patch
}

/// Elements that are found by their id.
struct ById<'a, T>(Vec<&'a T>);

impl<'a, T: Keyed> ById<'a, T> {
    fn new(elements: &'a [T]) -> ById<'a, T> {
        let mut sorted: Vec<&T> = elements.iter().collect();
        sorted.sort_unstable_by_key(|element| element.key());
        ById(sorted)
    }

    fn find(&self, id: &CellId) -> Option<&'a T> {
        let found = self.0.binary_search_by_key(&id, |element| element.key());
        found.ok().map(|place| self.0[place])
    }
}

fn apply_patch<T: Keyed>(elements: &mut Vec<T>, patch: &Patch<T>) {
    if patch.is_empty() {
        return;
    }
    let is_old = |element: &T| {
        let key = element.key();
        patch.gone.contains(key) || patch.put.iter().any(|put| put.key() == key)
    };
    elements.retain(|element| !is_old(element));
    elements.extend(patch.put.iter().cloned());
}
