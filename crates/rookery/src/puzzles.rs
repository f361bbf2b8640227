//! `rookery puzzles`: makes and checks puzzles.

use std::io::Write;
use std::process::ExitCode;

use catalog::{Catalog, Entry};
use clap::{Args, Subcommand};
use native::PuzzleList;
use native::message::{PuzzleGoal, PuzzleInfo, PuzzleTurn};
use puzzles::{AnyMaker, Book, Goal, Puzzle, Turn};
use rules::Refusal;

use crate::beginning::entry;
use crate::fail;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Let computer players play and print the puzzles that are found in their games.
    Make(MakeOptions),
    /// Prove all puzzles of the program again.
    Check(CheckOptions),
}

#[derive(Args)]
pub(crate) struct MakeOptions {
    /// Which kind of chess [default: the first that `rookery variants` lists].
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// How many puzzles.
    #[arg(long, default_value_t = 10, value_name = "N")]
    count: usize,
    /// Decides the games: the same seed makes the same puzzles.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct CheckOptions {
    /// Which kind of chess [default: all].
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
}

/// The puzzles of all games that have any, as the server hands them out. A text that cannot be read gives none: the
/// tests read all of ours.
pub(crate) fn lists(catalog: &Catalog) -> Vec<PuzzleList> {
    let list = |entry: &Entry| {
        let puzzles = entry.puzzles()?.puzzles().ok()?;
        Some(PuzzleList {
            variant: entry.id().to_owned(),
            puzzles: puzzles.into_iter().map(info).collect(),
        })
    };
    catalog.iter().filter_map(list).collect()
}

fn turn(Turn { action, replies }: Turn) -> PuzzleTurn {
    PuzzleTurn { action, replies }
}

fn info(puzzle: Puzzle) -> PuzzleInfo {
    PuzzleInfo {
        id: puzzle.id,
        goal: match puzzle.goal {
            Goal::Mate(actions) => PuzzleGoal::Mate { actions },
            Goal::Win => PuzzleGoal::Win,
            Goal::Save => PuzzleGoal::Save,
        },
        grade: puzzle.grade,
        theme: puzzle.theme,
        setup: puzzle.setup,
        solution: puzzle.solution.into_iter().map(turn).collect(),
    }
}

pub(crate) fn run(catalog: &Catalog, command: &Command, out: &mut impl Write) -> crate::Outcome {
    match command {
        Command::Make(options) => make(catalog, options, out),
        Command::Check(options) => check(catalog, options, out),
    }
}

fn make(catalog: &Catalog, options: &MakeOptions, out: &mut impl Write) -> crate::Outcome {
    let MakeOptions { count, seed, .. } = *options;
    let maker = match entry(catalog, options.variant.as_deref()).and_then(book) {
        Ok(book) => book.maker,
        Err(refusal) => return Ok(fail(&refusal)),
    };
    let variant = maker.variant();
    writeln!(
        out,
        "# rookery puzzles make --variant {variant} --count {count} --seed {seed}"
    )?;
    let (mut made, mut written) = (0, Ok(()));
    maker.make(count, seed, &mut |puzzle| {
        made += 1;
        // The user sees what there is so far.
        let printed = writeln!(out, "{puzzle}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(printed);
    });
    written?;
    if made == count {
        return Ok(ExitCode::SUCCESS);
    }
    let message = format!("only {made} puzzles were found");
    Ok(fail(&Refusal::new("too-few-puzzles", message)))
}

fn check(catalog: &Catalog, options: &CheckOptions, out: &mut impl Write) -> crate::Outcome {
    let entries: Vec<&Entry> = match &options.variant {
        None => catalog
            .iter()
            .filter(|entry| entry.puzzles().is_some())
            .collect(),
        Some(id) => match entry(catalog, Some(id)) {
            Ok(entry) => vec![entry],
            Err(refusal) => return Ok(fail(&refusal)),
        },
    };
    let mut is_sound = true;
    for entry in entries {
        let book = match book(entry) {
            Ok(book) => book,
            Err(refusal) => return Ok(fail(&refusal)),
        };
        is_sound &= check_book(book, out)?;
    }
    Ok(match is_sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn book(entry: &Entry) -> Result<&Book, Refusal> {
    entry.puzzles().ok_or_else(|| {
        let message = format!("there are no puzzles of {}", entry.id());
        Refusal::new("no-puzzles", message)
    })
}

/// Tells of every puzzle that is not what it says, and how many are.
fn check_book(book: &Book, out: &mut impl Write) -> std::io::Result<bool> {
    let variant = book.maker.variant();
    let puzzles = match book.puzzles() {
        Ok(puzzles) => puzzles,
        Err(why) => {
            writeln!(out, "{variant}: {why}")?;
            return Ok(false);
        }
    };
    let mut n_bad = 0;
    for puzzle in &puzzles {
        if let Err(flaw) = book.maker.check(puzzle) {
            writeln!(out, "{variant} {}: {flaw}", puzzle.id)?;
            n_bad += 1;
        }
    }
    let twins = told_twins(book.maker, &puzzles, out)?;
    writeln!(
        out,
        "{variant}: {} of {} puzzles are proved",
        puzzles.len() - n_bad,
        puzzles.len()
    )?;
    Ok(n_bad == 0 && !twins)
}

fn told_twins(
    maker: &dyn AnyMaker,
    puzzles: &[Puzzle],
    out: &mut impl Write,
) -> std::io::Result<bool> {
    let Some((one, other)) = maker.twins(puzzles) else {
        return Ok(false);
    };
    let (one, other) = (&puzzles[one].id, &puzzles[other].id);
    writeln!(
        out,
        "{}: {one} and {other} are nearly the same",
        maker.variant()
    )?;
    Ok(true)
}
