//! Judges moves of attack boards.

use rules::Seat;

use super::{Judgement, judge_king};
use crate::moves::{rider_promotes, uncovered_checker};
use crate::{BoardId, BoardMove, Heading, Illegal, Kind, Pin, Position, Turn};

pub(super) fn judge_board(position: &Position, made: BoardMove) -> Judgement {
    let board = judge_control(position, made.from)?;
    let ridden = position.lone_rider(board).is_some();
    if made.rotated {
        judge_turning(position, made, ridden)?;
    }
    if !made.is_rotation_in_place() {
        judge_pins(position, made, ridden)?;
    }
    judge_promotion(position, board, made)?;
    let after = position.after(Turn::Board(made));
    judge_king(position, &after)?;
    judge_uncovering(&after, position.to_move())
}

/// Whether the side to move controls the board on a pin.
pub(crate) fn judge_control(position: &Position, pin: Pin) -> Result<BoardId, Illegal> {
    let board = position.boards().at(pin).ok_or(Illegal::NoBoard(pin))?;
    match position.controller(board) {
        Some(seat) if seat == position.to_move() => Ok(board),
        Some(controller) => Err(Illegal::NotControlled { pin, controller }),
        None => Err(Illegal::TooManyRiders {
            pin,
            riders: position.riders(board).len(),
        }),
    }
}

fn judge_turning(position: &Position, made: BoardMove, ridden: bool) -> Judgement {
    let preset = position.preset();
    let available = match made.is_rotation_in_place() {
        true => preset.rotate_in_place(),
        false => preset.arrival_choice(),
    };
    match (available, ridden) {
        (false, _) => Err(Illegal::NoTurning),
        (true, false) => Err(Illegal::NoRiderToTurn(made.from)),
        (true, true) => Ok(()),
    }
}

fn judge_pins(position: &Position, made: BoardMove, ridden: bool) -> Judgement {
    let BoardMove { from, to, .. } = made;
    if !from.is_adjacent(to) {
        return Err(Illegal::NotAdjacent { from, to });
    }
    if position.boards().cover(to) {
        return Err(Illegal::PinOccupied(to));
    }
    if ridden && from.heading(to, position.to_move()) == Heading::Backward {
        return Err(Illegal::BackwardWithRider { from, to });
    }
    Ok(())
}

/// Whether a piece is named where, and only where, the rider is promoted.
fn judge_promotion(position: &Position, board: BoardId, made: BoardMove) -> Judgement {
    let promotes = rider_promotes(position, board, made);
    match (promotes, made.promotion, position.lone_rider(board)) {
        (true, None, Some((square, _))) => Err(Illegal::PromotionRequired(made.arrival(square))),
        (false, Some(_), None) => Err(Illegal::NobodyAboard(made.from)),
        (false, Some(_), Some((_, rider))) if rider.kind != Kind::Pawn => {
            Err(Illegal::OnlyPawnsPromote(rider.kind))
        }
        (false, Some(_), Some(_)) => Err(Illegal::RidingDoesNotPromote),
        _ => Ok(()),
    }
}

fn judge_uncovering(after: &Position, seat: Seat) -> Judgement {
    match (uncovered_checker(after, seat), after.king(seat)) {
        (Some(corner), Some(king)) => Err(Illegal::UncoversCheck {
            pawn: corner.square,
            king,
        }),
        _ => Ok(()),
    }
}
