//! What of this game is worth timing: all legal moves and the state of typical positions.

use std::time::Duration;

use rules::{Scenario, Target};

use crate::setup::Setup;
use crate::state::State;

/// Name, position and the longest time in nanoseconds.
const POSITIONS: [(&str, &str, u64); 4] = [
    (
        "moves and state, regular start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -",
        7_600,
    ),
    (
        "moves and state, regular midgame",
        "r1bq1r'h8k'e81/pp2b'f8ppp/2n'b81p'e7n'g82/2p'c7p'd74/3P'd21B'c12/2P'c2B'f1P'e2N'g12/\
         PP1N'b11PPP/R2QK2R w e8g8",
        20_000,
    ),
    (
        "moves and state, special start",
        "zloqkvcs/wfdgjefp/8/8/8/8/JWDGFEPF/SCOQKXTM w -",
        21_400,
    ),
    (
        "moves and state, special midgame",
        "z1oq1m'h8k'e81/wf2v'f8dgj/2c'b81p'e7a'g82/2w'c7g'd74/3G'd21X'c12/2D'c2B'f1F'e2C'g12/\
         JW1T'b11EPP/I2QK2S w e8g8",
        35_400,
    ),
];

pub(crate) fn scenarios() -> Vec<Scenario> {
    let scenario = |(name, text, nanoseconds): (&'static str, &str, u64)| {
        let setup: Setup = text.parse().ok()?;
        let state = State::new(setup.position()).ok()?;
        Some(Scenario {
            name,
            work: Box::new(move || work(&state)),
            target: Target::AtMost(Duration::from_nanos(nanoseconds)),
        })
    };
    POSITIONS.into_iter().filter_map(scenario).collect()
}

fn work(state: &State) -> u64 {
    state.legal().len() as u64 + u64::from(state.standing().number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_timed_and_has_its_moves() {
        let counts: Vec<u64> = scenarios()
            .into_iter()
            .map(|mut scenario| (scenario.work)())
            .collect();
        assert_eq!(counts, [20, 51, 30, 54]);
    }
}
