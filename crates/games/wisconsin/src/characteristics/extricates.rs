//! Extricates: a king in check may move onto its own warp, which is captured.

use rules::Seat;

use super::Characteristic;
use super::marks::Marks;
use crate::bitboard::Bitboard;
use crate::board::Board;

/// The squares onto which the king of a seat may escape from check.
pub(crate) fn refuges(board: &Board, marks: &Marks, seat: Seat) -> Bitboard {
    marks.working(board, Characteristic::Extricates) & board.of(seat)
}
