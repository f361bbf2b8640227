//! What of this game is worth timing.

use std::hint::black_box;
use std::time::Duration;

use rules::{Scenario, Target, Variant, Work, perft};

use crate::{Setup, State, Tridim};

/// A busy middle game with riders, deferred pawns and a free corner.
const BUSY: &str = "nb1P/4/3P/4|b1n1/4/2P1/PP2|3R/2N1/p1p1/N1B1 \
                    QL1(D1/RQ),KL1(1D/1K),QL6(rq/d1),KL6(r1/kd) w - - d8B~ 0 27";

/// Pawns of both sides on all four corners, all overhung.
const DEFERRED: &str = "P2P/4/4/4|3k/4/4/4|4/4/K3/p2p \
                        QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - a8B~,d8B~,a1W~,d1W~ 0 10";

pub(crate) fn scenarios() -> Vec<Scenario> {
    let scenario = |name, limit, work| Scenario {
        name,
        work,
        target: Target::AtMost(limit),
    };
    let start = Setup::default().to_string();
    let micros = Duration::from_micros;
    vec![
        scenario("all legal actions of the start", micros(10), legal(&start)),
        scenario(
            "all legal actions of a busy position",
            micros(20),
            legal(BUSY),
        ),
        scenario(
            "perft 4 of the start",
            Duration::from_secs(1),
            count(&start, 4),
        ),
        scenario(
            "promotion check with four deferred pawns",
            micros(1),
            due(DEFERRED),
        ),
        scenario("read and check a position text", micros(20), read(BUSY)),
    ]
}

/// A text of this file as a state; the tests see to it that each of them is one.
fn state(setup: &str) -> Option<State> {
    Tridim::start(&setup.parse().ok()?).ok()
}

fn legal(setup: &str) -> Work {
    let state = state(setup);
    Box::new(move || {
        let legal = |state: &State| state.legal().len() as u64;
        black_box(&state).as_ref().map_or(0, legal)
    })
}

fn count(setup: &str, depth: u32) -> Work {
    let state = state(setup);
    Box::new(move || {
        state
            .as_ref()
            .map_or(0, |state| perft::<Tridim>(state, depth))
    })
}

fn due(setup: &str) -> Work {
    let state = state(setup);
    Box::new(move || {
        let due = |state: &State| {
            let pending = state.position().pending().is_some();
            u64::from(pending) + state.position().deferred().count() as u64
        };
        black_box(&state).as_ref().map_or(0, due)
    })
}

fn read(setup: &str) -> Work {
    let text = setup.to_owned();
    Box::new(move || {
        let pieces = |state: State| state.position().pieces().len() as u64;
        state(black_box(&text)).map_or(0, pieces)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_does_its_work() {
        let numbers: Vec<u64> = scenarios()
            .into_iter()
            .map(|mut scenario| (scenario.work)())
            .collect();
        assert_eq!(numbers, [20, 39, 207_888, 4, 26]);
    }
}
