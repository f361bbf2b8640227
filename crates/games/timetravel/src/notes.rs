//! Words about a game and about each of its plies: everything a player sees can also be read.

use rules::{Badge, Explanation, Note, Seat};

use crate::kinds::{Kinds, name};
use crate::san::label;
use crate::scene::{badge, moment};
use crate::state::State;
use crate::timeline::{Slot, seat};

/// Signs of a ply: a stable word and a sentence.
pub(crate) fn of_ply(state: &State, ply: usize, slot: Slot) -> Vec<(&'static str, String)> {
    let timeline = &state.timeline;
    let mut signs = Vec::new();
    if ply > timeline.end() {
        signs.push(("dormant", "The line ends before this move.".to_owned()));
        return signs;
    }
    if let Some(end) = timeline.terminus().filter(|end| end.ply == ply) {
        signs.push((
            "terminus",
            format!("The line ends here: {}.", end.ending.name()),
        ));
    }
    signs.extend(check(state, ply));
    match slot {
        Slot::Move { .. } => signs.extend(upgradable(state, ply)),
        Slot::Blank { ghost, cause, .. } => {
            signs.push(blank(state, ply));
            signs.extend(ghost.map(|record| ("ghost", format!("It was {}.", record.in_words()))));
            signs.extend(cause.map(|cause| {
                let name = timeline.name(usize::from(cause));
                ("broken", format!("It was lost when {name} was changed."))
            }));
        }
        Slot::Pass => signs.push(("pass", "Given up for good by travelling.".to_owned())),
    }
    signs.extend(writes(state, slot));
    signs
}

/// A check on the side to move, or one that its owner has left standing.
fn check(state: &State, ply: usize) -> Option<(&'static str, String)> {
    let position = state.timeline.position(ply)?;
    let turn = position.turn();
    let attacked = |color| position.is_attacked(color);
    if attacked(turn) {
        Some(("check", format!("{}'s king is in check.", seat(turn))))
    } else if attacked(!turn) {
        let text = format!("{}'s king is left in check.", seat(!turn));
        Some(("unanswered", text))
    } else {
        None
    }
}

fn upgradable(state: &State, ply: usize) -> Option<(&'static str, String)> {
    let kinds = upgrade_kinds(state, ply);
    let names: Vec<&str> = kinds.iter().map(name).collect();
    let text = format!("Can be replaced by a move of: {}.", names.join(", "));
    (!kinds.is_empty()).then_some(("upgradable", text))
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

fn blank(state: &State, ply: usize) -> (&'static str, String) {
    match state.is_open_blank(ply) {
        true => (
            "blank",
            "A move was lost here; it can be filled.".to_owned(),
        ),
        false => ("sealed", "A move was lost here for good.".to_owned()),
    }
}

/// How often a ply was written, once that is worth knowing.
fn writes(state: &State, slot: Slot) -> Option<(&'static str, String)> {
    let (writes, limit) = (slot.writes(), state.options.max_writes);
    let kind = match writes {
        0 | 1 if limit > 1 => return None,
        _ if writes >= limit => "locked",
        _ => "rewritten",
    };
    let text = format!("Written {writes} of {limit} times.");
    (slot != Slot::Pass).then_some((kind, text))
}

/// Sentences about the whole game.
pub(crate) fn of_state(state: &State) -> Vec<Badge> {
    let mut notes = Vec::new();
    if state.verdict.is_none() {
        notes.extend(step(state));
    }
    if let Some(end) = state.timeline.terminus() {
        let at = state.timeline.name(end.ply);
        let text = format!("The line ends at {at}: {}.", end.ending.name());
        notes.push(badge("terminus", text));
        notes.extend(
            Seat::BOTH
                .into_iter()
                .filter_map(|seat| unsettled(state, seat)),
        );
    }
    notes.extend(
        (state.accepted).map(|seat| badge("accepted", format!("{} has accepted.", seat.name()))),
    );
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
    let text =
        format!("{actor} acts out of step: playing on makes it {played}, and {passed} a pass.");
    Some(badge("out_of_step", text))
}

fn unsettled(state: &State, seat: Seat) -> Option<Badge> {
    if state.verdict.is_some() || state.is_settled(seat) {
        return None;
    }
    let blanks = state.open_blanks(seat);
    let upgradable = state.upgradable(seat);
    let todo = [(blanks, "fill"), (upgradable, "change")];
    let todo = todo.iter().filter(|(plies, _)| !plies.is_empty());
    let todo: Vec<String> = todo
        .map(|(plies, verb)| format!("{verb} {}", state.timeline.names(plies)))
        .collect();
    let text = format!("{} can still {}.", seat.name(), todo.join(" and "));
    Some(badge("unsettled", text))
}

fn order(state: &State, seat: Seat) -> Option<Badge> {
    let order = state.orders[seat]?;
    let text = format!("{} has fixed {order}.", seat.name());
    Some(badge("order", text))
}

fn jumps(state: &State, seat: Seat) -> Option<Badge> {
    let limit = state.options.max_jumps?;
    let left = limit.saturating_sub(state.jumps[seat]);
    let text = format!("{} has {left} of {limit} jumps left.", seat.name());
    Some(badge("jumps", text))
}

/// Everything about a ply, for a player who asks.
pub(crate) fn explain(state: &State, cell: &str) -> Option<Explanation> {
    let ply: usize = cell.strip_prefix("ply:")?.parse().ok()?;
    let slot = state.timeline.slot(ply)?;
    let name = state.timeline.name(ply);
    let label = label(&state.timeline, ply);
    let note = |(code, text): (&str, String)| Note {
        code: code.to_owned(),
        text,
        cells: Vec::new(),
    };
    Some(Explanation {
        cell: moment(ply),
        title: format!("{name}: {label}"),
        notes: of_ply(state, ply, slot).into_iter().map(note).collect(),
    })
}
