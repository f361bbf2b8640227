//! Actions as people write them: SAN, and what they type instead.

use shakmaty::san::{San, SanError, SanPlus, Suffix};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Chess, Move, Position, Role, attacks};

use crate::action::Action;
use crate::apply::resolve;
use crate::diagnosis::judge_move;
use crate::setup::Promotions;
use crate::state::{State, to_act};
use crate::{Illegal, apply, names};

/// The action on a score sheet: `Nf3`, `exd8=Q+`, `O-O`. A promotion that is a choice of its own stays
/// `=Q`, and the pawn move before it has no suffix.
pub(crate) fn write(state: &State, action: Action) -> String {
    match action {
        Action::Claim => "claim".to_owned(),
        Action::Promote(role) => format!("={}", role.upper_char()),
        Action::Move {
            from,
            to,
            promotion,
            ..
        } => {
            match resolve(&state.position, from, to, promotion) {
                Some(m) if state.position.is_legal(m) => san_plus(&state.position, m).to_string(),
                // A pawn move whose promotion is still to be chosen.
                _ => action.to_string(),
            }
        }
    }
}

/// The same for a legal action whose result is known.
pub(crate) fn write_with(state: &State, action: Action, after: &State) -> String {
    let Action::Move {
        from,
        to,
        promotion,
        ..
    } = action
    else {
        return write(state, action);
    };
    match resolve(&state.position, from, to, promotion) {
        Some(m) if after.pending.is_none() => {
            san_with(&state.position, m, &after.position).to_string()
        }
        // The promotion is still to be chosen.
        Some(_) | None => action.to_string(),
    }
}

fn san_plus(position: &Chess, m: Move) -> SanPlus {
    let mut after = position.clone();
    after.play_unchecked(m);
    san_with(position, m, &after)
}

/// Only a check can be mate, so that all other moves need no look at the moves after them.
fn san_with(position: &Chess, m: Move, after: &Chess) -> SanPlus {
    let san = San::from_move(position, m);
    let suffix = after.is_check().then(|| match after.is_checkmate() {
        true => Suffix::Checkmate,
        false => Suffix::Check,
    });
    SanPlus { san, suffix }
}

/// A few words for choosing among actions with the same taps.
pub(crate) fn label(state: &State, action: Action) -> String {
    let name = |role: Role| {
        let name = names::role_name(role);
        name[..1].to_ascii_uppercase() + &name[1..]
    };
    match action {
        Action::Claim => "Claim a draw".to_owned(),
        Action::Promote(role)
        | Action::Move {
            promotion: Some(role),
            ..
        } => name(role),
        Action::Move { .. } => write(state, action),
    }
}

/// Reads what somebody typed: an action text, SAN, or one of their common variations.
///
/// SAN comes before the careless spellings, because `B1c3` is a bishop's move and `b1c3` is not. What
/// can be read and is not legal is refused for the reason that the rules have against it.
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    let text = text.trim();
    let exact: Result<Action, Illegal> = text.parse();
    let legal = |action: &Result<Action, Illegal>| match action {
        Ok(action) => offered(state, *action),
        Err(_) => None,
    };
    if let Some(action) = legal(&exact) {
        return Ok(action);
    }
    if let Some(over) = apply::game_over(state) {
        return Err(over);
    }
    let san = read_san(state, text);
    if let Some(Ok(action)) = san {
        return Ok(action);
    }
    let careless = text.to_ascii_lowercase().replace('-', "").parse();
    match (legal(&careless), careless.or(exact), san) {
        (Some(action), _, _) => Ok(action),
        (None, Ok(action), _) => Err(refusal(state, action, text)),
        (None, Err(_), Some(refused)) => refused,
        (None, Err(not_an_action), None) => Err(not_an_action),
    }
}

fn refusal(state: &State, action: Action, text: &str) -> Illegal {
    let judged = apply::judge(state, to_act(state), action);
    judged.err().unwrap_or_else(|| Illegal::NoSuchMove {
        why: format!("{text} is not a legal move here"),
    })
}

/// `None` if the text is not SAN at all.
fn read_san(state: &State, text: &str) -> Option<Result<Action, Illegal>> {
    let san = SanPlus::from_ascii(spelled(text).as_bytes()).ok()?;
    Some(match find(san.san, &state.position) {
        Ok(m) => {
            let action = from_move(state, m);
            apply::judge(state, to_act(state), action).map(|()| action)
        }
        Err(why) => Err(reason_against(state, san.san).unwrap_or_else(|| {
            let why = san_fault(text, &why, &state.position);
            Illegal::NoSuchMove { why }
        })),
    })
}

/// The move that a text means on this board, whether or not the game is over.
pub(crate) fn read_unjudged(state: &State, text: &str) -> Option<Action> {
    let position = &state.position;
    let san = SanPlus::from_ascii(spelled(text).as_bytes()).ok();
    let by_san = san.and_then(|san| find(san.san, position).ok());
    let uci = || text.parse::<UciMove>().ok()?.to_move(position).ok();
    by_san.or_else(uci).map(|m| from_move(state, m))
}

/// Why the move that SAN means is not legal, where only one piece can be meant.
fn reason_against(state: &State, san: San) -> Option<Illegal> {
    let color = state.turn();
    let board = state.position.board();
    let (from, to) = match san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            ..
        } => {
            let pieces = board.by_piece(role.of(color)).into_iter();
            let mut meant = pieces
                .filter(|from| file.is_none_or(|file| from.file() == file))
                .filter(|from| rank.is_none_or(|rank| from.rank() == rank))
                .filter(|from| match (role, capture || file.is_some()) {
                    (Role::Pawn, false) => from.file() == to.file(),
                    _ => {
                        let reach = attacks::attacks(*from, role.of(color), Bitboard::EMPTY);
                        reach.contains(to)
                    }
                });
            let first = meant.next()?;
            (meant.next().is_none().then_some(first)?, to)
        }
        San::Castle(side) => (board.king_of(color)?, side.king_to(color)),
        San::Put { .. } | San::Null => return None,
    };
    judge_move(state, from, to, None).err()
}

/// The move that SAN means. Many people leave out the `x`; but `d5` is never a capture, or a pawn that
/// is blocked would take something else.
fn find(san: San, position: &Chess) -> Result<Move, SanError> {
    match (san.to_move(position), san) {
        (
            Err(SanError::IllegalSan),
            San::Normal {
                role,
                file,
                rank,
                capture: false,
                to,
                promotion,
            },
        ) if role != Role::Pawn || file.is_some() => San::Normal {
            role,
            file,
            rank,
            capture: true,
            to,
            promotion,
        }
        .to_move(position),
        (found, _) => found,
    }
}

/// The same action in the form in which the rules offer it. A king that "takes" its own rook castles in
/// standard chess too.
fn offered(state: &State, action: Action) -> Option<Action> {
    let is_legal = |action: &Action| apply::judge(state, to_act(state), *action).is_ok();
    if is_legal(&action) {
        return Some(action);
    }
    let Action::Move {
        from,
        to,
        promotion,
        ..
    } = action
    else {
        return None;
    };
    let uci = UciMove::Normal {
        from,
        to,
        promotion,
    };
    let m = uci.to_move(&state.position).ok()?;
    Some(from_move(state, m)).filter(is_legal)
}

fn from_move(state: &State, m: Move) -> Action {
    match m.to_uci(state.options.castling) {
        UciMove::Normal {
            from,
            to,
            promotion,
        } => {
            let keep = state.options.promotions == Promotions::WithMove;
            Action::new_move(from, to, promotion.filter(|_| keep))
        }
        // Chess has neither; such an action is refused.
        UciMove::Put { .. } | UciMove::Null => Action::Claim,
    }
}

/// Corrects common habits: zeros or small letters in castling, `e8Q` for `e8=Q`, `Ng1-f3` for `Ng1f3`,
/// and judgements of the move at its end.
fn spelled(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    match text {
        "0-0" | "o-o" => return "O-O".to_owned(),
        "0-0-0" | "o-o-o" => return "O-O-O".to_owned(),
        "O-O" | "O-O-O" => return text.to_owned(),
        _ => {}
    }
    let joined: String = text
        .chars()
        .filter(|sign| *sign != '-')
        .filter_map(letter)
        .collect();
    match joined.as_bytes() {
        [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N'] => {
            let (pawn_move, role) = joined.split_at(joined.len() - 1);
            format!("{pawn_move}={role}")
        }
        _ => joined,
    }
}

/// The letter of a figurine, of either colour; a pawn has none. Everything else is as it is.
fn letter(sign: char) -> Option<char> {
    match sign {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => None,
        _ => Some(sign),
    }
}

fn san_fault(text: &str, why: &SanError, position: &Chess) -> String {
    match why {
        SanError::AmbiguousSan => {
            format!("{text} could mean more than one move; add the square it starts from")
        }
        SanError::IllegalSan if position.is_check() => {
            format!("{text} is not a legal move: the king is in check and this does not help")
        }
        SanError::IllegalSan => format!("{text} is not a legal move here"),
    }
}
