//! The names of openings: every line can be played, and is written as score sheets write it.

use std::collections::BTreeSet;

use orthodox::Orthodox;
use rules::Variant;

const OPENINGS: &str = include_str!("../../openings.txt");

/// The moves and the name of each line that is one.
fn openings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = OPENINGS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        line.split_once(": ")
            .unwrap_or_else(|| panic!("no name: {line}"))
    })
}

/// What is wrong with a line, if anything is.
fn wrong_in(moves: &str) -> Option<String> {
    let mut state = Orthodox::start(&Default::default()).unwrap();
    for san in moves.split(' ') {
        let Ok(action) = Orthodox::read(&state, san) else {
            return Some(format!("{moves}: {san} cannot be played"));
        };
        let written = Orthodox::notation(&state, &action);
        if written != san {
            return Some(format!("{moves}: {san} is written {written}"));
        }
        state = Orthodox::play(&state, &action);
    }
    None
}

#[test]
fn every_opening_can_be_played_as_it_is_written() {
    let wrong: Vec<String> = openings()
        .filter_map(|(moves, _)| wrong_in(moves))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn openings_are_many_and_each_beginning_has_one_name() {
    let beginnings: BTreeSet<&str> = openings().map(|(moves, _)| moves).collect();
    assert_eq!(beginnings.len(), openings().count());
    assert!(beginnings.len() >= 500, "only {}", beginnings.len());
    assert!(openings().all(|(_, name)| !name.trim().is_empty()));
}
