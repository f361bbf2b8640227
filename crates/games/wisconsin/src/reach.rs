//! What a player may prepare out of turn: where pieces get when nothing stands in their way.

use rules::{Reach, Seat};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling;
use crate::characteristics::marks::{Mark, Marks};
use crate::characteristics::{extricates, reveals};
use crate::kind::Kind;
use crate::paths::{self, Mode};
use crate::piece::Piece;
use crate::square::Square;

pub(crate) fn reach(board: &Board, seat: Seat) -> Vec<Reach> {
    let marks = Marks::of(board);
    let pieces = board.pieces().filter(|(_, piece)| piece.seat == seat);
    pieces
        .map(|(from, piece)| Reach {
            from: from.cell(),
            to: targets(board, &marks, from, piece)
                .squares()
                .map(Square::cell)
                .collect(),
        })
        .collect()
}

fn targets(board: &Board, marks: &Marks, from: Square, piece: Piece) -> Bitboard {
    let Piece {
        kind, seat, moved, ..
    } = piece;
    // A slide over the empty board shows the squares of every way of going.
    let along = |paths| paths::reach(paths, Mode::Slide, seat, from, Bitboard::EMPTY).free;
    let mut all = along(kind.quiet_paths(moved)) | along(kind.capture_paths());
    if marks.has(from, Mark::Enabled) {
        all |= along(kind.rally_paths());
    }
    all |= reveals::landings(board, marks, from);
    if kind == Kind::King {
        all |= extricates::refuges(board, marks, seat) | castling::prepared(board, seat, from);
    }
    all
}
