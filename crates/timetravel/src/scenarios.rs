//! What is worth timing: a long game whose past is still open.

use std::time::Duration;

use rules::{Scenario, Target, Variant};

use crate::action::Action;
use crate::setup::Setup;
use crate::state::State;
use crate::variant::TimeTravel;

/// The figures this game has to keep.
pub(crate) fn all() -> Vec<Scenario> {
    let (Some(game), Some(long)) = (long_game(200), long_game(300)) else {
        return Vec::new();
    };
    let first = TimeTravel::legal(&game).find(|action| matches!(action, Action::Replace { .. }));
    let at_most = |name, work, micros| Scenario {
        name,
        work,
        target: Target::AtMost(Duration::from_micros(micros)),
    };
    let (legal, change, previews) = (game.clone(), game.clone(), game);
    let mut scenarios = vec![at_most(
        "all legal actions of a history of 200 plies",
        Box::new(move || TimeTravel::legal(&legal).len() as u64),
        1_000,
    )];
    scenarios.extend(first.map(|action| {
        at_most(
            "one change that replays 200 plies",
            Box::new(move || TimeTravel::play(&change, &action).timeline().end() as u64),
            100,
        )
    }));
    scenarios.push(at_most(
        "all previews of a history of 200 plies",
        Box::new(move || all_previews(&previews)),
        200_000,
    ));
    scenarios.push(Scenario {
        name: "bytes of a game of 300 plies",
        work: Box::new(move || long.bytes() as u64),
        target: Target::NumberAtMost(200_000),
    });
    scenarios
}

/// The number of plies all possible actions would lose, so that no preview can be left out.
fn all_previews(game: &State) -> u64 {
    let previews = TimeTravel::legal(game).filter_map(|action| TimeTravel::preview(game, &action));
    previews.map(|preview| preview.lost.len() as u64).sum()
}

/// A game by a fixed sequence of choices: mostly played on, now and then with a jump, so that its
/// history has blanks and passes too.
fn long_game(plies: usize) -> Option<State> {
    // Some choices lead to an early end; the first that does not is always the same.
    (0..64).find_map(|seed| random_game(plies, seed))
}

fn random_game(plies: usize, seed: u64) -> Option<State> {
    let mut state = TimeTravel::start(&Setup::default()).ok()?;
    let mut dice = seed;
    let mut throw = |sides: usize| {
        // A linear congruential generator: the upper bits are good enough dice.
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % sides.max(1)
    };
    while state.timeline().len() < plies {
        let mut actions: Vec<Action> = TimeTravel::legal(&state).collect();
        if throw(10) > 0 {
            actions.retain(|action| matches!(action, Action::Append(_)));
        }
        state = TimeTravel::play(&state, actions.get(throw(actions.len()))?);
    }
    state.timeline().terminus().is_none().then_some(state)
}
