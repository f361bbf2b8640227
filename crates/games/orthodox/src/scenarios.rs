//! What of orthodox chess is worth timing, against shakmaty itself.

use rules::{Scenario, Target, Variant, perft};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use crate::Orthodox;
use crate::state::State;

/// The six positions on which everybody tests move generation.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

pub(crate) fn scenarios() -> Vec<Scenario> {
    vec![move_generation(), count_paths()]
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()
}

fn state(fen: &str) -> Option<State> {
    Orthodox::start(&fen.parse().ok()?).ok()
}

fn move_generation() -> Scenario {
    const ROUNDS: usize = 1000;
    let states: Vec<State> = POSITIONS.iter().filter_map(|fen| state(fen)).collect();
    let positions: Vec<Chess> = POSITIONS.iter().filter_map(|fen| position(fen)).collect();
    let ours = move || {
        let rounds = (0..ROUNDS).flat_map(|_| &states);
        rounds
            .map(|state| Orthodox::legal(std::hint::black_box(state)).len() as u64)
            .sum()
    };
    let theirs = move || {
        let rounds = (0..ROUNDS).flat_map(|_| &positions);
        rounds
            .map(|position| std::hint::black_box(position).legal_moves().len() as u64)
            .sum()
    };
    Scenario {
        name: "6000 times all legal moves",
        work: Box::new(ours),
        target: Target::Peer {
            name: "shakmaty",
            work: Box::new(theirs),
            factor: 1.0 / 0.9,
        },
    }
}

fn count_paths() -> Scenario {
    const DEPTH: u32 = 4;
    let states: Vec<State> = POSITIONS.iter().filter_map(|fen| state(fen)).collect();
    let positions: Vec<Chess> = POSITIONS.iter().filter_map(|fen| position(fen)).collect();
    let ours = move || {
        states
            .iter()
            .map(|state| perft::<Orthodox>(state, DEPTH))
            .sum()
    };
    let theirs = move || {
        positions
            .iter()
            .map(|pos| shakmaty::perft(pos, DEPTH))
            .sum()
    };
    Scenario {
        name: "perft 4 of six positions",
        work: Box::new(ours),
        target: Target::Peer {
            name: "shakmaty",
            work: Box::new(theirs),
            factor: 1.15,
        },
    }
}
