//! How good a game is for a computer player, in hundredths of a pawn.
//!
//! The numbers are reasoned. The last position of the line is judged as in ordinary chess; on top come
//! the things that only this game has: jumps that are left, holes that can still be filled, a turn out of
//! step, which makes the opponent pass, and a line that ends although nobody has accepted yet.

use std::hash::{Hash, Hasher};

use orthodox::evaluation::{balance, first_sight, worth};
use rules::{Evaluate, Mixer, Seat, Shortcuts};
use shakmaty::{Color, Role};

use crate::action::{Action, Path};
use crate::position::Position;
use crate::state::State;
use crate::timeline::Slot;
use crate::variant::TimeTravel;

/// Having the turn.
const TEMPO: i32 = 10;
/// Having it out of step: the opponent's next ply will be a pass.
const OUT_OF_STEP: i32 = 40;
/// A jump that is left, where jumps are counted.
const JUMP: i32 = 12;
/// A hole that can be filled: a free move, but also a debt.
const BLANK: i32 = 8;
/// The line ends in checkmate, and the loser can still change the past.
const MATED_FOR_NOW: i32 = 600;
/// The line ends in checkmate, and nothing but time is left to the loser.
const MATED_FOR_GOOD: i32 = 5000;

impl Evaluate for TimeTravel {
    const EFFORT: u64 = 20;

    fn actor(state: &State) -> Seat {
        state.actor()
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        let settled = |seat| assets(state, seat);
        let on_board = match (state.timeline.terminus(), state.timeline.loser()) {
            (None, _) => line(state, seat),
            (Some(_), Some(loser)) if loser == seat => -mated(state, loser),
            (Some(_), Some(loser)) => mated(state, loser),
            (Some(_), None) => 0,
        };
        on_board + settled(seat) - settled(!seat)
    }

    fn key(state: &State) -> u64 {
        let mut mixer = Mixer::default();
        for (_, slot) in state.timeline.slots() {
            match slot {
                Slot::Move { record, writes } => (record, writes).hash(&mut mixer),
                Slot::Blank { writes, .. } => mixer.write_u64(1 << 32 | u64::from(writes)),
                Slot::Pass => mixer.write_u64(1 << 33),
            }
        }
        mixer.write_u32(state.turn);
        for seat in Seat::BOTH {
            mixer.write_u32(state.jumps[seat]);
            mixer.write_u64(state.orders[seat].map_or(0, |order| 1 + order as u64));
        }
        mixer.write_u64(state.accepted.map_or(0, |seat| 1 + seat as u64));
        mixer.finish()
    }

    fn promise(state: &State, action: &Action) -> i32 {
        match action {
            Action::Append(path) => capture(state.timeline.last(), path),
            Action::Replace { ply, path } | Action::Fill { ply, path } => {
                rewrite(state, *ply, path)
            }
            Action::Accept | Action::Wait => 0,
        }
    }

    fn is_pressed(state: &State) -> bool {
        let seat = state.actor();
        let checked = || state.timeline.last().is_attacked(color(seat));
        state.timeline.loser() == Some(seat) || state.timeline.terminus().is_none() && checked()
    }

    const SHORTCUTS: Shortcuts = Shortcuts {
        reductions: true,
        futility: true,
        extensions: true,
        ..Shortcuts::NONE
    };

    fn is_distant(action: &Action) -> bool {
        matches!(action, Action::Replace { .. } | Action::Fill { .. })
    }
}

const fn color(seat: Seat) -> Color {
    match seat {
        Seat::White => Color::White,
        Seat::Black => Color::Black,
    }
}

/// A line that goes on.
fn line(state: &State, seat: Seat) -> i32 {
    let turn = if state.in_step() { TEMPO } else { OUT_OF_STEP };
    let turn = if state.actor() == seat { turn } else { -turn };
    balance(state.timeline.last().board(), color(seat)) + turn
}

/// What a line that ends in checkmate costs its loser.
fn mated(state: &State, loser: Seat) -> i32 {
    let open = |ply| state.is_open_blank(ply) || state.is_upgradable(ply);
    if state.has_jumps(loser) && state.plies_of(loser).any(open) {
        MATED_FOR_NOW
    } else {
        MATED_FOR_GOOD
    }
}

/// What a player can still do to the past.
fn assets(state: &State, seat: Seat) -> i32 {
    let left = state.options.max_jumps.map_or(0, |limit| {
        i32::try_from(limit.saturating_sub(state.jumps[seat])).unwrap_or(i32::MAX)
    });
    let blanks = state.plies_of(seat).filter(|ply| state.is_open_blank(*ply));
    JUMP * left.min(20) + BLANK * blanks.count() as i32
}

fn capture(position: &Position, path: &Path) -> i32 {
    let board = position.board();
    let role = board.role_at(path.from).unwrap_or(Role::Pawn);
    let passing = role == Role::Pawn && path.from.file() != path.to.file();
    let victim = (board.role_at(path.to)).or(passing.then_some(Role::Pawn));
    // Castling does not capture its own rook; it stands on a square of its own colour.
    let own = board.color_at(path.to) == board.color_at(path.from);
    first_sight(role, victim.filter(|_| !own), path.promotion)
}

/// A change of the past is promising if it captures, if it saves what was captured next, and if little
/// has happened since.
fn rewrite(state: &State, ply: usize, path: &Path) -> i32 {
    let Some(before) = state.timeline.position(ply - 1) else {
        return 0;
    };
    let saved = match state.timeline.slot(ply + 1) {
        Some(Slot::Move { record, .. }) if record.target() == path.from => {
            let role = before.board().role_at(path.from);
            role.map_or(0, |role| 5 * worth(role))
        }
        _ => 0,
    };
    let age = state.timeline.len().saturating_sub(ply);
    let age = i32::try_from(age).unwrap_or(i32::MAX).min(500);
    capture(before, path) / 2 + saved + 500 - age
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    fn after(actions: &[&str]) -> State {
        let mut state = TimeTravel::start(&Default::default()).unwrap();
        for action in actions {
            let seat = state.actor();
            let action = action.parse().unwrap();
            state = TimeTravel::apply(&state, seat, &action).unwrap().state;
        }
        state
    }

    #[test]
    fn the_start_is_worth_the_turn() {
        let state = after(&[]);
        assert_eq!(TimeTravel::evaluate(&state, Seat::White), TEMPO);
        assert_eq!(TimeTravel::evaluate(&state, Seat::Black), -TEMPO);
    }

    #[test]
    fn a_line_that_ends_in_mate_is_bad_for_its_loser() {
        let state = after(&["+f2f3", "+e7e5", "+g2g4", "+d8h4"]);
        assert!(TimeTravel::is_pressed(&state));
        assert!(TimeTravel::evaluate(&state, Seat::White) <= -MATED_FOR_NOW);
    }

    #[test]
    fn a_different_past_has_a_different_key() {
        let one = after(&["+e2e4", "+e7e5", "+g1f3", "+b8c6"]);
        let other = after(&["+g1f3", "+b8c6", "+e2e4", "+e7e5"]);
        assert_ne!(TimeTravel::key(&one), TimeTravel::key(&other));
    }
}
