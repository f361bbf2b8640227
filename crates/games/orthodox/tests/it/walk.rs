//! Random play that is the same in every run.

use orthodox::{Action, Orthodox, State};
use rules::{SplitMix, Variant};

/// A game of random moves.
pub(crate) struct Walk {
    pub(crate) state: State,
    random: SplitMix,
}

impl Walk {
    pub(crate) fn new(setup: &str, seed: u64) -> Walk {
        Walk {
            state: state(setup),
            random: SplitMix::new(seed),
        }
    }

    /// Plays any legal action but a claim, or tells that the game is over.
    pub(crate) fn step(&mut self) -> Option<Action> {
        let moves: Vec<Action> = Orthodox::legal(&self.state)
            .filter(|action| *action != Action::Claim)
            .collect();
        let action = *moves.get(self.random.below(moves.len().max(1)))?;
        self.state = Orthodox::play(&self.state, &action);
        Some(action)
    }
}

/// The state of a setup text.
pub(crate) fn state(setup: &str) -> State {
    let parsed = setup.parse().unwrap_or_else(|no| panic!("{setup}: {no}"));
    Orthodox::start(&parsed).unwrap_or_else(|no| panic!("{setup}: {no}"))
}

/// Standard chess, Chess960 and positions full of special moves, by turns.
pub(crate) fn start(number: u64) -> String {
    const RICH: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1; castling=chess960",
        "1r1k1r2/P6P/8/8/8/8/p6p/1R1K1R2 w FBfb - 0 1",
        "4k3/1p1p1p2/8/P1P1P1P1/p1p1p1p1/8/1P1P1P2/4K3 b - - 0 1",
    ];
    match number % 3 {
        0 => "startpos".to_owned(),
        1 => format!("chess960:{}", number.wrapping_mul(7919) % 960),
        _ => RICH[usize::try_from(number / 3).unwrap() % RICH.len()].to_owned(),
    }
}
