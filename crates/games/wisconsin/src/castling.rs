//! Castling: king and corner piece move together.

use rules::Seat;

use crate::action::Move;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::characteristics::marks::Marks;
use crate::check::captures_of;
use crate::kind::{Base, Kind};
use crate::square::Square;

/// One of the four ways to castle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle {
    pub(crate) king: Move,
    pub(crate) corner: Move,
    /// The square beside the king and the one it goes to: neither may be attacked.
    crossed: [Square; 2],
    /// All squares between king and corner.
    between: Bitboard,
}

impl Castle {
    /// Both ways of a seat, queen side first.
    fn ways(seat: Seat) -> [Castle; 2] {
        let base = match seat {
            Seat::White => 0,
            Seat::Black => 56,
        };
        let square = |file: u8| Square::known(base + file);
        let way = |king_to: u8, corner: u8, corner_to: u8, between: u64| Castle {
            king: Move {
                from: square(4),
                to: square(king_to),
            },
            corner: Move {
                from: square(corner),
                to: square(corner_to),
            },
            crossed: [square(corner_to), square(king_to)],
            between: Bitboard(between << base),
        };
        [way(2, 0, 3, 0b0000_1110), way(6, 7, 5, 0b0110_0000)]
    }

    /// Whether king and corner piece are there, unmoved, with nothing between them.
    fn is_set_up(&self, board: &Board, seat: Seat) -> bool {
        self.is_unmoved(board, seat) && !self.between.meets(board.occupied())
    }

    fn is_unmoved(&self, board: &Board, seat: Seat) -> bool {
        let unmoved = |square, base| {
            let piece = board.get(square);
            piece.is_some_and(|piece| {
                piece.seat == seat && !piece.moved && piece.kind.base() == base
            })
        };
        unmoved(self.king.from, Base::King) && unmoved(self.corner.from, Base::Rook)
    }
}

/// Where a king on this square might castle to once the way is free.
pub(crate) fn prepared(board: &Board, seat: Seat, from: Square) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for way in Castle::ways(seat) {
        if way.king.from == from && way.is_unmoved(board, seat) {
            targets.insert(way.king.to);
        }
    }
    targets
}

/// The castling that this move of a king is, attacked squares aside.
pub(crate) fn castle(board: &Board, step: Move) -> Option<Castle> {
    let king = board.get(step.from)?;
    let mut ways = Castle::ways(king.seat).into_iter();
    ways.find(|way| way.king == step && king.kind == Kind::King && way.is_set_up(board, king.seat))
}

/// The castling move a player seems to mean, whether or not it is possible.
pub(crate) fn looks_like(seat: Seat, step: Move) -> Option<Castle> {
    let mut ways = Castle::ways(seat).into_iter();
    ways.find(|way| way.king == step)
}

/// What prevents castling while the king is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCastling {
    /// The king has moved.
    KingMoved,
    /// The corner has no unmoved rook-based piece of the same side.
    Corner(Square),
    /// A piece stands between.
    Between(Square),
    /// The king would cross or enter an attacked square.
    Attacked {
        /// The square.
        square: Square,
        /// The attacker.
        by: Square,
    },
}

/// Looks for what prevents this castling.
pub(crate) fn obstacle(board: &Board, seat: Seat, way: &Castle) -> Option<NoCastling> {
    if way.is_set_up(board, seat) {
        return attack(board, seat, way);
    }
    let unmoved = |square| board.get(square).is_some_and(|piece| !piece.moved);
    if !unmoved(way.king.from) {
        return Some(NoCastling::KingMoved);
    }
    if let Some(square) = (way.between & board.occupied()).first() {
        return Some(NoCastling::Between(square));
    }
    Some(NoCastling::Corner(way.corner.from))
}

fn attack(board: &Board, seat: Seat, way: &Castle) -> Option<NoCastling> {
    way.crossed.into_iter().find_map(|square| {
        let by = attacker_of_king_on(board, seat, square)?;
        Some(NoCastling::Attacked { square, by })
    })
}

/// An enemy piece that could capture the king if it stood on this square.
fn attacker_of_king_on(board: &Board, seat: Seat, square: Square) -> Option<Square> {
    let mut board = board.clone();
    let king = board.king(seat).and_then(|from| board.take(from))?;
    board.put(square, king);
    let capture = captures_of(&board, &Marks::of(&board), square, !seat).next()?;
    Some(capture.from)
}

/// The squares to which the king of a seat may castle, provided that it is not in check.
pub(crate) fn destinations(board: &Board, seat: Seat) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for way in Castle::ways(seat) {
        if way.is_set_up(board, seat) && attack(board, seat, &way).is_none() {
            squares.insert(way.king.to);
        }
    }
    squares
}
