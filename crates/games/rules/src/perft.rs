//! Counting the ways a game can go: the classic test of move generation.

use crate::Variant;

/// Counts the sequences of `depth` legal actions. Sequences that end earlier are not counted.
pub fn perft<V: Variant>(state: &V::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => V::count(state) as u64,
        _ => V::legal(state)
            .map(|action| perft::<V>(&V::play(state, &action), depth - 1))
            .sum(),
    }
}

/// [`perft`] below each legal action.
pub fn divide<V: Variant>(state: &V::State, depth: u32) -> Vec<(V::Action, u64)> {
    let below = |action: &V::Action| perft::<V>(&V::play(state, action), depth.saturating_sub(1));
    V::legal(state)
        .map(|action| (action.clone(), below(&action)))
        .collect()
}
