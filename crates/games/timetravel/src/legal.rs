//! All legal actions of the player to act.

use crate::action::{Action, Place};
use crate::kinds::Kinds;
use crate::position::Position;
use crate::state::State;
use crate::timeline::Slot;

/// Appends first, then jumps by ply, then accepting; waiting only where there is nothing else.
pub(crate) fn actions(state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    if state.verdict.is_some() {
        return actions;
    }
    let seat = state.actor();
    append(state, &mut actions);
    if state.has_jumps(seat) {
        for ply in state.plies_of(seat) {
            jump(state, ply, &mut actions);
        }
    }
    if state.timeline.terminus().is_some() && state.open_blanks(seat).is_empty() {
        actions.push(Action::Accept);
    }
    if actions.is_empty() {
        actions.push(Action::Wait);
    }
    actions
}

fn append(state: &State, actions: &mut Vec<Action>) {
    if state.timeline.terminus().is_none() && state.append_ply() <= state.options.horizon {
        let position = state.append_position();
        write(&position, Kinds::ALL, Place::End, actions);
    }
}

fn jump(state: &State, ply: usize, actions: &mut Vec<Action>) {
    let Some(before) = state.timeline.position(ply - 1) else {
        return;
    };
    match state.writable(ply) {
        Some(Slot::Move { .. }) => {
            write(
                before,
                state.upgrade_kinds(ply),
                Place::Replace(ply),
                actions,
            );
        }
        Some(Slot::Blank { .. }) => write(before, Kinds::ALL, Place::Fill(ply), actions),
        Some(Slot::Pass) | None => {}
    }
}

fn write(position: &Position, kinds: Kinds, place: Place, actions: &mut Vec<Action>) {
    let moves = position.legal_moves(kinds).into_iter();
    actions.extend(moves.map(|m| place.action(m.into())));
}
