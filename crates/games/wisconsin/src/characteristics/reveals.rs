//! Reveals: own pieces jump straight over an adjacent form.

use super::Characteristic;
use super::marks::Marks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// The empty squares behind adjacent own forms.
pub(crate) fn jumps(board: &Board, marks: &Marks, from: Square) -> Bitboard {
    landings(board, marks, from) & !board.occupied()
}

/// The squares behind adjacent own forms, whatever stands there.
pub(crate) fn landings(board: &Board, marks: &Marks, from: Square) -> Bitboard {
    let Some(piece) = board.get(from) else {
        return Bitboard::EMPTY;
    };
    let forms = marks.working(board, Characteristic::Reveals) & board.of(piece.seat);
    let mut landings = Bitboard::EMPTY;
    for form in forms & Bitboard::of(from).neighbours() {
        let files = form.file() - from.file();
        let ranks = form.rank() - from.rank();
        if let Some(landing) = form.offset(files, ranks) {
            landings.insert(landing);
        }
    }
    landings
}
