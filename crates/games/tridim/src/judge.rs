//! Says whether an action is legal, and if not, why not.
//!
//! This is a second program beside the list of legal turns: it asks one question after the other until
//! one is answered with no. The tests see to it that both agree.

mod boards;
mod pieces;

use rules::Seat;

pub(crate) use boards::judge_control;

use crate::castling::{self, Wing};
use crate::moves::castling_way_is_free;
use crate::promotion::{CORNERS, Standing};
use crate::{Action, Illegal, Piece, Position, Square, State, Turn};

type Judgement = Result<(), Illegal>;

/// Judges an action of a seat.
pub(crate) fn judge(state: &State, seat: Seat, action: &Action) -> Judgement {
    let to_act = state.status().to_act().ok_or(Illegal::GameOver)?;
    let position = state.position();
    if let Some(corner) = position.pending() {
        return match action {
            Action::Settle { at, .. } if *at == corner.square && seat == to_act => Ok(()),
            Action::Settle { at, .. } if *at == corner.square => Err(Illegal::NotYourTurn(to_act)),
            Action::Turn(_) | Action::Settle { .. } | Action::Claim(_) => {
                Err(Illegal::IllegalDelay {
                    at: corner.square,
                    owner: corner.seat,
                })
            }
        };
    }
    if seat != to_act {
        return Err(Illegal::NotYourTurn(to_act));
    }
    match action {
        Action::Turn(turn) => judge_turn(position, *turn),
        Action::Settle { at, .. } => Err(Illegal::NothingToPromote(*at)),
        Action::Claim(announced) => judge_claim(state, *announced),
    }
}

/// Whether this seat is to act.
pub(crate) fn check_seat(state: &State, seat: Seat) -> Judgement {
    match state.status().to_act().ok_or(Illegal::GameOver)? {
        to_act if to_act == seat => Ok(()),
        to_act => Err(Illegal::NotYourTurn(to_act)),
    }
}

/// One claim for each draw: with a turn only where the position itself does not allow it.
fn judge_claim(state: &State, announced: Option<Turn>) -> Judgement {
    let Some(turn) = announced else {
        return state.claimable().map(drop).ok_or(Illegal::NoClaim);
    };
    judge_turn(state.position(), turn)?;
    if state.claimable().is_some() {
        return Err(Illegal::ClaimWithoutTurn);
    }
    state.claimable_by(turn).map(drop).ok_or(Illegal::NoClaim)
}

/// Judges a turn of the side to move in a settled position.
pub(crate) fn judge_turn(position: &Position, turn: Turn) -> Judgement {
    match turn {
        Turn::Move(made) => pieces::judge_move(position, made),
        Turn::Castle(wing) => judge_castling(position, wing),
        Turn::Board(made) => boards::judge_board(position, made),
        Turn::Promote { at, .. } => {
            judge_promotion_in_place(position, at)?;
            judge_king(position, &position.after(turn))
        }
    }
}

fn own_piece(position: &Position, at: Square) -> Result<Piece, Illegal> {
    match position.piece_at(at) {
        None => Err(Illegal::EmptySquare(at)),
        Some(piece) if piece.seat != position.to_move() => Err(Illegal::NotYourPiece { at, piece }),
        Some(piece) => Ok(piece),
    }
}

/// The king of the side that moves must not be attacked afterwards.
fn judge_king(position: &Position, after: &Position) -> Judgement {
    let seat = position.to_move();
    let Some(king) = after.king(seat) else {
        return Ok(());
    };
    match after.attacker(king.column(), !seat) {
        Some(by) => Err(Illegal::KingExposed { king, by }),
        None => Ok(()),
    }
}

fn judge_promotion_in_place(position: &Position, at: Square) -> Judgement {
    let piece = own_piece(position, at)?;
    match position.standing(at) {
        None => Err(Illegal::OnlyPawnsPromote(piece.kind)),
        Some(Standing::CarriedHome) => Ok(()),
        Some(_) => Err(promotion_blocked(position, at)),
    }
}

/// Why a pawn does not promote on a square that is not the furthest of its file.
fn promotion_blocked(position: &Position, to: Square) -> Illegal {
    let corner = CORNERS
        .iter()
        .find(|corner| corner.square == to && position.boards().cover(corner.pin));
    Illegal::PromotionBlocked {
        to,
        overhung_by: corner.map(|corner| corner.pin),
    }
}

fn judge_castling(position: &Position, wing: Wing) -> Judgement {
    let seat = position.to_move();
    let squares = castling::squares(seat, wing);
    let to = squares.king_to;
    if !position.castling().has(seat, wing) {
        return Err(Illegal::CastlingMoved(wing));
    }
    if position.full_moves() < 2 {
        return Err(Illegal::CastlingFirstMove);
    }
    if let Some(by) = position.attacker(squares.king_from.column(), !seat) {
        return Err(Illegal::CastlingInCheck { by });
    }
    if !castling_way_is_free(position, wing) {
        return Err(Illegal::CastlingBlocked(to));
    }
    let after = position.after(Turn::Castle(wing));
    match after.attacker(to.column(), !seat) {
        Some(by) => Err(Illegal::CastlingIntoAttack { to, by }),
        None => Ok(()),
    }
}
