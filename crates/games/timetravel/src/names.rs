//! How people name a place of the history: by its player and the number of the full move.

use std::fmt;

use rules::Seat;

use crate::timeline::Timeline;

/// `White's move 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// Whose move it is.
    pub seat: Seat,
    /// The number of the full move, counted from 1, as the strip of the history counts.
    pub number: usize,
}

impl Timeline {
    /// The name of a ply, which need not be there yet.
    pub fn name(&self, ply: usize) -> MoveName {
        let black_begins = self.owner(1) == Seat::Black;
        MoveName {
            seat: self.owner(ply),
            number: (ply + 1 + usize::from(black_begins)) / 2,
        }
    }

    /// `White's moves 1, 3 and Black's move 2`.
    pub(crate) fn names(&self, plies: &[usize]) -> String {
        let of = |seat: Seat| {
            let names = plies.iter().map(|ply| self.name(*ply));
            let numbers: Vec<String> = names
                .filter(|name| name.seat == seat)
                .map(|name| name.number.to_string())
                .collect();
            let word = if numbers.len() == 1 { "move" } else { "moves" };
            let text = format!("{}'s {word} {}", seat.name(), numbers.join(", "));
            (!numbers.is_empty()).then_some(text)
        };
        let sides: Vec<String> = Seat::BOTH.into_iter().filter_map(of).collect();
        sides.join(" and ")
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s move {}", self.seat.name(), self.number)
    }
}
