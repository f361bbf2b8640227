//! Annotated games are imported and exported without a change, as python-chess sees it.

use std::path::Path;
use std::process::Command;

use crate::programs::{python, succeed};
use crate::rookery;
use crate::skipped::skip;

#[path = "../../../games/game-tree/tests/it/generator.rs"]
mod generator;

/// What python-chess says about games before and after they are imported and exported. None without python-chess.
fn judged(test: &str, before: &str) -> Option<String> {
    let Some(python) = python() else {
        skip(test, "no Python, or no python-chess");
        return None;
    };
    let output = rookery(&["pgn", "rewrite", "-"], before.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let folder = tempfile::tempdir().unwrap();
    let files = ["before.pgn", "after.pgn"].map(|name| folder.path().join(name));
    std::fs::write(&files[0], before).unwrap();
    std::fs::write(&files[1], &output.stdout).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/same_trees.py");
    let judged = Command::new(python).arg(script).args(files).output();
    Some(succeed(judged.unwrap()))
}

#[test]
fn python_chess_finds_the_same_trees_in_two_hundred_games() {
    let test = "python_chess_finds_the_same_trees_in_two_hundred_games";
    let catalog = catalog::standard();
    let variant = catalog.first().variant();
    let before: String = (0..200)
        .map(|seed| generator::game(variant, seed))
        .collect();
    if let Some(said) = judged(test, &before) {
        assert!(said.starts_with("200 games, "), "{said}");
    }
}

/// Texts as people have them may be beyond other programs; what we make of them is not.
#[test]
fn python_chess_reads_what_is_made_of_odd_texts() {
    let test = "python_chess_reads_what_is_made_of_odd_texts";
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/game-tree/cases");
    let mut written = String::new();
    for case in std::fs::read_dir(cases).unwrap() {
        let text = std::fs::read_to_string(case.unwrap().path()).unwrap();
        let part = text.split("=== write\n").nth(1);
        let part = part.and_then(|part| part.split("\n=== ").next());
        written.push_str(part.unwrap_or_default());
        written.push_str("\n\n");
    }
    if let Some(said) = judged(test, &written) {
        assert!(said.starts_with("23 games, "), "{said}");
    }
}
