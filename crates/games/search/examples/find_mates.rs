//! Finds positions with a forced win in games against chance and prints them as lines of a table.
//!
//! `cargo run --release -p search --example find_mates -- orthodox 2 24 > crates/games/search/mates/orthodox-2.mates`
//!
//! A quick search proposes, the exhaustive solver decides. Positions with a faster win are left out.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use orthodox::Orthodox;
use rules::{Evaluate, Seat, Status};
use search::solver::winning_actions;
use search::{Dice, Limits, Progress, Score, think};
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

/// Lets a short-sighted player win against chance, and looks for a win of just this length among its last
/// decisions; at most one for each game.
fn walk<V: Evaluate>(start: V::State, within: u32, dice: &mut Dice) -> Option<String> {
    let hunter = if dice.happens(50) {
        Seat::White
    } else {
        Seat::Black
    };
    let mut decisions = Vec::new();
    let mut state = start;
    for _ in 0..300 {
        let Status::ToAct(seat) = V::status(&state) else {
            break;
        };
        let action = if seat == hunter {
            decisions.push(V::setup(&state).to_string());
            propose::<V>(&state, 2, 1_000)?.action
        } else {
            let legal: Vec<V::Action> = V::legal(&state).collect();
            dice.pick(&legal)?.clone()
        };
        state = V::play(&state, &action);
    }
    let won = V::status(&state).outcome()?.winner == Some(hunter);
    let last = decisions.iter().rev().take(6).filter(|_| won);
    last.rev().find_map(|text| mate::<V>(text, within))
}

/// The line of a position with a win of just this length. What is written down forgets the past, so
/// everything is judged as a reader would see it.
fn mate<V: Evaluate>(text: &str, within: u32) -> Option<String> {
    let state = V::start(&text.parse().ok()?).ok()?;
    let proposal = propose::<V>(&state, 2 * within - 1, 30_000)?;
    let long = matches!(proposal.score, Score::WinIn(actions) if actions > 2 * (within - 1));
    if !long || !winning_actions::<V>(&state, within - 1).is_empty() {
        return None;
    }
    let keys = winning_actions::<V>(&state, within);
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    (!keys.is_empty()).then(|| format!("{text} | {}", keys.join(" ")))
}

fn propose<V: Evaluate>(state: &V::State, depth: u32, nodes: u64) -> Option<Progress<V::Action>> {
    let limits = Limits {
        nodes,
        ..Limits::to_depth(depth)
    };
    think::<V>(state, &[], &limits, &AtomicBool::new(false), &mut |_| {})
}
