//! Changes of the past are too many to look at all of them; nothing that decides a game may be missed.

use std::sync::atomic::AtomicBool;

use rules::{Evaluate, Variant};
use search::{Dice, Limits, Score, Style, think};
use timetravel::{Action, State, TimeTravel};

use crate::positions::start;

/// States of random games in which the line ends in checkmate against the player to act.
fn lost_lines(count: usize) -> Vec<State> {
    (0..u64::MAX).flat_map(losing).take(count).collect()
}

fn losing(seed: u64) -> Option<State> {
    let mut dice = Dice::new(seed);
    let mut state = start::<TimeTravel>(&TimeTravel::preset("quick", seed)?.to_string());
    for _ in 0..400 {
        if state.timeline().loser() == Some(TimeTravel::actor(&state)) {
            return Some(state);
        }
        let legal: Vec<Action> = TimeTravel::legal(&state).collect();
        // Playing on is preferred, otherwise all jumps are spent in the opening.
        let ahead: Vec<Action> = (legal.iter().copied())
            .filter(|action| !TimeTravel::is_distant(action))
            .collect();
        let preferred = if dice.happens(97) && !ahead.is_empty() {
            ahead
        } else {
            legal
        };
        state = TimeTravel::play(&state, dice.pick(&preferred)?);
    }
    None
}

fn loses_within_two(state: &State, style: Style) -> bool {
    let limits = Limits {
        style,
        ..Limits::to_depth(2)
    };
    let found = think::<TimeTravel>(state, &[], &limits, &AtomicBool::new(false), &mut |_| {});
    matches!(found.unwrap().score, Score::LossIn(..=2))
}

#[test]
fn a_forced_loss_is_seen_and_an_escape_is_not_overlooked() {
    let states: Vec<State> = lost_lines(5);
    let mut escapes = 0;
    for state in &states {
        let exact = loses_within_two(state, Style::Exact { quiescence: 0 });
        let strong = loses_within_two(state, Style::Strong);
        assert_eq!(strong, exact, "{}", TimeTravel::setup(state));
        escapes += usize::from(!exact);
    }
    assert!(
        escapes > 0,
        "none of {} positions has an escape",
        states.len()
    );
}
