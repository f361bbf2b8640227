//! What an action does to a game.

use std::ops::RangeInclusive;

use rules::{BySeat, Seat};
use shakmaty::Move;

use crate::judge::Ruling;
use crate::kinds::Order;
use crate::state::State;
use crate::timeline::{Lost, Slot, Timeline};

/// A game after an action, with what the action did besides the obvious.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) state: State,
    /// The opponent's ply that became a pass.
    pub(crate) passed: Option<usize>,
    /// Moves that dropped out, in order.
    pub(crate) lost: Vec<Lost>,
    /// Whose order of knight and bishop was fixed, and how.
    pub(crate) fixed: Option<(Seat, Order)>,
}

impl Change {
    /// Does what was ruled to be legal.
    pub(crate) fn of(state: &State, ruling: Ruling) -> Change {
        match ruling {
            Ruling::Append(m) => append(state, m),
            Ruling::Write { ply, m } => write(state, ply, m),
            Ruling::Accept => accept(state),
            Ruling::Wait => plain(next_turn(state, state.timeline.clone())),
        }
    }

    /// Plies that fell dormant.
    pub(crate) fn slept(&self, before: &State) -> Option<RangeInclusive<usize>> {
        dormant_since(&before.timeline, &self.state.timeline)
    }

    /// Plies that are no longer dormant.
    pub(crate) fn woke(&self, before: &State) -> Option<RangeInclusive<usize>> {
        dormant_since(&self.state.timeline, &before.timeline)
    }
}

/// Plies of both histories that are in the line of `awake` but not in that of `asleep`.
fn dormant_since(awake: &Timeline, asleep: &Timeline) -> Option<RangeInclusive<usize>> {
    let range = asleep.end() + 1..=awake.end().min(asleep.len());
    (!range.is_empty()).then_some(range)
}

fn plain(state: State) -> Change {
    Change {
        state,
        passed: None,
        lost: Vec::new(),
        fixed: None,
    }
}

/// The next turn with this history. A write or a wait ends any acceptance.
fn next_turn(state: &State, timeline: Timeline) -> State {
    State {
        timeline,
        options: state.options,
        turn: state.turn.saturating_add(1),
        orders: state.orders,
        jumps: state.jumps,
        accepted: None,
        verdict: None,
    }
}

fn append(state: &State, m: Move) -> Change {
    let (next, ply) = (state.timeline.len() + 1, state.append_ply());
    let mut state = next_turn(state, state.timeline.appended(ply, m));
    settle(&mut state, BySeat::default());
    Change {
        passed: (ply > next).then_some(next),
        ..plain(state)
    }
}

fn write(state: &State, ply: usize, m: Move) -> Change {
    let seat = state.actor();
    let (timeline, lost) = state.timeline.rewritten(ply, m);
    let mut next = next_turn(state, timeline);
    next.jumps[seat] = next.jumps[seat].saturating_add(1);
    let old = state.timeline.slot(ply).and_then(Slot::record);
    let fixed = old
        .filter(|_| next.orders[seat].is_none())
        .and_then(|old| Order::fixed_by(old.kind(), m.role()));
    if fixed.is_some() {
        next.orders[seat] = fixed;
    }
    settle(&mut next, BySeat::default());
    Change {
        lost,
        fixed: fixed.map(|order| (seat, order)),
        ..plain(next)
    }
}

fn accept(state: &State) -> Change {
    let seat = state.actor();
    let mut next = next_turn(state, state.timeline.clone());
    next.accepted = Some(seat);
    let accepted = BySeat::new_with(|other| other == seat || state.accepted == Some(other));
    settle(&mut next, accepted);
    plain(next)
}

/// Ends the game if both players are settled.
fn settle(state: &mut State, accepted: BySeat<bool>) {
    let settled = |seat: &Seat| state.is_settled_if(*seat, accepted[*seat]);
    if Seat::BOTH.iter().all(settled) {
        state.verdict = state.verdict_of_line();
    }
}
