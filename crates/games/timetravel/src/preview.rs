//! What an action would do, told before it is done.

use std::ops::RangeInclusive;

use rules::{Note, Preview};

use crate::action::Action;
use crate::change::Change;
use crate::illegal::list_plies;
use crate::judge::judge;
use crate::setup::Setup;
use crate::state::State;
use crate::terminus::Terminus;

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
        notes: notes(state, &change),
    })
}

fn notes(before: &State, change: &Change) -> Vec<Note> {
    let after = &change.state;
    let passed = change.passed.map(|ply| {
        let owner = before.timeline.owner(ply);
        note(
            "pass",
            format!("Ply {ply} becomes a pass of {owner}."),
            &[ply],
        )
    });
    let fixed = change.fixed.map(|(seat, order)| {
        let text = format!("{seat} fixes {order} for the rest of the game.");
        note("order", text, &[])
    });
    let over = after.verdict.map(|verdict| {
        let score = verdict.outcome();
        let text = format!(
            "The game is over: {} ({}).",
            score.score(),
            verdict.cause.as_str()
        );
        note("over", text, &[])
    });
    let position = note("position", after.timeline.last().fen(), &[]);
    [
        passed,
        fixed,
        lost(before, change),
        range("slept", "fall dormant", change.slept(before)),
        range("woke", "wake up", change.woke(before)),
        terminus(before.timeline.terminus(), after.timeline.terminus()),
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

fn lost(before: &State, change: &Change) -> Option<Note> {
    let plies: Vec<usize> = change.lost.iter().map(|lost| lost.ply).collect();
    if plies.is_empty() {
        return None;
    }
    let owner = |ply: &&usize| before.timeline.owner(**ply) == before.actor();
    let own = plies.iter().filter(owner).count();
    let theirs = plies.len() - own;
    let text = format!(
        "Lost: {} ({own} of your own, {theirs} of your opponent).",
        list_plies(&plies)
    );
    Some(note("lost", text, &plies))
}

fn range(code: &str, what: &str, plies: Option<RangeInclusive<usize>>) -> Option<Note> {
    let plies = plies?;
    let text = format!("Plies {} to {} {what}.", plies.start(), plies.end());
    Some(note(code, text, &plies.collect::<Vec<_>>()))
}

fn terminus(old: Option<Terminus>, new: Option<Terminus>) -> Option<Note> {
    let text = match (old, new) {
        (old, new) if old == new => return None,
        (_, Some(new)) => format!("The line ends at ply {}: {}.", new.ply, new.ending.name()),
        (Some(old), None) => {
            format!("The {} at ply {} disappears.", old.ending.name(), old.ply)
        }
        (None, None) => return None,
    };
    let plies: Vec<usize> = new.map(|new| new.ply).into_iter().collect();
    Some(note("terminus", text, &plies))
}
