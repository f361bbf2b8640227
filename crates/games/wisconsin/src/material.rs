//! When nobody can mate any more.

use rules::{BySeat, Seat};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::kind::{Base, Kind};

/// Whether what is left cannot decide the game. Characteristics do not count.
pub(crate) fn is_insufficient(board: &Board) -> bool {
    let alive = board.occupied() & !stranded(board);
    if alive.len() > 4 {
        return false;
    }
    let of = |base| board.based_on(base) & alive;
    if !(of(Base::Queen) | of(Base::Rook) | of(Base::Pawn)).is_empty() {
        return false;
    }
    let count = BySeat::new_with(|seat| (board.of(seat) & alive).len());
    match (count.white, count.black) {
        (..=2, ..=1) | (1, 2) => true,
        (2, 2) => of(Base::Bishop).len() == 2 && all_of_one_colour(of(Base::Bishop)),
        _ => false,
    }
}

/// Lines and brilliants on their last rank can never move again.
fn stranded(board: &Board) -> Bitboard {
    const LAST_FOR_WHITE: Bitboard = Bitboard(0xff << 56);
    const LAST_FOR_BLACK: Bitboard = Bitboard(0xff);
    let forward_only = board.all(Kind::Line) | board.all(Kind::Brilliant);
    let last = (LAST_FOR_WHITE & board.of(Seat::White)) | (LAST_FOR_BLACK & board.of(Seat::Black));
    forward_only & last
}

fn all_of_one_colour(squares: Bitboard) -> bool {
    let dark = squares.squares().filter(|square| square.is_dark()).count();
    dark == 0 || dark == squares.len()
}
