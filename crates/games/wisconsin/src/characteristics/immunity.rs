//! Who cannot be captured by whom: Immaterial and Keep, Tense, Protective.

use rules::Seat;

use super::Characteristic;
use super::marks::{Mark, Marks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::kind::Kind;
use crate::square::Square;

/// Why a piece is spared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immunity {
    /// It is immaterial to pawns, or kept.
    Immaterial,
    /// Only kings and queens capture it.
    Tense,
    /// It stands in a protective pair.
    Protected,
}

impl Immunity {
    /// The stable code of a refusal for this reason.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Immunity::Immaterial => "immaterial",
            Immunity::Tense => "tense",
            Immunity::Protected => "protected",
        }
    }
}

/// The pieces that pawn-based pieces cannot capture.
fn immaterial(board: &Board, marks: &Marks) -> Bitboard {
    marks.bearing(Mark::Immaterialised) | marks.working(board, Characteristic::Immaterial)
}

/// All pieces, of either side, that a piece of this kind could not capture anywhere.
pub(crate) fn immune(board: &Board, marks: &Marks, against: Kind) -> Bitboard {
    let royal = matches!(against, Kind::King | Kind::Queen);
    marks.bearing(Mark::Protected)
        | immaterial(board, marks).when(against.is_pawn_based())
        | marks.working(board, Characteristic::Tense).when(!royal)
}

/// The enemy pieces that a piece of this kind and seat could capture.
pub(crate) fn capturable(board: &Board, marks: &Marks, kind: Kind, seat: Seat) -> Bitboard {
    board.of(!seat) & !immune(board, marks, kind)
}

/// Why the piece on a square is spared by a piece of this kind.
pub(crate) fn immunity(
    board: &Board,
    marks: &Marks,
    square: Square,
    against: Kind,
) -> Option<Immunity> {
    if !immune(board, marks, against).has(square) {
        None
    } else if marks.has(square, Mark::Protected) {
        Some(Immunity::Protected)
    } else if against.is_pawn_based() && immaterial(board, marks).has(square) {
        Some(Immunity::Immaterial)
    } else {
        Some(Immunity::Tense)
    }
}
