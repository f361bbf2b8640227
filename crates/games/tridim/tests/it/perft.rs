//! Counts of turn sequences against published tables.

use std::path::Path;

use rules::Variant;
use tridim::{Action, State, Tridim};

/// Counts sequences of turns. The owner of an uncovered pawn chooses before anything is counted.
fn turns(state: &State, depth: u32) -> u64 {
    let settled = state.position().pending().is_none();
    match (settled, depth) {
        (true, 0) => 1,
        _ => Tridim::legal(state)
            .map(|action| {
                let left = depth - u32::from(!matches!(action, Action::Settle { .. }));
                turns(&Tridim::play(state, &action), left)
            })
            .sum(),
    }
}

fn check(file: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("perft")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut state = None;
    let mut counted = 0;
    for line in text.lines() {
        if let Some(setup) = line.strip_prefix("setup") {
            state = Some(Tridim::start(&setup.trim().parse().unwrap()).unwrap());
        }
        if let Some(row) = line.strip_prefix("perft") {
            let (depth, count) = row.trim().split_once(char::is_whitespace).unwrap();
            let count: u64 = count.trim().replace(',', "").parse().unwrap();
            let found = turns(state.as_ref().unwrap(), depth.parse().unwrap());
            assert_eq!(found, count, "{file}: {line}");
            counted += 1;
        }
    }
    counted
}

#[test]
fn standard_counts_are_right() {
    assert_eq!(check("standard.perft"), 23);
}

#[test]
fn strict_counts_are_right() {
    assert_eq!(check("strict.perft"), 22);
}

#[test]
fn the_common_counter_agrees_where_no_promotion_is_forced() {
    let start = Tridim::start(&Default::default()).unwrap();
    assert_eq!(rules::perft::<Tridim>(&start, 4), 207_888);
}
