//! What an action would do, told before it is done.

use std::ops::RangeInclusive;

use rules::{Note, Preview};

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
        let text = format!("{} becomes a pass.", timeline.name(ply));
        note("pass", text, &[ply])
    });
    let fixed = change.fixed.map(|(seat, order)| {
        let text = format!("{} fixes {order} for the rest of the game.", seat.name());
        note("order", text, &[])
    });
    let over = after.verdict.map(|verdict| {
        let how = verdict.cause.as_str();
        let text = match verdict.winner {
            Some(winner) => format!("The game ends: {} wins ({how}).", winner.name()),
            None => format!("The game ends in a draw ({how})."),
        };
        note("over", text, &[])
    });
    let position = note("position", after.timeline.last().fen(), &[]);
    [
        jump(before, action),
        turn(before, action, after),
        accepted(before, action, after),
        passed,
        fixed,
        lost(before, change),
        range(timeline, "slept", "fall dormant", change.slept(before)),
        range(timeline, "woke", "wake up", change.woke(before)),
        terminus(timeline, after),
        over,
        Some(position),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn note(code: &str, text: String, plies: &[usize]) -> Note {
    Note {
        code: code.to_owned(),
        text,
        cells: plies.iter().map(|ply| crate::scene::moment(*ply)).collect(),
    }
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
    let text = match before.options.max_jumps {
        Some(limit) => {
            let left = limit.saturating_sub(used);
            format!("This is your jump {used} of {limit}: {left} left.")
        }
        None => format!("This is your jump {used}; jumps are not limited in this game."),
    };
    Some(note("jump", text, &[]))
}

/// The second part: nothing is played on. What that costs depends on what the opponent then does.
fn turn(before: &State, action: &Action, after: &State) -> Option<Note> {
    if !is_jump(action) || after.verdict.is_some() {
        return None;
    }
    let opponent = after.actor().name();
    let next = before.timeline.len() + 1;
    let text = if after.timeline.terminus().is_some() {
        format!("You give up your turn: {opponent} acts next.")
    } else if after.in_step() {
        format!("You give up your turn as {opponent} did before, so neither side loses a move.")
    } else {
        let name = before.timeline.name(next).number;
        format!("You give up your turn: if {opponent} plays on, your move {name} becomes a pass.")
    };
    Some(note("turn", text, &[]))
}

/// What accepting leads to, where it does not end the game.
fn accepted(before: &State, action: &Action, after: &State) -> Option<Note> {
    if *action != Action::Accept || after.verdict.is_some() {
        return None;
    }
    let opponent = after.actor();
    let (blanks, upgradable) = (after.open_blanks(opponent), after.upgradable(opponent));
    let has_won = before.timeline.loser() == Some(opponent);
    let rest = match (blanks.is_empty(), has_won) {
        (false, _) => {
            let names = after.timeline.names(&blanks);
            format!(
                "{} must fill {names} before the game can end.",
                opponent.name()
            )
        }
        (true, true) => {
            let names = after.timeline.names(&upgradable);
            format!(
                "{} can still change {names}, or accept defeat.",
                opponent.name()
            )
        }
        (true, false) => format!("If {} accepts too, the game ends.", opponent.name()),
    };
    let text = format!("The game goes on, nothing changes, and your turn is over. {rest}");
    Some(note("accept", text, &[]))
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
    let text = format!("Lost: {}.", names.collect::<Vec<_>>().join(", "));
    let plies: Vec<usize> = change.lost.iter().map(|lost| lost.ply).collect();
    Some(note("lost", text, &plies))
}

fn range(
    timeline: &Timeline,
    code: &str,
    what: &str,
    plies: Option<RangeInclusive<usize>>,
) -> Option<Note> {
    let plies = plies?;
    let (first, last) = (timeline.name(*plies.start()), timeline.name(*plies.end()));
    let text = match first == last {
        true => format!("The move at {first} will {what}."),
        false => format!("The moves from {first} to {last} {what}."),
    };
    Some(note(code, text, &plies.collect::<Vec<_>>()))
}

fn terminus(timeline: &Timeline, after: &State) -> Option<Note> {
    let (old, new) = (timeline.terminus(), after.timeline.terminus());
    let text = match (old, new) {
        (old, new) if old == new => return None,
        (_, Some(new)) => {
            let at = after.timeline.name(new.ply);
            format!("The line ends at {at}: {}.", new.ending.name())
        }
        (Some(old), None) => {
            let at = timeline.name(old.ply);
            format!("The {} at {at} disappears.", old.ending.name())
        }
        (None, None) => return None,
    };
    let plies: Vec<usize> = new.map(|new| new.ply).into_iter().collect();
    Some(note("terminus", text, &plies))
}
