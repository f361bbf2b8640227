//! What an action would do, told before it is done.

use std::ops::RangeInclusive;

use rules::{CellId, Note, Preview, Seat, note};

use crate::action::Action;
use crate::change::Change;
use crate::judge::judge;
use crate::san::label;
use crate::setup::Setup;
use crate::state::State;
use crate::timeline::Timeline;

/// The preview of a legal action.
pub(crate) fn preview(state: &State, action: &Action) -> Option<Preview> {
    let ruling = judge(state, state.actor(), action).ok()?;
    let change = Change::of(state, ruling);
    let after = &change.state;
    Some(Preview {
        action: action.to_string(),
        status: after.status(),
        setup: Setup::of(after).to_string(),
        lost: change.lost.iter().map(|lost| lost.ply).collect(),
        terminus: after.timeline.terminus().map(|terminus| terminus.ply),
        notes: notes(state, action, &change),
    })
}

fn notes(before: &State, action: &Action, change: &Change) -> Vec<Note> {
    let after = &change.state;
    let timeline = &before.timeline;
    let passed = change.passed.map(|ply| {
        let pass = note!("pass", "{name} becomes a pass.", name = timeline.name(ply));
        pass.at(moments(&[ply]))
    });
    let fixed = change.fixed.map(|(seat, order)| {
        note!(
            "order",
            "{seat} fixes {order} for the rest of the game.",
            seat = seat.name(),
            order
        )
    });
    let over = after.verdict.map(|verdict| {
        let how = verdict.cause.as_str();
        match verdict.winner.map(Seat::name) {
            Some(seat) => note!("over", "The game ends: {seat} wins ({how}).", seat, how),
            None => note!("over", "The game ends in a draw ({how}).", how),
        }
    });
    let position = Note::plain("position", after.timeline.last().fen());
    [
        jump(before, action),
        turn(before, action, after),
        accepted(before, action, after),
        passed,
        fixed,
        lost(before, change),
        change.slept(before).map(|plies| slept(timeline, plies)),
        change.woke(before).map(|plies| woke(timeline, plies)),
        terminus(timeline, after),
        over,
        Some(position),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn moments(plies: &[usize]) -> impl Iterator<Item = CellId> {
    plies.iter().map(|ply| crate::scene::moment(*ply))
}

fn is_jump(action: &Action) -> bool {
    match action {
        Action::Replace { .. } | Action::Fill { .. } => true,
        Action::Append(_) | Action::Accept | Action::Wait => false,
    }
}

/// The first part of the price of a jump.
fn jump(before: &State, action: &Action) -> Option<Note> {
    if !is_jump(action) {
        return None;
    }
    let used = before.jumps[before.actor()] + 1;
    Some(match before.options.max_jumps {
        Some(limit) => {
            let left = limit.saturating_sub(used);
            note!(
                "jump",
                "This is your jump {used} of {limit}: {left} left.",
                used,
                limit,
                left
            )
        }
        None => note!(
            "jump",
            "This is your jump {used}; jumps are not limited in this game.",
            used
        ),
    })
}

/// The second part: nothing is played on. What that costs depends on what the opponent then does.
fn turn(before: &State, action: &Action, after: &State) -> Option<Note> {
    if !is_jump(action) || after.verdict.is_some() {
        return None;
    }
    let seat = after.actor().name();
    let next = before.timeline.len() + 1;
    Some(if after.timeline.terminus().is_some() {
        note!("turn", "You give up your turn: {seat} acts next.", seat)
    } else if after.in_step() {
        note!(
            "turn",
            "You give up your turn as {seat} did before, so neither side loses a move.",
            seat
        )
    } else {
        note!(
            "turn",
            "You give up your turn: if {seat} plays on, your move {n} becomes a pass.",
            seat,
            n = before.timeline.name(next).number
        )
    })
}

/// What accepting leads to, where it does not end the game.
fn accepted(before: &State, action: &Action, after: &State) -> Option<Note> {
    if *action != Action::Accept || after.verdict.is_some() {
        return None;
    }
    let opponent = after.actor();
    let (blanks, upgradable) = (after.open_blanks(opponent), after.upgradable(opponent));
    let has_won = before.timeline.loser() == Some(opponent);
    let seat = opponent.name();
    Some(match (blanks.is_empty(), has_won) {
        (false, _) => note!(
            "accept",
            "The game goes on, nothing changes, and your turn is over. \
             {seat} must fill {names} before the game can end.",
            seat,
            names = after.timeline.names(&blanks)
        ),
        (true, true) => note!(
            "accept",
            "The game goes on, nothing changes, and your turn is over. \
             {seat} can still change {names}, or accept defeat.",
            seat,
            names = after.timeline.names(&upgradable)
        ),
        (true, false) => note!(
            "accept",
            "The game goes on, nothing changes, and your turn is over. \
             If {seat} accepts too, the game ends.",
            seat
        ),
    })
}

/// The third part of the price: the moves that drop out, by name.
fn lost(before: &State, change: &Change) -> Option<Note> {
    if change.lost.is_empty() {
        return None;
    }
    let timeline = &before.timeline;
    let names = change.lost.iter().map(|lost| {
        let name = timeline.name(lost.ply);
        let whose = match name.seat == before.actor() {
            true => format!("your move {}", name.number),
            false => name.to_string(),
        };
        let what = match lost.ply <= timeline.end() {
            true => label(timeline, lost.ply),
            false => lost.record.to_string(),
        };
        format!("{whose} ({what})")
    });
    let names = names.collect::<Vec<_>>().join(", ");
    let plies: Vec<usize> = change.lost.iter().map(|lost| lost.ply).collect();
    Some(note!("lost", "Lost: {names}.", names).at(moments(&plies)))
}

fn slept(timeline: &Timeline, plies: RangeInclusive<usize>) -> Note {
    let (first, last) = (timeline.name(*plies.start()), timeline.name(*plies.end()));
    let slept = match first == last {
        true => note!(
            "slept",
            "The move at {name} will fall dormant.",
            name = first
        ),
        false => note!(
            "slept",
            "The moves from {first} to {last} fall dormant.",
            first,
            last
        ),
    };
    slept.at(moments(&plies.collect::<Vec<_>>()))
}

fn woke(timeline: &Timeline, plies: RangeInclusive<usize>) -> Note {
    let (first, last) = (timeline.name(*plies.start()), timeline.name(*plies.end()));
    let woke = match first == last {
        true => note!("woke", "The move at {name} will wake up.", name = first),
        false => note!(
            "woke",
            "The moves from {first} to {last} wake up.",
            first,
            last
        ),
    };
    woke.at(moments(&plies.collect::<Vec<_>>()))
}

fn terminus(timeline: &Timeline, after: &State) -> Option<Note> {
    let (old, new) = (timeline.terminus(), after.timeline.terminus());
    match (old, new) {
        (old, new) if old == new => None,
        (_, Some(new)) => {
            let (at, how) = (after.timeline.name(new.ply), new.ending.name());
            let ends = note!("terminus", "The line ends at {at}: {how}.", at, how);
            Some(ends.at(moments(&[new.ply])))
        }
        (Some(old), None) => {
            let (at, how) = (timeline.name(old.ply), old.ending.name());
            Some(note!("terminus", "The {how} at {at} disappears.", how, at))
        }
        (None, None) => None,
    }
}
