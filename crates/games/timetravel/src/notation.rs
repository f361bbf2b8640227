//! Actions as people write and type them: `Nf3`, `1^Nf3`, `4_Nd5`, `ok`, `wait`.

use shakmaty::Role;
use shakmaty::san::SanPlus;

use crate::action::{Action, Path, Place};
use crate::illegal::Illegal;
use crate::judge::{Ruling, judge, position_at};
use crate::san::{meant, san};
use crate::state::State;

/// An action in short notation; an action that is not legal stays as it is.
pub(crate) fn notation(state: &State, action: &Action) -> String {
    let ruling = judge(state, state.actor(), action).ok();
    of_legal(state, action, ruling)
}

/// The same for an action whose ruling is known; without one it stays as it is.
pub(crate) fn of_legal(state: &State, action: &Action, ruling: Option<Ruling>) -> String {
    let place = place(action);
    let (Some(Ruling::Append(m) | Ruling::Write { m, .. }), Ok((position, _))) =
        (ruling, position_at(state, place))
    else {
        return action.to_string();
    };
    let san = san(&position, m);
    match place {
        Place::End => san,
        Place::Replace(ply) => format!("{ply}^{san}"),
        Place::Fill(ply) => format!("{ply}_{san}"),
    }
}

/// Where an action puts its move.
fn place(action: &Action) -> Place {
    match action {
        Action::Replace { ply, .. } => Place::Replace(*ply),
        Action::Fill { ply, .. } => Place::Fill(*ply),
        Action::Append(_) | Action::Accept | Action::Wait => Place::End,
    }
}

/// The move of an action with both its squares: `Nb1-c3`, `e5xd6`, `O-O`. Unlike the short notation it needs no
/// look at other moves, so that a whole list of offers can have it.
pub(crate) fn long(state: &State, action: &Action, path: Path) -> String {
    let Ok((position, _)) = position_at(state, place(action)) else {
        return path.to_string();
    };
    let board = position.board();
    let role = board.role_at(path.from).unwrap_or(Role::Pawn);
    let files = u32::from(path.to.file()).abs_diff(u32::from(path.from.file()));
    match (role, files) {
        (Role::King, 2..) if path.to.file() > path.from.file() => return "O-O".to_owned(),
        (Role::King, 2..) => return "O-O-O".to_owned(),
        _ => {}
    }
    let letter = match role == Role::Pawn {
        true => String::new(),
        false => role.upper_char().to_string(),
    };
    // A pawn leaves its file only to capture, also where the captured pawn stands elsewhere.
    let captures = board.role_at(path.to).is_some() || (role == Role::Pawn && files > 0);
    let line = if captures { 'x' } else { '-' };
    format!("{letter}{}{line}{}", path.from, path.to)
}

/// Reads what a person types. Only legal actions come out.
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    read_and_judge(state, text).map(|(action, _)| action)
}

/// The same with the ruling, as an action of the player to act.
pub(crate) fn read_and_judge(state: &State, text: &str) -> Result<(Action, Ruling), Illegal> {
    let text = text.trim();
    let action = match text {
        "accept" => Action::Accept,
        _ => match text.parse() {
            Ok(action) => action,
            Err(_) => read_move(state, text)?,
        },
    };
    let ruling = judge(state, state.actor(), &action)?;
    Ok((action, ruling))
}

/// Reads squares without a place, or short notation at any place.
fn read_move(state: &State, text: &str) -> Result<Action, Illegal> {
    let (place, written) = Place::split(text).unwrap_or((Place::End, text));
    if let Ok(path) = written.parse() {
        return Ok(place.action(path));
    }
    if SanPlus::from_ascii(written.as_bytes()).is_err() {
        return Err(Illegal::bad_action(text));
    }
    let (position, name) = position_at(state, place)?;
    match meant(&position, written).as_slice() {
        [m] => Ok(place.action((*m).into())),
        [] => Err(Illegal::UnknownMove {
            name,
            written: written.to_owned(),
        }),
        many => {
            let many: Vec<String> = many.iter().map(|m| san(&position, *m)).collect();
            let many = many.join(" or ");
            Err(Illegal::BadRequest(format!("`{written}` can mean {many}")))
        }
    }
}
