//! Whether the computer players are as strong as docs/bots.md says: hours of matches, so no part of the
//! tests. Thinking is limited by states, not by time: the same commit gives the same results anywhere.

use crate::{cargo, say};

const VARIANTS: [&str; 4] = ["orthodox", "wisconsin", "tridim", "timetravel"];

/// Stockfish as weak as it can be told to play.
const WEAK_STOCKFISH: &str = "uci:stockfish;UCI_LimitStrength=true;UCI_Elo=1350;movetime=50";

/// A match, and the share of the points that the first player has to reach.
struct Match {
    variant: &'static str,
    players: [&'static str; 2],
    games: &'static str,
    seed: &'static str,
    openings: &'static str,
    at_least: &'static str,
}

/// Plays all matches, the short ones first.
pub(crate) fn check() -> Result<(), String> {
    let mut weak = Vec::new();
    for a_match in matches() {
        if a_match.play().is_err() {
            weak.push(format!("{} {:?}", a_match.variant, a_match.players));
        }
    }
    match weak.is_empty() {
        true => Ok(()),
        false => Err(format!("too weak: {}", weak.join(", "))),
    }
}

fn matches() -> Vec<Match> {
    let in_all = |players, seed, openings, at_least| {
        VARIANTS.map(|variant| Match {
            variant,
            players,
            games: "100",
            seed,
            openings,
            at_least,
        })
    };
    let one_ply = Match {
        variant: "wisconsin",
        players: ["4", "0"],
        games: "100",
        seed: "211",
        openings: "4",
        at_least: "90",
    };
    let stockfish = Match {
        variant: "orthodox",
        players: ["8", WEAK_STOCKFISH],
        games: "40",
        seed: "51",
        openings: "2",
        at_least: "30",
    };
    let mut matches = vec![one_ply];
    matches.extend(in_all(["2", "1"], "101", "4", "60"));
    matches.extend(in_all(["3", "2"], "102", "4", "60"));
    matches.extend(in_all(["4", "3"], "103", "4", "60"));
    matches.extend(in_all(["5", "4"], "204", "4", "60"));
    matches.extend(in_all(["6", "5"], "205", "4", "60"));
    matches.extend(in_all(["8", "random"], "221", "2", "100"));
    matches.push(stockfish);
    matches.extend(in_all(["7", "6"], "206", "4", "60"));
    matches.extend(in_all(["8", "7"], "207", "4", "60"));
    matches
}

impl Match {
    fn play(&self) -> Result<(), String> {
        let [first, second] = self.players;
        say(&format!("{}: {first} against {second}", self.variant));
        cargo(&[
            "run",
            "--locked",
            "--release",
            "--quiet",
            "--package",
            "rookery",
            "--",
            "match",
            "--variant",
            self.variant,
            "--white",
            first,
            "--black",
            second,
            "--games",
            self.games,
            "--seed",
            self.seed,
            "--openings",
            self.openings,
            "--at-least",
            self.at_least,
            "--alternate",
        ])
    }
}
