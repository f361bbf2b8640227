//! Counting the ways a game can go, against published and independent counts.

use std::path::Path;

use orthodox::Orthodox;
use rules::testkit::tables;
use rules::{AnyVariant, Erased};

/// Counts all rows of a table in `perft/`; a row that is left out would be a test that is skipped.
fn count(name: &str, rows: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("perft")
        .join(name);
    let counted = tables::check(&Erased::<Orthodox>::new(), &file, u64::MAX)
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert_eq!(counted, rows, "{name} has {rows} rows");
}

#[test]
fn standard_positions() {
    count("standard.perft", 37);
}

#[test]
fn chess960_positions() {
    count("chess960.perft", 73);
}

/// The pawn has two targets and the king five squares; after the pawn's move four choices follow.
#[test]
fn a_separate_promotion_is_two_actions() {
    let setup = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1; promotion=separate";
    let divided = Erased::<Orthodox>::new().divide(setup, 2).unwrap();
    assert_eq!(divided.len(), 7);
    for (action, below) in divided
        .iter()
        .filter(|(action, _)| action.starts_with("a7"))
    {
        assert_eq!(*below, 4, "{action}");
    }
}
