//! What a player may prepare out of turn: where pieces and boards get when nothing stands in their way.

use rules::{CellId, Reach, Seat};

use crate::castling::{self, Wing};
use crate::{BoardId, ColumnSet, Kind, Pin, Position, Square, SquareSet};

pub(crate) fn reach(position: &Position, seat: Seat) -> Vec<Reach> {
    let pieces = position.of_seat(seat).map(|from| Reach {
        from: name(from),
        to: targets(position, seat, from).map(name).collect(),
    });
    pieces.chain(board_reach(position, seat)).collect()
}

fn name(square: Square) -> CellId {
    square.to_string().into()
}

fn targets(position: &Position, seat: Seat, from: Square) -> SquareSet {
    let Some(piece) = position.piece_at(from) else {
        return SquareSet::EMPTY;
    };
    let columns = match piece.kind {
        Kind::Pawn => pawn_columns(position, seat, from),
        Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => {
            from.column().reach(piece.kind, ColumnSet::EMPTY)
        }
    };
    let squares = columns.fold(SquareSet::EMPTY, |all, column| {
        all.or(Square::of_column(column))
    });
    let castling = match piece.kind {
        Kind::King => castling_targets(position, seat, from),
        Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight | Kind::Pawn => SquareSet::EMPTY,
    };
    squares
        .or(castling)
        .and(position.existing())
        .without(SquareSet::one(from))
}

fn pawn_columns(position: &Position, seat: Seat, from: Square) -> ColumnSet {
    let one = from.column().ahead(seat);
    let is_fresh = position.fresh().contains(from);
    let two = one
        .and_then(|column| column.ahead(seat))
        .filter(|_| is_fresh);
    let steps: ColumnSet = one.into_iter().chain(two).collect();
    steps.or(from.column().pawn_attacks(seat))
}

fn castling_targets(position: &Position, seat: Seat, from: Square) -> SquareSet {
    let wings = Wing::BOTH.into_iter();
    wings
        .filter(|wing| position.castling().has(seat, *wing))
        .map(|wing| castling::squares(seat, wing))
        .filter(|squares| squares.king_from == from)
        .map(|squares| squares.rook_from)
        .collect()
}

/// The boards of the seat, the pins beside them, and the own pin of a board that may turn.
fn board_reach(position: &Position, seat: Seat) -> impl Iterator<Item = Reach> {
    let boards = BoardId::ALL.into_iter();
    boards
        .filter(move |board| position.controller(*board) == Some(seat))
        .map(move |board| {
            let from = position.boards().pin(board);
            let pins = Pin::all().filter(|to| from.is_adjacent(*to) || from == *to);
            Reach {
                from: board.name().into(),
                to: pins.map(|pin| pin.to_string().into()).collect(),
            }
        })
}
