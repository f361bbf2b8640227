//! A piece on the board.

use rules::Seat;

use crate::kind::Kind;
use crate::square::Square;

/// A piece with its short biography.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub seat: Seat,
    /// Whether it has moved, or has been moved by a rule.
    pub moved: bool,
    /// Where it stood when the game began; fantasy pieces return there.
    pub start: Option<Square>,
}

impl Piece {
    /// A piece that stands where it began.
    pub fn new(kind: Kind, seat: Seat, start: Square) -> Piece {
        Piece {
            kind,
            seat,
            moved: false,
            start: Some(start),
        }
    }

    /// The same piece after it has moved.
    pub(crate) fn after_move(self) -> Piece {
        Piece {
            moved: true,
            ..self
        }
    }

    /// The letter of position texts.
    pub fn letter(&self) -> char {
        self.kind.letter(self.seat)
    }

    /// "white rook".
    pub fn label(&self) -> String {
        format!("{} {}", self.seat, self.kind.name())
    }

    /// Whether the piece is pawn-based and on the rank on which its owner must promote it.
    pub(crate) fn must_promote_on(&self, square: Square) -> bool {
        self.kind.is_pawn_based() && square.rank_for(self.seat) == 7
    }
}
