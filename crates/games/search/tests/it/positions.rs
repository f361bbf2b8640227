//! Positions for the other tests, from random play.

use rules::{Status, Variant};
use search::Dice;

/// States after so many random plies, read back from their text so that no history is left.
pub(crate) fn random<V: Variant>(preset: &str, plies: usize, count: u64) -> Vec<V::State> {
    (0..u64::MAX)
        .filter_map(|seed| walk::<V>(preset, plies, seed))
        .take(count as usize)
        .collect()
}

fn walk<V: Variant>(preset: &str, plies: usize, seed: u64) -> Option<V::State> {
    let mut dice = Dice::new(seed);
    let mut state = start::<V>(&V::preset(preset, seed)?.to_string());
    for _ in 0..plies {
        let legal: Vec<V::Action> = V::legal(&state).collect();
        state = V::play(&state, dice.pick(&legal)?);
    }
    let running = matches!(V::status(&state), Status::ToAct(_));
    running.then(|| start::<V>(&V::setup(&state).to_string()))
}

/// The state of a setup text that is known to be good.
pub(crate) fn start<V: Variant>(setup: &str) -> V::State {
    let setup = setup.parse();
    let setup: V::Setup = setup.unwrap_or_else(|why| panic!("{why}"));
    V::start(&setup).unwrap_or_else(|why| panic!("{why}"))
}
