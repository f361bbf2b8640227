//! The sixty-four squares.

use std::fmt;
use std::str::FromStr;

use rules::{CellId, Seat};
use serde::{Serialize, Serializer};

/// A square of the board: a1 has index 0, h1 has 7, h8 has 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0 to 63.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square on this file and rank, both counted from 0 at a1.
    pub const fn at(file: i8, rank: i8) -> Option<Square> {
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square((file + 8 * rank) as u8))
        } else {
            None
        }
    }

    /// A square of a table in this crate, where the index is known to be good.
    pub(crate) const fn known(index: u8) -> Square {
        Square(index & 63)
    }

    /// 0 for a1, 63 for h8.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file.
    pub const fn file(self) -> i8 {
        (self.0 & 7) as i8
    }

    /// 0 for White's first rank.
    pub const fn rank(self) -> i8 {
        (self.0 >> 3) as i8
    }

    /// 0 for the first rank as `seat` sees it.
    pub const fn rank_for(self, seat: Seat) -> i8 {
        match seat {
            Seat::White => self.rank(),
            Seat::Black => 7 - self.rank(),
        }
    }

    /// The square so many files and ranks away, if the board reaches that far.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::at(self.file() + files, self.rank() + ranks)
    }

    /// How many king steps away another square is.
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.file() - other.file()).unsigned_abs();
        let ranks = (self.rank() - other.rank()).unsigned_abs();
        if files > ranks { files } else { ranks }
    }

    /// The same square seen from the other side of the board.
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Whether the square has the colour of a1.
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()) % 2 == 0
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The square as a place of a scene.
    pub fn cell(self) -> CellId {
        CellId::from(self.to_string())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.0 % 8);
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square(file - b'a' + 8 * (rank - b'1')))
            }
            _ => Err(()),
        }
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
