//! Finds positions with a forced win in random play and prints them as lines of a table.
//!
//! `cargo run --release -p bot --example find_mates -- orthodox 2 24 > crates/bot/mates/orthodox-2.mates`
//!
//! A quick search proposes, the exhaustive solver decides. Positions with a faster win are left out.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use bot::solver::winning_actions;
use bot::{Dice, Limits, Score, think};
use orthodox::Orthodox;
use rules::{Evaluate, Status};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    let (within, wanted) = (number(1).unwrap_or(2), number(2).unwrap_or(20));
    let mut out = std::io::stdout().lock();
    match arguments.first().map(String::as_str) {
        Some("orthodox") => find::<Orthodox>(&["standard"], within, wanted, &mut out),
        Some("wisconsin") => find::<Wisconsin>(&["special", "twins"], within, wanted, &mut out),
        Some("tridim") => find::<Tridim>(&["standard", "strict"], within, wanted, &mut out),
        Some("timetravel") => find::<TimeTravel>(&["quick"], within, wanted, &mut out),
        _ => writeln!(out, "usage: find_mates VARIANT MOVES COUNT"),
    }
}

fn find<V: Evaluate>(
    presets: &[&str],
    within: u32,
    wanted: u32,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut found = 0;
    for seed in 1.. {
        let mut dice = Dice::new(seed);
        let preset = presets[seed as usize % presets.len()];
        let Some(Ok(start)) = V::preset(preset, seed).map(|setup| V::start(&setup)) else {
            return Ok(());
        };
        if let Some(line) = walk::<V>(start, within, &mut dice) {
            writeln!(out, "{line}")?;
            found += 1;
        }
        if found == wanted {
            break;
        }
    }
    Ok(())
}

/// Plays at random until somebody has a win of just this length; at most one for each game.
fn walk<V: Evaluate>(mut state: V::State, within: u32, dice: &mut Dice) -> Option<String> {
    let never = AtomicBool::new(false);
    let limits = Limits {
        nodes: 6_000,
        ..Limits::to_depth(2 * within - 1)
    };
    for _ in 0..300 {
        let Status::ToAct(_) = V::status(&state) else {
            return None;
        };
        let text = V::setup(&state).to_string();
        // What is written down forgets the past, so the search gets what a reader would get.
        let read = V::start(&text.parse().ok()?).ok()?;
        let proposal = think::<V>(&read, &limits, &never, &mut |_| {})?;
        if matches!(proposal.score, Score::WinIn(actions) if actions > 2 * (within - 1))
            && winning_actions::<V>(&read, within - 1).is_empty()
        {
            let keys = winning_actions::<V>(&read, within);
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            if !keys.is_empty() {
                return Some(format!("{text} | {}", keys.join(" ")));
            }
        }
        let legal: Vec<V::Action> = V::legal(&state).collect();
        state = V::play(&state, dice.pick(&legal)?);
    }
    None
}
