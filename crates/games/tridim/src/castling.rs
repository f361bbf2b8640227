//! Castling: who may still do it, and from where to where.

use rules::Seat;

use crate::{Kind, Pin, Position, Square};

/// Which rook takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// `O-O`: king and rook change places.
    King,
    /// `O-O-O`: the king goes to the other board.
    Queen,
}

impl Wing {
    /// Both, king's side first.
    pub const BOTH: [Wing; 2] = [Wing::King, Wing::Queen];

    /// `king` or `queen`, as in "the king's side".
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Wing::King => "king",
            Wing::Queen => "queen",
        }
    }
}

/// Where king and rook stand before and after castling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingSquares {
    /// The king's start.
    pub king_from: Square,
    /// The king's arrival.
    pub king_to: Square,
    /// The rook's start.
    pub rook_from: Square,
    /// The rook's arrival, which is where the king came from.
    pub rook_to: Square,
}

/// The squares of a castling.
pub(crate) const fn squares(seat: Seat, wing: Wing) -> CastlingSquares {
    let (queen_pin, king_pin, y) = match seat {
        Seat::White => (Pin::QL1, Pin::KL1, 0),
        Seat::Black => (Pin::QL6, Pin::KL6, 1),
    };
    let home = king_pin.square(0, y);
    let (king_to, rook_from) = match wing {
        Wing::King => (king_pin.square(1, y), king_pin.square(1, y)),
        Wing::Queen => (queen_pin.square(1, y), queen_pin.square(0, y)),
    };
    CastlingSquares {
        king_from: home,
        king_to,
        rook_from,
        rook_to: home,
    }
}

/// The castling rights of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rights(u8);

const ALL: [(Seat, Wing, char); 4] = [
    (Seat::White, Wing::King, 'K'),
    (Seat::White, Wing::Queen, 'Q'),
    (Seat::Black, Wing::King, 'k'),
    (Seat::Black, Wing::Queen, 'q'),
];

const fn bit(seat: Seat, wing: Wing) -> u8 {
    1 << (seat as u8 * 2 + wing as u8)
}

impl Rights {
    /// Nobody has moved yet.
    pub const ALL: Rights = Rights(15);

    /// Whether king and rook have neither moved nor been carried.
    pub const fn has(self, seat: Seat, wing: Wing) -> bool {
        self.0 & bit(seat, wing) != 0
    }

    /// The rights as a number below 16.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// What is left of the rights once a piece has left, or arrived on, this square.
    pub(crate) fn touched(self, square: Square) -> Rights {
        let mut rights = self.0;
        for (seat, wing, _) in ALL {
            let squares = squares(seat, wing);
            if square == squares.king_from || square == squares.rook_from {
                rights &= !bit(seat, wing);
            }
        }
        Rights(rights)
    }

    /// The first right whose king or rook is not at home.
    pub fn impossible(self, position: &Position) -> Option<(Seat, Wing)> {
        let at_home = |seat, wing| {
            let squares = squares(seat, wing);
            position.holds(squares.king_from, seat, Kind::King)
                && position.holds(squares.rook_from, seat, Kind::Rook)
        };
        ALL.iter()
            .map(|(seat, wing, _)| (*seat, *wing))
            .find(|(seat, wing)| self.has(*seat, *wing) && !at_home(*seat, *wing))
    }

    /// Reads `KQkq`, a part of it in this order, or `-`.
    pub fn parse(text: &str) -> Option<Rights> {
        let rights = ALL
            .iter()
            .filter(|(_, _, letter)| text.contains(*letter))
            .fold(0, |rights, (seat, wing, _)| rights | bit(*seat, *wing));
        let rights = Rights(rights);
        (rights.to_string() == text).then_some(rights)
    }
}

impl std::fmt::Display for Rights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        let held = ALL.iter().filter(|(seat, wing, _)| self.has(*seat, *wing));
        held.map(|(_, _, letter)| *letter)
            .try_for_each(|letter| write!(f, "{letter}"))
    }
}
