//! Whether the computer players are as strong as docs/bots.md says: days of matches, so no part of the
//! tests. Levels are limited by states, not by time: the same commit gives the same results anywhere. Full strength
//! thinks by time, so its matches need a quiet machine.

//!
//! The matches of [`LADDER`] are played in every game. Those of one game only stand in a file `strength.txt` beside its
//! rules, written in the same way.

use std::path::Path;
use std::process::Command;

use crate::{cargo_path, run_quietly, say};

/// Two players, how many games, the seed, random plies before they begin, and the share of the points in percent that
/// the first player has to reach. The short matches come first.
const LADDER: &str = "\
2 1      100 101 4 60
3 2      100 102 4 60
4 3      100 103 4 60
5 4      100 204 4 60
6 5      100 205 4 60
8 random  20 221 2 100
7 6       40 206 4 60
8 7       40 207 4 60
9;movetime=1000 8;movetime=1000 100 301 4 70";

/// What each shortcut of full strength is worth: the same player without it, at a fixed number of states. Where a game
/// has no such shortcut both are the same, and half of the points are reached.
const SHORTCUTS: [&str; 6] = [
    "reductions",
    "null-move",
    "futility",
    "exchange",
    "extensions",
    "repetition",
];

/// A match, and the share of the points that the first player has to reach.
struct Match {
    variant: String,
    players: [String; 2],
    games: String,
    seed: String,
    openings: String,
    at_least: String,
}

/// Plays all matches, those of one game only first; or those whose line contains a word, such as `movetime`. The word
/// `shortcuts` plays the matches that show what the shortcuts of full strength are worth.
pub(crate) fn check(arguments: &[String]) -> Result<(), String> {
    let word = arguments.first().map(String::as_str).unwrap_or_default();
    let mut weak = Vec::new();
    let all = match word {
        "shortcuts" => shortcuts()?,
        word => matches()?
            .into_iter()
            .filter(|a_match| a_match.has(word))
            .collect(),
    };
    for a_match in all {
        if a_match.play().is_err() {
            weak.push(format!("{} {:?}", a_match.variant, a_match.players));
        }
    }
    match weak.is_empty() {
        true => Ok(()),
        false => Err(format!("too weak: {}", weak.join(", "))),
    }
}

/// A match for each shortcut in each game.
fn shortcuts() -> Result<Vec<Match>, String> {
    let mut matches = Vec::new();
    for variant in variants()? {
        for name in SHORTCUTS {
            let line = format!("9;nodes=20000 9;nodes=20000;without={name} 100 401 4 0");
            matches.extend(Match::read(&variant, &line));
        }
    }
    Ok(matches)
}

fn matches() -> Result<Vec<Match>, String> {
    let variants = variants()?;
    let mut matches = Vec::new();
    for variant in &variants {
        let file = format!("crates/games/{variant}/strength.txt");
        if Path::new(&file).exists() {
            let own = std::fs::read_to_string(&file).map_err(|why| format!("{file}: {why}"))?;
            matches.extend(own.lines().filter_map(|line| Match::read(variant, line)));
        }
    }
    for line in LADDER.lines() {
        let in_all = variants.iter();
        matches.extend(in_all.filter_map(|variant| Match::read(variant, line)));
    }
    Ok(matches)
}

/// The ids of all games, which begin the lines of a list with indented details.
fn variants() -> Result<Vec<String>, String> {
    let mut program = Command::new(cargo_path());
    program.args(["run", "--locked", "--release", "--quiet"]);
    program.args(["--package", "rookery", "--", "variants"]);
    let output = program.output().map_err(|why| format!("rookery: {why}"))?;
    let list = String::from_utf8_lossy(&output.stdout);
    let games = list.lines().filter(|line| !line.starts_with(' '));
    let ids = games.filter_map(|line| line.split_whitespace().next());
    Ok(ids.map(str::to_owned).collect())
}

impl Match {
    /// A line of a table. Nothing, if it is a comment.
    fn read(variant: &str, line: &str) -> Option<Match> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let [first, second, games, seed, openings, at_least] = words.try_into().ok()?;
        Some(Match {
            variant: variant.to_owned(),
            players: [first, second],
            games,
            seed,
            openings,
            at_least,
        })
        .filter(|_| !line.starts_with('#'))
    }

    /// Whether a word stands in the name of the game or of a player.
    fn has(&self, word: &str) -> bool {
        self.variant.contains(word) || self.players.iter().any(|player| player.contains(word))
    }

    fn play(&self) -> Result<(), String> {
        let [first, second] = &self.players;
        say(&format!("{}: {first} against {second}", self.variant));
        let words = [
            "match",
            "--variant",
            &self.variant,
            "--white",
            first,
            "--black",
            second,
            "--games",
            &self.games,
            "--seed",
            &self.seed,
            "--openings",
            &self.openings,
            "--at-least",
            &self.at_least,
            "--alternate",
        ];
        run_quietly(&["rookery"], &words)
    }
}
