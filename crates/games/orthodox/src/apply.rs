//! What an action leads to.

use rules::{CellId, Seat, Step};
use shakmaty::{Bitboard, CastlingMode, CastlingSide, Chess, Move, Position, Role, Square};

use crate::action::{Action, Known};
use crate::diagnosis;
use crate::ending::{self, claimable, drawn};
use crate::event::Event;
use crate::names::{self, color_of, seat_of};
use crate::setup::Promotions;
use crate::state::{Claim, State, reaches_last_rank, to_act};
use crate::{Illegal, scene};

/// The state after an action that is known to be legal.
#[inline]
pub(crate) fn play(state: &State, action: Action) -> State {
    match action {
        Action::Move {
            from,
            to,
            promotion,
            known: Known(known),
        } => match known.or_else(|| resolve(&state.position, from, to, promotion)) {
            Some(m) if owes_choice(state, m) => State {
                pending: Some((from, to)),
                ..state.clone()
            },
            Some(m) => after(state, m),
            None => state.clone(),
        },
        Action::Promote(role) => match state.pending {
            Some((from, to)) => {
                let capture = state.position.board().role_at(to);
                let promotion = Some(role);
                after(
                    state,
                    Move::Normal {
                        role: Role::Pawn,
                        from,
                        capture,
                        to,
                        promotion,
                    },
                )
            }
            None => state.clone(),
        },
        Action::Claim => State {
            claimed: claimable(state),
            ..state.clone()
        },
    }
}

#[inline]
fn after(state: &State, m: Move) -> State {
    // Changed where it lies, because moving a state costs as much as changing it.
    let mut next = State {
        position: state.position.clone(),
        history: state.history.clone(),
        options: state.options,
        pending: None,
        claimed: None,
        last: m.from().map(|from| (from, m.to())),
    };
    next.position.play_unchecked(m);
    match m {
        Move::Normal {
            role,
            from,
            to,
            capture: None,
            ..
        } if role != Role::Pawn && rights(&state.position) == rights(&next.position) => {
            next.history.push(from, to);
        }
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => {
            next.history.restart(&next.position);
        }
    }
    next
}

#[inline]
fn rights(position: &Chess) -> Bitboard {
    position.castles().castling_rights()
}

#[inline]
fn owes_choice(state: &State, m: Move) -> bool {
    state.options.promotions == Promotions::Separate
        && reaches_last_rank(m.role(), state.turn(), m.to())
}

/// The move that two squares mean on this board, legal or not; `None` if nothing stands there.
#[inline]
pub(crate) fn resolve(
    position: &Chess,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let role = position.board().role_at(from)?;
    if role == Role::King
        && let Some(rook) = castling_rook(position, from, to)
    {
        return Some(Move::Castle { king: from, rook });
    }
    let capture = position.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Some(Move::EnPassant { from, to });
    }
    Some(Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    })
}

/// The rook with which a king's move castles, if it does.
fn castling_rook(position: &Chess, from: Square, to: Square) -> Option<Square> {
    let castles = position.castles();
    match castles.mode() {
        CastlingMode::Chess960 => (castles.castling_rights() & position.us())
            .contains(to)
            .then_some(to),
        CastlingMode::Standard => {
            let two_files = from.distance(to) == 2 && from.rank() == to.rank();
            let side = CastlingSide::from_king_side(from < to);
            castles.rook(position.turn(), side).filter(|_| two_files)
        }
    }
}

/// Judges an action and tells what happened.
pub(crate) fn apply(
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<Step<State, Event>, Illegal> {
    let action = match action {
        // What was known of it may belong to another board.
        Action::Move {
            from,
            to,
            promotion,
            ..
        } => Action::new_move(from, to, promotion),
        other @ (Action::Promote(_) | Action::Claim) => other,
    };
    judge(state, seat, action)?;
    Ok(step(state, action))
}

/// What an action does that was read and judged for the side to move; only the seat is left to judge.
pub(crate) fn apply_judged(
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<Step<State, Event>, Illegal> {
    match color_of(seat) == state.turn() {
        true => Ok(step(state, action)),
        false => Err(Illegal::NotYourTurn { seat }),
    }
}

fn step(state: &State, action: Action) -> Step<State, Event> {
    let next = play(state, action);
    let mut events = story(state, action);
    // While a promotion is owed the board is still the old one, whose check was told before.
    let check = next.check().filter(|_| next.pending.is_none());
    events.extend(check);
    Step {
        state: next,
        events,
    }
}

/// Whether an action of this seat is legal now, and if not, why.
pub(crate) fn judge(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    let judged = judge_as_running(state, seat, action);
    match (action, &judged) {
        // Where a move is legal there is no mate and no stalemate: only a draw can have ended the game.
        (Action::Move { .. }, Ok(())) if drawn(state).is_none() => judged,
        _ => game_over(state).map_or(judged, Err),
    }
}

/// The same as if the game had not ended.
fn judge_as_running(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    if color_of(seat) != state.turn() {
        return Err(Illegal::NotYourTurn { seat });
    }
    match (action, state.pending) {
        (Action::Promote(role), Some(_)) => diagnosis::promotion_choice(role),
        (Action::Promote(_), None) => Err(Illegal::NoPromotionPending),
        (_, Some((_, to))) => Err(Illegal::PromotionPending { at: to }),
        (Action::Claim, None) => match claimable(state) {
            Some(_) => Ok(()),
            None => Err(Illegal::NothingToClaim {
                moves: state.position.halfmoves() / 2,
            }),
        },
        (
            Action::Move {
                from,
                to,
                promotion,
                ..
            },
            None,
        ) => diagnosis::judge_move(state, from, to, promotion),
    }
}

/// The refusal of everything once the game has ended.
pub(crate) fn game_over(state: &State) -> Option<Illegal> {
    let status = ending::status(state);
    status.outcome().map(|outcome| Illegal::GameOver {
        reason: outcome.reason.to_string(),
    })
}

/// What a legal action does on the board.
fn story(state: &State, action: Action) -> Vec<Event> {
    match action {
        Action::Claim => {
            let reason = match claimable(state) {
                Some(Claim::FiftyMoves) => "fifty_move_rule",
                _ => "threefold_repetition",
            };
            vec![Event::Claimed {
                by: to_act(state),
                reason,
            }]
        }
        Action::Promote(role) => state.pending.map_or_else(Vec::new, |(from, to)| {
            move_story(state, from, to, Some(role))
        }),
        Action::Move {
            from,
            to,
            promotion,
            ..
        } => {
            let m = resolve(&state.position, from, to, promotion);
            if m.is_some_and(|m| owes_choice(state, m)) {
                return vec![Event::PromotionOwed {
                    by: to_act(state),
                    at: cell(to),
                }];
            }
            move_story(state, from, to, promotion)
        }
    }
}

fn move_story(state: &State, from: Square, to: Square, promotion: Option<Role>) -> Vec<Event> {
    let removed = |at: Square, cause| Event::Removed {
        at: cell(at),
        cause,
        by: cell(from),
    };
    let moved = |from: Square, to: Square, cause| Event::Moved {
        from: cell(from),
        to: cell(to),
        cause,
    };
    match resolve(&state.position, from, to, promotion) {
        Some(Move::Castle { king, rook }) => castling_story(state, king, rook),
        Some(Move::EnPassant { from, to }) => {
            let captured = Square::from_coords(to.file(), from.rank());
            vec![removed(captured, "en_passant"), moved(from, to, "moved")]
        }
        Some(m) => {
            let mut events = Vec::new();
            if m.is_capture() {
                events.push(removed(to, "captured"));
            }
            events.push(moved(from, to, "moved"));
            if let Some(role) = m.promotion() {
                let token = scene::token(to, state.turn(), role);
                events.push(Event::Changed {
                    at: cell(to),
                    token,
                    cause: "promoted",
                });
            }
            events
        }
        None => Vec::new(),
    }
}

/// In Chess960 the king's target can be the rook's square or the other way round, and one of the two may
/// stay where it is; so the piece with the free target goes first, and a plain swap is a redraw by steps.
fn castling_story(state: &State, king: Square, rook: Square) -> Vec<Event> {
    let side = CastlingSide::from_king_side(king < rook);
    let (king_to, rook_to) = (side.king_to(state.turn()), side.rook_to(state.turn()));
    let moved = |from: Square, to: Square, cause| {
        (from != to).then(|| Event::Moved {
            from: cell(from),
            to: cell(to),
            cause,
        })
    };
    let token = |at, role| scene::token(at, state.turn(), role);
    if king_to == rook && rook_to == king {
        return vec![
            Event::Changed {
                at: cell(king),
                token: token(king, Role::Rook),
                cause: "castled",
            },
            Event::Changed {
                at: cell(rook),
                token: token(rook, Role::King),
                cause: "castled",
            },
        ];
    }
    let kings = moved(king, king_to, "moved");
    let rooks = moved(rook, rook_to, "castled");
    let order = if king_to == rook {
        [rooks, kings]
    } else {
        [kings, rooks]
    };
    order.into_iter().flatten().collect()
}

impl State {
    /// The check that stands on the board. While a promotion is owed the board is still the old one.
    pub fn check(&self) -> Option<Event> {
        let checkers = self.position.checkers();
        let king = self.position.board().king_of(self.turn());
        let king = king.filter(|_| checkers.any())?;
        Some(Event::Check {
            seat: seat_of(self.turn()),
            king: cell(king),
            by: checkers.into_iter().map(cell).collect(),
        })
    }
}

pub(crate) fn cell(square: Square) -> CellId {
    CellId::of(names::square_name(square))
}
