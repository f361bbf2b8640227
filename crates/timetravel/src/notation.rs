//! Actions as people write and type them: `Nf3`, `1^Nf3`, `4_Nd5`, `ok`, `wait`.

use crate::action::{Action, Place};
use crate::illegal::{Fault, Illegal};
use crate::judge::{Ruling, judge};
use crate::position::Position;
use crate::san::{meant, san};
use crate::state::State;

/// An action in short notation; an action that is not legal stays as it is.
pub(crate) fn notation(state: &State, action: &Action) -> String {
    let written = match (action, judge(state, state.actor(), action)) {
        (_, Ok(Ruling::Append(m))) => Some(san(&state.append_place().0, m)),
        (Action::Replace { ply, .. }, Ok(Ruling::Write { m, .. })) => {
            before(state, *ply).map(|before| format!("{ply}^{}", san(&before, m)))
        }
        (Action::Fill { ply, .. }, Ok(Ruling::Write { m, .. })) => {
            before(state, *ply).map(|before| format!("{ply}_{}", san(&before, m)))
        }
        _ => None,
    };
    written.unwrap_or_else(|| action.to_string())
}

/// Reads what a person types. Only legal actions come out.
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    let text = text.trim();
    let action = match text {
        "ok" | "accept" => Action::Accept,
        "wait" => Action::Wait,
        _ => match text.parse() {
            Ok(action) => action,
            Err(_) => read_move(state, text)?,
        },
    };
    judge(state, state.actor(), &action)?;
    Ok(action)
}

fn read_move(state: &State, text: &str) -> Result<Action, Illegal> {
    let (place, written) = Place::split(text).unwrap_or((Place::End, text));
    let position = match place {
        Place::End => Some(state.append_place().0),
        Place::Replace(ply) | Place::Fill(ply) => before(state, ply),
    };
    let position = position.ok_or_else(|| Illegal::bad_action(text))?;
    match meant(&position, written).as_slice() {
        [m] => Ok(place.action((*m).into())),
        [] => Err(none_meant(state, place, &position, text, written)),
        many => {
            let many: Vec<String> = many.iter().map(|m| san(&position, *m)).collect();
            let many = many.join(" or ");
            Err(Illegal::BadRequest(format!("`{written}` can mean {many}")))
        }
    }
}

/// No legal move is called like that. Where the squares were given, the judge knows why.
fn none_meant(
    state: &State,
    place: Place,
    position: &Position,
    text: &str,
    written: &str,
) -> Illegal {
    if let Ok(path) = written.parse()
        && let Err(no) = judge(state, state.actor(), &place.action(path))
    {
        return no;
    }
    let Ok(shakmaty::san::San::Normal { role, to, .. }) =
        shakmaty::san::San::from_ascii(written.as_bytes())
    else {
        return Illegal::bad_action(text);
    };
    let ply = match place {
        Place::End => state.append_place().1,
        Place::Replace(ply) | Place::Fill(ply) => ply,
    };
    let own = position.board().by_piece(role.of(position.turn()));
    Illegal::IllegalMove {
        ply,
        path: crate::action::Path {
            from: own.first().unwrap_or(to),
            to,
            promotion: None,
        },
        fault: Fault::NotAMove,
        why: format!("no legal move is called {written} there"),
    }
}

fn before(state: &State, ply: usize) -> Option<Position> {
    state.timeline.position(ply.checked_sub(1)?).cloned()
}
