//! The twelve pins on which attack boards can stand.

use std::fmt;
use std::str::FromStr;

use rules::Seat;
use serde::{Serialize, Serializer};

use crate::{Main, Square};

/// A place for an attack board: `QL1` to `QL6` on the queen's side, `KL1` to `KL6` on the king's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pin(u8);

/// How a step from one pin to another looks to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Towards the opponent.
    Forward,
    /// To the other side of the set, at the same rank.
    Sideways,
    /// Towards home.
    Backward,
}

/// The lower rank of a board on pins 1 to 6. The numbers do not follow the ranks: 2 lies in front of 3.
const RANK: [u8; 6] = [0, 4, 2, 6, 4, 8];
const HOST: [Main; 6] = [
    Main::White,
    Main::White,
    Main::Neutral,
    Main::Neutral,
    Main::Black,
    Main::Black,
];

impl Pin {
    /// How many pins there are.
    pub const COUNT: usize = 12;
    /// Over a1W.
    pub const QL1: Pin = Pin(0);
    /// Over a8B.
    pub const QL6: Pin = Pin(5);
    /// Over d1W.
    pub const KL1: Pin = Pin(6);
    /// Over d8B.
    pub const KL6: Pin = Pin(11);

    /// All pins, queen's side first.
    pub fn all() -> impl Iterator<Item = Pin> {
        (0..Pin::COUNT as u8).map(Pin)
    }

    pub(crate) const fn from_index(index: u8) -> Pin {
        Pin(index)
    }

    /// Its place in tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 to 6.
    pub const fn number(self) -> u8 {
        self.0 % 6 + 1
    }

    /// Whether it is one of `KL1` to `KL6`.
    pub const fn is_king_side(self) -> bool {
        self.0 >= 6
    }

    /// The file of the left squares of a board here.
    pub const fn file(self) -> u8 {
        if self.is_king_side() { 4 } else { 0 }
    }

    /// The rank of the lower squares of a board here.
    pub const fn rank(self) -> u8 {
        RANK[self.0 as usize % 6]
    }

    /// The main board it stands on.
    pub const fn host(self) -> Main {
        HOST[self.0 as usize % 6]
    }

    /// How high a board here lies; main boards lie at 0, 2 and 4.
    pub const fn height(self) -> u8 {
        self.host().height() + 1
    }

    /// The square of the host board that a board here overhangs.
    pub fn corner(self) -> Option<Square> {
        let file = if self.is_king_side() { 4 } else { 1 };
        let far = self.rank() > self.host().lowest_rank();
        let rank = self.host().lowest_rank() + if far { 3 } else { 0 };
        Square::on_main(self.host(), file, rank)
    }

    /// The square of a board here with these local coordinates, each 0 or 1.
    pub const fn square(self, x: u8, y: u8) -> Square {
        Square::from_index(48 + self.0 * 4 + (y & 1) * 2 + (x & 1))
    }

    /// The four squares of a board here: lower left, lower right, upper left, upper right.
    pub const fn squares(self) -> [Square; 4] {
        [
            self.square(0, 0),
            self.square(1, 0),
            self.square(0, 1),
            self.square(1, 1),
        ]
    }

    /// Whether a board may go from here to there in one turn, as far as the way is concerned.
    pub const fn is_adjacent(self, other: Pin) -> bool {
        if self.is_king_side() != other.is_king_side() {
            return self.number() == other.number();
        }
        let climbs = self.host().height().abs_diff(other.host().height());
        let ranks = self.rank().abs_diff(other.rank());
        climbs <= 2 && (ranks == 2 || ranks == 4)
    }

    /// How the step to `other` looks to `seat`.
    pub const fn heading(self, other: Pin, seat: Seat) -> Heading {
        if self.rank() == other.rank() {
            return Heading::Sideways;
        }
        match (seat, other.rank() > self.rank()) {
            (Seat::White, true) | (Seat::Black, false) => Heading::Forward,
            _ => Heading::Backward,
        }
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.is_king_side() { 'K' } else { 'Q' };
        write!(f, "{side}L{}", self.number())
    }
}

impl FromStr for Pin {
    type Err = ();

    fn from_str(text: &str) -> Result<Pin, ()> {
        let &[side, b'L', number @ b'1'..=b'6'] = text.as_bytes() else {
            return Err(());
        };
        match side {
            b'Q' => Ok(Pin(number - b'1')),
            b'K' => Ok(Pin(number - b'1' + 6)),
            _ => Err(()),
        }
    }
}

impl Serialize for Pin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(pin: &str, heading: Heading) -> Vec<String> {
        let pin: Pin = pin.parse().unwrap();
        Pin::all()
            .filter(|other| pin.is_adjacent(*other) && pin.heading(*other, Seat::White) == heading)
            .map(|other| other.to_string())
            .collect()
    }

    #[test]
    fn every_pin_has_the_neighbours_of_the_table() {
        let table = [
            ("QL1", vec!["QL2", "QL3"], "KL1", vec![]),
            ("QL2", vec!["QL4"], "KL2", vec!["QL1", "QL3"]),
            ("QL3", vec!["QL2", "QL4", "QL5"], "KL3", vec!["QL1"]),
            ("QL4", vec!["QL6"], "KL4", vec!["QL2", "QL3", "QL5"]),
            ("QL5", vec!["QL4", "QL6"], "KL5", vec!["QL3"]),
            ("QL6", vec![], "KL6", vec!["QL4", "QL5"]),
            ("KL3", vec!["KL2", "KL4", "KL5"], "QL3", vec!["KL1"]),
        ];
        for (pin, forward, sideways, backward) in table {
            assert_eq!(neighbours(pin, Heading::Forward), forward, "{pin}");
            assert_eq!(neighbours(pin, Heading::Sideways), [sideways], "{pin}");
            assert_eq!(neighbours(pin, Heading::Backward), backward, "{pin}");
        }
    }

    #[test]
    fn every_pin_stands_on_a_corner_that_its_board_covers() {
        for pin in Pin::all() {
            let corner = pin.corner().unwrap();
            let covered = pin.squares().map(Square::column);
            assert!(covered.contains(&corner.column()), "{pin} over {corner}");
        }
    }
}
