//! Judges moves of pieces.

use super::{Judgement, judge_king, own_piece, promotion_blocked};
use crate::moves::crossed_column;
use crate::promotion::{plane, promotes_on};
use crate::{Column, ColumnSet, Illegal, Kind, Piece, PieceMove, Pin, Position, Square, Turn};

pub(super) fn judge_move(position: &Position, made: PieceMove) -> Judgement {
    let piece = own_piece(position, made.from)?;
    if piece.kind != made.kind {
        return Err(Illegal::WrongPiece {
            at: made.from,
            piece,
        });
    }
    judge_target(position, piece, made)?;
    match made.kind {
        Kind::Pawn => judge_pawn(position, made)?,
        _ if made.en_passant => return Err(Illegal::NoEnPassant(made.to)),
        Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => {
            judge_way(position, made)?;
        }
    }
    judge_capture_mark(position, made)?;
    judge_promotion(position, made)?;
    judge_king(position, &position.after(Turn::Move(made)))
}

fn judge_target(position: &Position, piece: Piece, made: PieceMove) -> Judgement {
    let to = made.to;
    if made.from.column() == to.column() {
        return Err(Illegal::SameColumn(to));
    }
    if let Some(pin) = to.pin().filter(|_| !position.existing().contains(to)) {
        return Err(missing_target(position, piece, made, pin));
    }
    match position.piece_at(to) {
        Some(other) if other.seat == piece.seat => Err(Illegal::OwnPiece {
            at: to,
            piece: other,
        }),
        _ => Ok(()),
    }
}

/// A pawn that finds nothing at all ahead is frozen, unless it is the promotion plane that it misses.
fn missing_target(position: &Position, piece: Piece, made: PieceMove, pin: Pin) -> Illegal {
    let PieceMove { from, to, .. } = made;
    let ahead = position
        .missing_ahead(from, piece.seat)
        .filter(|column| piece.kind == Kind::Pawn && to.column() == *column);
    match ahead {
        Some(ahead) if plane(piece.seat, to.file()) != Some(pin) => {
            Illegal::AdvancementFrozen { from, ahead }
        }
        _ => Illegal::NonexistentTarget { to, pin },
    }
}

fn judge_way(position: &Position, made: PieceMove) -> Judgement {
    let PieceMove { kind, from, to, .. } = made;
    let reach = |occupied| from.column().reach(kind, occupied);
    if reach(position.occupied()).contains(to.column()) {
        return Ok(());
    }
    if !reach(ColumnSet::EMPTY).contains(to.column()) {
        return Err(Illegal::CannotReach { kind, to });
    }
    let way = from.column().between(to.column());
    let blocker = way
        .into_iter()
        .find_map(|column| first_in(position, column));
    Err(match blocker {
        Some((at, piece)) => Illegal::Blocked { at, piece },
        None => Illegal::CannotReach { kind, to },
    })
}

/// One of the pieces of a column.
fn first_in(position: &Position, column: Column) -> Option<(Square, Piece)> {
    let at = Square::of_column(column).and(position.pieces()).first()?;
    Some((at, position.piece_at(at)?))
}

fn judge_pawn(position: &Position, made: PieceMove) -> Judgement {
    let PieceMove { from, to, .. } = made;
    let attacks = from.column().pawn_attacks(position.to_move());
    let attacked = attacks.contains(to.column());
    if made.en_passant {
        let crossed = crossed_column(position) == Some(to.column());
        let possible = (attacked && crossed).then_some(());
        return possible.ok_or(Illegal::NoEnPassant(to));
    }
    if attacked {
        let taken = position.piece_at(to).map(drop);
        return taken.ok_or(Illegal::NothingToCapture(to));
    }
    judge_step(position, from, to)
}

fn judge_step(position: &Position, from: Square, to: Square) -> Judgement {
    let seat = position.to_move();
    let first = from.column().ahead(seat);
    let second = first.and_then(|column| column.ahead(seat));
    let target = Some(to.column());
    if target != first && target != second {
        let kind = Kind::Pawn;
        return Err(Illegal::CannotReach { kind, to });
    }
    if target == second && !position.fresh().contains(from) {
        return Err(Illegal::NotFresh(from));
    }
    if let Some(piece) = position.piece_at(to) {
        return Err(Illegal::PawnBlocked { at: to, piece });
    }
    match first.filter(|_| target == second) {
        Some(crossed) => judge_crossed(position, from, crossed),
        None => Ok(()),
    }
}

/// The column a double step crosses must have a square, and no piece.
fn judge_crossed(position: &Position, from: Square, crossed: Column) -> Judgement {
    match first_in(position, crossed) {
        Some((at, piece)) => Err(Illegal::PawnBlocked { at, piece }),
        None if position.squares_of(crossed).is_empty() => Err(Illegal::AdvancementFrozen {
            from,
            ahead: crossed,
        }),
        None => Ok(()),
    }
}

fn judge_capture_mark(position: &Position, made: PieceMove) -> Judgement {
    let to = made.to;
    match position.piece_at(to) {
        Some(piece) if !made.capture => Err(Illegal::CaptureNotMarked { to, piece }),
        None if made.en_passant && !made.capture => Err(Illegal::NoEnPassant(to)),
        None if made.capture && !made.en_passant => Err(Illegal::NothingToCapture(to)),
        _ => Ok(()),
    }
}

/// Whether a piece is named where, and only where, a pawn promotes.
fn judge_promotion(position: &Position, made: PieceMove) -> Judgement {
    let to = made.to;
    let is_pawn = made.kind == Kind::Pawn;
    let furthest = promotes_on(position.boards(), position.to_move(), to);
    match made.promotion {
        None if is_pawn && furthest => Err(Illegal::PromotionRequired(to)),
        Some(_) if !is_pawn => Err(Illegal::OnlyPawnsPromote(made.kind)),
        Some(_) if !furthest => Err(promotion_blocked(position, to)),
        _ => Ok(()),
    }
}
