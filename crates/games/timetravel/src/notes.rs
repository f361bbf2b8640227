//! Words about a game and about each of its plies: everything a player sees can also be read.

use rules::{Badge, Explanation, Note, Seat, badge};

use crate::kinds::{Kinds, name};
use crate::san::label;
use crate::scene::moment;
use crate::state::State;
use crate::timeline::{Slot, seat};

/// Signs of a ply.
pub(crate) fn of_ply(state: &State, ply: usize, slot: Slot) -> Vec<Badge> {
    let timeline = &state.timeline;
    let mut signs = Vec::new();
    if ply > timeline.end() {
        signs.push(badge!("dormant", "The line ends before this move."));
        return signs;
    }
    if let Some(end) = timeline.terminus().filter(|end| end.ply == ply) {
        let how = end.ending.name();
        signs.push(badge!("terminus", "The line ends here: {how}.", how));
    }
    signs.extend(check(state, ply));
    match slot {
        Slot::Move { .. } => signs.extend(upgradable(state, ply)),
        Slot::Blank { ghost, cause, .. } => {
            signs.push(blank(state, ply));
            let ghost = ghost.map(crate::record::Record::in_words);
            signs.extend(ghost.map(|what| badge!("ghost", "It was {what}.", what)));
            signs.extend(cause.map(|cause| {
                let name = timeline.name(usize::from(cause));
                badge!("broken", "It was lost when {name} was changed.", name)
            }));
        }
        Slot::Pass => signs.push(badge!("pass", "Given up for good by travelling.")),
    }
    signs.extend(writes(state, slot));
    signs
}

/// A check on the side to move, or one that its owner has left standing.
fn check(state: &State, ply: usize) -> Option<Badge> {
    let position = state.timeline.position(ply)?;
    let turn = position.turn();
    let attacked = |color| position.is_attacked(color);
    if attacked(turn) {
        let seat = seat(turn);
        Some(badge!("check", "{seat}'s king is in check.", seat))
    } else if attacked(!turn) {
        let seat = seat(!turn);
        Some(badge!(
            "unanswered",
            "{seat}'s king is left in check.",
            seat
        ))
    } else {
        None
    }
}

fn upgradable(state: &State, ply: usize) -> Option<Badge> {
    let kinds: Vec<&str> = upgrade_kinds(state, ply).iter().map(name).collect();
    let kinds = (!kinds.is_empty()).then(|| kinds.join(", "))?;
    Some(badge!(
        "upgradable",
        "Can be replaced by a move of: {kinds}.",
        kinds
    ))
}

/// The kinds that have an upgrade at a ply.
fn upgrade_kinds(state: &State, ply: usize) -> Kinds {
    let before = ply
        .checked_sub(1)
        .and_then(|ply| state.timeline.position(ply));
    before.map_or(Kinds::NONE, |before| {
        before.kinds_to_move(state.upgrade_kinds(ply))
    })
}

fn blank(state: &State, ply: usize) -> Badge {
    match state.is_open_blank(ply) {
        true => badge!("blank", "A move was lost here; it can be filled."),
        false => badge!("sealed", "A move was lost here for good."),
    }
}

/// How often a ply was written, once that is worth knowing.
fn writes(state: &State, slot: Slot) -> Option<Badge> {
    let (writes, limit) = (slot.writes(), state.options.max_writes);
    let kind = match writes {
        0 | 1 if limit > 1 => return None,
        _ if writes >= limit => "locked",
        _ => "rewritten",
    };
    let written = || badge!(kind, "Written {n} of {limit} times.", n = writes, limit);
    (slot != Slot::Pass).then(written)
}

/// Sentences about the whole game.
pub(crate) fn of_state(state: &State) -> Vec<Badge> {
    let mut notes = Vec::new();
    if state.verdict.is_none() {
        notes.extend(step(state));
    }
    if let Some(end) = state.timeline.terminus() {
        let (at, how) = (state.timeline.name(end.ply), end.ending.name());
        notes.push(badge!("terminus", "The line ends at {at}: {how}.", at, how));
        notes.extend(
            Seat::BOTH
                .into_iter()
                .filter_map(|seat| unsettled(state, seat)),
        );
    }
    let accepted = state.accepted.map(Seat::name);
    notes.extend(accepted.map(|seat| badge!("accepted", "{seat} has accepted.", seat)));
    for seat in Seat::BOTH {
        notes.extend(order(state, seat));
        notes.extend(jumps(state, seat));
    }
    notes
}

/// Whose turn it is and what an append would do: the board does not tell.
fn step(state: &State) -> Option<Badge> {
    let next = state.timeline.len() + 1;
    let actor = state.actor().name();
    if state.in_step() || state.timeline.terminus().is_some() {
        return None;
    }
    let (played, passed) = (state.timeline.name(next + 1), state.timeline.name(next));
    Some(badge!(
        "out_of_step",
        "{actor} acts out of step: playing on makes it {played}, and {passed} a pass.",
        actor,
        played,
        passed
    ))
}

fn unsettled(state: &State, seat: Seat) -> Option<Badge> {
    if state.verdict.is_some() || state.is_settled(seat) {
        return None;
    }
    let named = |plies: &[usize]| (!plies.is_empty()).then(|| state.timeline.names(plies));
    let (blanks, moves) = (state.open_blanks(seat), state.upgradable(seat));
    let seat = seat.name();
    match (named(&blanks), named(&moves)) {
        (Some(blanks), Some(moves)) => Some(badge!(
            "unsettled",
            "{seat} can still fill {blanks} and change {moves}.",
            seat,
            blanks,
            moves
        )),
        (Some(blanks), None) => Some(badge!(
            "unsettled",
            "{seat} can still fill {blanks}.",
            seat,
            blanks
        )),
        (None, Some(moves)) => Some(badge!(
            "unsettled",
            "{seat} can still change {moves}.",
            seat,
            moves
        )),
        (None, None) => None,
    }
}

fn order(state: &State, seat: Seat) -> Option<Badge> {
    let order = state.orders[seat]?;
    let seat = seat.name();
    Some(badge!("order", "{seat} has fixed {order}.", seat, order))
}

fn jumps(state: &State, seat: Seat) -> Option<Badge> {
    let limit = state.options.max_jumps?;
    let left = limit.saturating_sub(state.jumps[seat]);
    let seat = seat.name();
    Some(badge!(
        "jumps",
        "{seat} has {left} of {limit} jumps left.",
        seat,
        left,
        limit
    ))
}

/// Everything about a ply, for a player who asks.
pub(crate) fn explain(state: &State, cell: &str) -> Option<Explanation> {
    let ply: usize = cell.strip_prefix("ply:")?.parse().ok()?;
    let slot = state.timeline.slot(ply)?;
    let name = state.timeline.name(ply);
    let label = label(&state.timeline, ply);
    Some(Explanation {
        cell: moment(ply),
        title: format!("{name}: {label}"),
        notes: of_ply(state, ply, slot)
            .into_iter()
            .map(Note::from)
            .collect(),
    })
}
