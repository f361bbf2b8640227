//! Tests of the whole game through its public face.

#![allow(
    clippy::unwrap_used,
    reason = "functions shared by tests may give up as tests do"
)]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

mod cases;
mod examples;
mod laws;
mod mirror;
mod movetext;
mod oracle;
mod perft;
mod pictures;
mod vectors;

use std::path::PathBuf;

use rules::Erased;
use wisconsin::{Setup, State, Wisconsin};

const VARIANT: Erased<Wisconsin> = Erased::new();

/// A file or folder of this crate.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A line of a data file with its number, without comments.
fn lines(name: &str) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let numbered = text.lines().enumerate();
    numbered
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(index, line)| (index + 1, line.to_owned()))
        .collect()
}

fn state(wfen: &str) -> State {
    let setup: Setup = wfen.parse().unwrap_or_else(|no| panic!("{wfen}: {no}"));
    State::new(setup.position()).unwrap_or_else(|no| panic!("{wfen}: {no}"))
}
