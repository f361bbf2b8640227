//! Counts of action sequences.

use rules::Variant;
use rules::testkit::tables;
use wisconsin::{Action, State, Wisconsin};

use crate::{VARIANT, path, state};

/// Deeper rows are for patient people: `ROOKERY_PERFT_NODES=10000000 cargo test -p wisconsin`.
fn node_limit() -> u64 {
    let limit = std::env::var("ROOKERY_PERFT_NODES").ok();
    limit
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(200_000)
}

#[test]
fn tables_hold() {
    let rows = tables::check(&VARIANT, &path("tests/data/moves.perft"), node_limit())
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert!(rows >= 16, "only {rows} rows were counted");
}

/// Counts whole moves: a move that makes somebody promote is one with each of the four choices.
fn whole_moves(state: &State, depth: u32) -> u64 {
    let below = |action: Action| {
        let next = Wisconsin::play(state, &action);
        let same = next.promotion_owed().is_some();
        whole_moves(&next, if same { depth } else { depth - 1 })
    };
    match depth {
        0 => 1,
        _ => state.legal().into_iter().map(below).sum(),
    }
}

#[test]
fn promotions_counted_as_part_of_their_move() {
    let start = state("2n'b85/1P'b24J'g2P'h2/k'e87/8/8/K'e17/p'a73j'e7d'f72/4R'h13 w -");
    let counts: Vec<u64> = (1..=3).map(|depth| whole_moves(&start, depth)).collect();
    assert_eq!(counts, [35, 897, 25_005]);
}
