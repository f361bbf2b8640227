//! Asserts: a piece that arrives next to an enemy asserter is captured by it.

use super::Characteristic;
use super::immunity::immune;
use super::marks::{Mark, Marks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::geometry::Direction::{
    self, East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West,
};
use crate::square::Square;

/// Of several asserters the first in this order acts, whichever side it belongs to.
const ORDER: [Direction; 8] = [
    West, SouthWest, South, SouthEast, East, NorthEast, North, NorthWest,
];

/// All pieces that would capture something arriving next to them.
pub(crate) fn asserters(board: &Board, marks: &Marks) -> Bitboard {
    marks.working(board, Characteristic::Asserts) & !marks.bearing(Mark::Stopped)
}

/// The asserter that captures the piece which has just arrived on this square.
pub(crate) fn respondent(board: &Board, marks: &Marks, arrived: Square) -> Option<Square> {
    let seat = board.get(arrived)?.seat;
    let around = Bitboard::of(arrived).neighbours() & board.of(!seat);
    let willing = around & asserters(board, marks);
    if willing.is_empty() {
        return None;
    }
    let places = ORDER.iter().filter_map(|direction| {
        let (files, ranks) = direction.step();
        arrived.offset(files, ranks)
    });
    places
        .filter(|place| willing.has(*place))
        .find(|place| may_capture(board, marks, *place, arrived))
}

fn may_capture(board: &Board, marks: &Marks, asserter: Square, arrived: Square) -> bool {
    let piece = board.get(asserter);
    piece.is_some_and(|piece| !immune(board, marks, piece.kind).has(arrived))
}
