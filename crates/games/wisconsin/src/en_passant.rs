//! Capturing a pawn on the square it has just passed over.

use rules::Seat;

use crate::action::Move;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::characteristics::immunity::capturable;
use crate::characteristics::marks::Marks;
use crate::kind::Kind;
use crate::square::Square;

/// A possible capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The passed square, onto which the capturer goes.
    pub(crate) to: Square,
    /// Where the captured pawn stands.
    pub(crate) victim: Square,
}

/// The capture en passant of the piece on a square, whether or not it is stopped.
pub(crate) fn capture(
    board: &Board,
    marks: &Marks,
    from: Square,
    previous: Option<Move>,
) -> Option<EnPassant> {
    let piece = board.get(from)?;
    let chance = double_step(board, piece.seat, previous)?;
    let beside = (from.file() - chance.to.file()).abs() == 1;
    let right_rank = from.rank_for(piece.seat) == rank_of_capturer(piece.kind)?;
    let victims = capturable(board, marks, piece.kind, piece.seat);
    (beside && right_rank && victims.has(chance.victim)).then_some(chance)
}

/// The rank, as its owner counts from 0, from which a kind captures en passant.
fn rank_of_capturer(kind: Kind) -> Option<i8> {
    match kind {
        Kind::Pawn | Kind::War | Kind::Form | Kind::Confined => Some(4),
        // The evident captures backwards.
        Kind::Evident => Some(6),
        Kind::King
        | Kind::Queen
        | Kind::Rook
        | Kind::Bishop
        | Kind::Knight
        | Kind::Constructive
        | Kind::Original
        | Kind::Irrelevant
        | Kind::Line
        | Kind::Impossible
        | Kind::Convenient
        | Kind::Appropriate
        | Kind::Warp
        | Kind::Brilliant
        | Kind::Simple
        | Kind::Exit
        | Kind::Imperfect
        | Kind::Derange => None,
    }
}

/// The chance that an enemy pawn's double step gives to this seat.
fn double_step(board: &Board, seat: Seat, previous: Option<Move>) -> Option<EnPassant> {
    let Move { from, to } = previous?;
    let pawn = board.get(to)?;
    let passed = Square::at(from.file(), (from.rank() + to.rank()) / 2)?;
    let long = from.rank_for(seat) == 6 && to.rank_for(seat) == 4 && from.file() == to.file();
    let by_enemy_pawn = pawn.seat != seat && pawn.kind.is_pawn_based();
    (long && by_enemy_pawn && board.get(passed).is_none()).then_some(EnPassant {
        to: passed,
        victim: to,
    })
}

/// The squares from which pieces of a seat might capture en passant now.
pub(crate) fn capturers(board: &Board, seat: Seat, previous: Option<Move>) -> Bitboard {
    match double_step(board, seat, previous) {
        Some(chance) => {
            let near = Bitboard::of(chance.to).neighbours();
            near & board.of(seat)
        }
        None => Bitboard::EMPTY,
    }
}
