//! Neutralizes and Orders: a captured neutralizer takes its neighbours along, and a neutralizer among
//! those blasts in turn.

use super::Characteristic;
use super::immunity::immune;
use super::marks::{Mark, Marks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// All pieces that blast when they are captured.
pub(crate) fn neutralizers(board: &Board, marks: &Marks) -> Bitboard {
    marks.bearing(Mark::Ordered) | marks.working(board, Characteristic::Neutralizes)
}

/// The squares which a blast empties, the centre included. `swept` hears of each neighbour and of the
/// piece that took it along, in the order in which the blast spreads.
///
/// The captor is expected to have left the board: it is lost in any case. Immunity is judged for each
/// centre, so a piece spared by one neighbour may be taken along by another.
pub(crate) fn blast(
    board: &Board,
    marks: &Marks,
    centre: Square,
    mut swept: impl FnMut(Square, Square),
) -> Bitboard {
    let neutralizers = neutralizers(board, marks);
    let mut gone = Bitboard::of(centre);
    let mut wave = Bitboard::of(centre);
    while !wave.is_empty() {
        let mut next = Bitboard::EMPTY;
        for centre in wave {
            let victims = around(board, marks, centre) & !gone;
            victims.squares().for_each(|victim| swept(victim, centre));
            gone |= victims;
            next |= victims & neutralizers;
        }
        wave = next;
    }
    gone
}

/// The neighbours which the piece on this square takes along.
fn around(board: &Board, marks: &Marks, centre: Square) -> Bitboard {
    let Some(piece) = board.get(centre) else {
        return Bitboard::EMPTY;
    };
    let neighbours = Bitboard::of(centre).neighbours() & board.occupied();
    neighbours & !immune(board, marks, piece.kind)
}
