//! Everything about promotion that follows from the position. Nothing of it is ever stored.

use rules::Seat;

use crate::{Boards, Column, Kind, Main, Pin, Position, Square, SquareSet};

/// A far corner of a main board, where an attack board overhead puts a promotion off.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// The corner itself.
    pub square: Square,
    /// The pin on it.
    pub pin: Pin,
    /// Whose pawns promote here.
    pub seat: Seat,
}

/// The four corners that matter: White's a8B and d8B, then Black's a1W and d1W.
pub(crate) const CORNERS: [Corner; 4] = [
    corner(Main::Black, 1, 8, Pin::QL6, Seat::White),
    corner(Main::Black, 4, 8, Pin::KL6, Seat::White),
    corner(Main::White, 1, 1, Pin::QL1, Seat::Black),
    corner(Main::White, 4, 1, Pin::KL1, Seat::Black),
];

const CORNER_SQUARES: SquareSet = SquareSet::one(CORNERS[0].square)
    .or(SquareSet::one(CORNERS[1].square))
    .or(SquareSet::one(CORNERS[2].square))
    .or(SquareSet::one(CORNERS[3].square));

const fn corner(main: Main, file: u8, rank: u8, pin: Pin, seat: Seat) -> Corner {
    match Square::on_main(main, file, rank) {
        Some(square) => Corner { square, pin, seat },
        None => panic!("a corner is a square of its board"),
    }
}

/// What promotion means for a pawn right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing special.
    Ordinary,
    /// On an overhung corner: an ordinary pawn until the board leaves.
    Deferred,
    /// On a corner that is no longer overhung: to be promoted before anything else.
    Forced,
    /// On its furthest rank without having walked there: may promote on the spot, as a turn.
    CarriedHome,
}

/// The pin that has to carry a board so that the last square of an outer file exists.
pub const fn plane(seat: Seat, file: u8) -> Option<Pin> {
    match (file, seat) {
        (0, Seat::White) => Some(Pin::QL6),
        (0, Seat::Black) => Some(Pin::QL1),
        (5, Seat::White) => Some(Pin::KL6),
        (5, Seat::Black) => Some(Pin::KL1),
        _ => None,
    }
}

/// The furthest rank of a file with the boards as they stand.
pub fn furthest_rank(boards: &Boards, seat: Seat, file: u8) -> u8 {
    let (main, attack, corner_a, corner_d) = match seat {
        Seat::White => (8, 9, Pin::QL6, Pin::KL6),
        Seat::Black => (1, 0, Pin::QL1, Pin::KL1),
    };
    let overhung = match file {
        1 => boards.cover(corner_a),
        4 => boards.cover(corner_d),
        0 | 5 => true,
        _ => false,
    };
    if overhung { attack } else { main }
}

/// Whether a pawn that arrives on this square promotes.
pub(crate) fn promotes_on(boards: &Boards, seat: Seat, square: Square) -> bool {
    square.rank() == furthest_rank(boards, seat, square.file())
}

impl Position {
    /// What promotion means for the pawn on a square; `None` if no pawn stands there.
    pub fn standing(&self, square: Square) -> Option<Standing> {
        let pawn = self
            .piece_at(square)
            .filter(|piece| piece.kind == Kind::Pawn)?;
        let corner = CORNERS
            .iter()
            .find(|corner| corner.square == square && corner.seat == pawn.seat);
        Some(match corner {
            Some(corner) if self.boards().cover(corner.pin) => Standing::Deferred,
            Some(_) => Standing::Forced,
            None if promotes_on(self.boards(), pawn.seat, square) => Standing::CarriedHome,
            None => Standing::Ordinary,
        })
    }

    /// The column straight ahead of a pawn, if it has no square now.
    pub fn missing_ahead(&self, pawn: Square, seat: Seat) -> Option<Column> {
        let ahead = pawn.column().ahead(seat)?;
        self.squares_of(ahead).is_empty().then_some(ahead)
    }

    /// The corners on which a pawn waits for its promotion, overhung or not.
    fn waiting(&self) -> impl Iterator<Item = &'static Corner> {
        CORNERS
            .iter()
            .filter(|corner| self.holds(corner.square, corner.seat, Kind::Pawn))
    }

    /// The pawns that may not promote yet because a board overhangs them.
    pub fn deferred(&self) -> impl Iterator<Item = Square> {
        self.waiting()
            .filter(|corner| self.boards().cover(corner.pin))
            .map(|corner| corner.square)
    }

    /// The pawns that must be promoted now, in the order in which their owners are asked: the player who
    /// is not to move first, and the a-file before the d-file.
    pub fn forced(&self) -> impl Iterator<Item = &'static Corner> {
        let queue = [!self.to_move(), self.to_move()];
        queue.into_iter().flat_map(move |seat| {
            self.waiting()
                .filter(move |corner| corner.seat == seat && !self.boards().cover(corner.pin))
        })
    }

    /// The promotion that has to be chosen before anything else can happen.
    pub fn pending(&self) -> Option<&'static Corner> {
        // Nearly every position ends here: no pawn of either side stands on a far corner.
        if CORNER_SQUARES.and(self.pieces()).is_empty() {
            return None;
        }
        self.forced().next()
    }
}
