//! Sets of squares in one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::square::Square;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboard(pub(crate) u64);

const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Bitboard {
    pub(crate) const EMPTY: Bitboard = Bitboard(0);

    pub(crate) const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this square is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    pub(crate) const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    pub(crate) fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// The squares next to at least one square of the set, on all eight sides.
    pub(crate) const fn neighbours(self) -> Bitboard {
        let sides = (self.0 << 1 & NOT_A_FILE) | (self.0 >> 1 & NOT_H_FILE);
        let row = self.0 | sides;
        Bitboard(sides | row << 8 | row >> 8)
    }

    /// The square with the smallest index.
    pub(crate) const fn first(self) -> Option<Square> {
        match self.0 {
            0 => None,
            bits => Some(Square::known(bits.trailing_zeros() as u8)),
        }
    }

    /// The square with the greatest index.
    pub(crate) const fn last(self) -> Option<Square> {
        match self.0 {
            0 => None,
            bits => Some(Square::known(63 - bits.leading_zeros() as u8)),
        }
    }

    /// The squares of the set, from a1 to h8.
    pub fn squares(self) -> Squares {
        Squares(self)
    }

    /// The set if the condition holds, otherwise nothing.
    pub(crate) const fn when(self, condition: bool) -> Bitboard {
        if condition { self } else { Bitboard::EMPTY }
    }
}

/// The squares of a set, from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
