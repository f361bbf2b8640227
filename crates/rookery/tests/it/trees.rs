//! Annotated games are imported and exported without a change, as python-chess sees it.

use std::path::Path;
use std::process::Command;

use crate::programs::{python, succeed};
use crate::rookery;
use crate::skipped::skip;

#[path = "../../../games/game-tree/tests/it/generator.rs"]
mod generator;

#[test]
fn python_chess_finds_the_same_trees_in_two_hundred_games() {
    let Some(python) = python() else {
        skip(
            "python_chess_finds_the_same_trees_in_two_hundred_games",
            "no Python, or no python-chess",
        );
        return;
    };
    let catalog = catalog::standard();
    let variant = catalog.first().variant();
    let before: String = (0..200)
        .map(|seed| generator::game(variant, seed))
        .collect();
    let output = rookery(&["pgn", "rewrite", "-"], before.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let folder = tempfile::tempdir().unwrap();
    let files = ["before.pgn", "after.pgn"].map(|name| folder.path().join(name));
    std::fs::write(&files[0], before).unwrap();
    std::fs::write(&files[1], &output.stdout).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/same_trees.py");
    let judged = Command::new(python).arg(script).args(files).output();
    let said = succeed(judged.unwrap());
    assert!(said.starts_with("200 games, "), "{said}");
}
