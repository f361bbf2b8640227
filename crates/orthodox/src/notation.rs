//! Actions as people write them: SAN, and whatever they type instead.

use shakmaty::san::{SanError, SanPlus};
use shakmaty::{Chess, Move, Position, Role};

use crate::action::Action;
use crate::apply::resolve;
use crate::setup::Promotions;
use crate::state::State;
use crate::{Illegal, legal, names};

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
                Some(m) if state.position.is_legal(m) => {
                    SanPlus::from_move(state.position.clone(), m).to_string()
                }
                // A pawn move whose promotion is still to be chosen.
                _ => action.to_string(),
            }
        }
    }
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
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    let text = text.trim();
    let plain: String = text
        .to_ascii_lowercase()
        .chars()
        .filter(|sign| *sign != '-')
        .collect();
    for spelling in [text, plain.as_str()] {
        if let Ok(action) = spelling.parse::<Action>()
            && let Some(action) = as_offered(state, action)
        {
            return Ok(action);
        }
    }
    let san = SanPlus::from_ascii(spelled(text).as_bytes());
    let Ok(san) = san else { return text.parse() };
    match san.san.to_move(&state.position) {
        Ok(m) => Ok(from_move(state, m)),
        Err(why) => Err(Illegal::NoSuchMove {
            why: san_fault(text, &why, &state.position),
        }),
    }
}

/// The same action in the form in which the rules offer it. A king that "takes" its own rook castles in
/// standard chess too.
fn as_offered(state: &State, action: Action) -> Option<Action> {
    let offered = |wanted: &Action| legal::legal(state).any(|action| action == *wanted);
    if offered(&action) {
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
    let uci = shakmaty::uci::UciMove::Normal {
        from,
        to,
        promotion,
    };
    let m = uci.to_move(&state.position).ok()?;
    Some(from_move(state, m)).filter(offered)
}

fn from_move(state: &State, m: Move) -> Action {
    let uci = m.to_uci(state.options.castling);
    match uci {
        shakmaty::uci::UciMove::Normal {
            from,
            to,
            promotion,
        } => {
            let keep = state.options.promotions == Promotions::WithMove;
            Action::new_move(from, to, promotion.filter(|_| keep))
        }
        _ => Action::Claim,
    }
}

/// Zeros in castling, and `e8Q` for `e8=Q`, are common.
fn spelled(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?']);
    if text.starts_with("0-0") {
        return text.replace('0', "O");
    }
    let bytes = text.as_bytes();
    match bytes {
        [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N'] => {
            format!("{}={}", &text[..text.len() - 1], &text[text.len() - 1..])
        }
        _ => text.to_owned(),
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
