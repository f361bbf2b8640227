//! Fantasy: a captured piece returns to the square on which it began.

use super::Characteristic;
use super::marks::Marks;
use crate::board::Board;
use crate::square::Square;

/// Where the piece on a square returns to when it is captured by an ordinary capture or en passant. The
/// start square must be empty before the move.
pub(crate) fn refuge(before: &Board, marks: &Marks, captured: Square) -> Option<Square> {
    let returns = marks.working(before, Characteristic::Fantasy);
    let start = before.get(captured)?.start?;
    (returns.has(captured) && before.get(start).is_none()).then_some(start)
}
