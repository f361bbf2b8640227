//! What is worth timing: a long game whose past is still open.

use std::time::Duration;

use rules::{Scenario, Target, Variant};

use crate::action::Action;
use crate::setup::Setup;
use crate::state::State;
use crate::variant::TimeTravel;

/// The figures this game has to keep.
pub(crate) fn all() -> Vec<Scenario> {
    [
        long_game(200).map(legal_actions),
        long_game(210).and_then(early_change),
        long_game(200).map(previews),
        long_game(300).map(memory),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn legal_actions(game: State) -> Scenario {
    Scenario {
        name: "all legal actions of a history of 200 plies",
        work: Box::new(move || TimeTravel::legal(&game).len() as u64),
        target: Target::AtMost(Duration::from_millis(1)),
    }
}

/// Gives the number of plies that were replayed.
fn early_change(game: State) -> Option<Scenario> {
    let (ply, action) = TimeTravel::legal(&game).find_map(|action| match action {
        Action::Replace { ply, .. } => Some((ply, action)),
        Action::Append(_) | Action::Fill { .. } | Action::Accept | Action::Wait => None,
    })?;
    let replayed = move |after: &State| (after.timeline().end() + 1).saturating_sub(ply);
    Some(Scenario {
        name: "one change that replays 200 plies",
        work: Box::new(move || replayed(&TimeTravel::play(&game, &action)) as u64),
        target: Target::AtMost(Duration::from_micros(100)),
    })
}

fn previews(game: State) -> Scenario {
    Scenario {
        name: "all previews of a history of 200 plies",
        work: Box::new(move || all_previews(&game)),
        target: Target::AtMost(Duration::from_millis(200)),
    }
}

fn memory(game: State) -> Scenario {
    Scenario {
        name: "bytes of a game of 300 plies",
        work: Box::new(move || game.bytes() as u64),
        target: Target::NumberAtMost(200_000),
    }
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
