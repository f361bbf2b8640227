//! One chess server for every kind of chess: the command line.

mod bench;
mod engine;
mod lines;
mod moves;
mod perft;
mod pgn;
mod play;
mod referees;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rules::{AnyVariant, Refusal};

#[derive(Parser)]
#[command(
    name = "rookery",
    version,
    about = "One chess server for every kind of chess."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the kinds of chess.
    Variants(moves::VariantsOptions),
    /// Play at one keyboard, two people in turn.
    Play(play::Options),
    /// Show the legal actions of a position, as JSON.
    Moves(moves::Options),
    /// Count the ways a game can go.
    Perft(perft::Options),
    /// Read and write games as people exchange them.
    #[command(subcommand)]
    Pgn(pgn::Command),
    /// Speak the JSON message interface on standard input and output.
    Engine,
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
}

/// How a command ended, apart from failing to write.
pub(crate) type Outcome = io::Result<ExitCode>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let stdout = io::stdout().lock();
    match run(arguments.command, stdout) {
        Ok(code) => code,
        // Whoever read our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "rookery: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<Command>, mut out: impl Write) -> Outcome {
    match command.unwrap_or_else(|| Command::Play(play::Options::default())) {
        Command::Variants(options) => moves::variants(&options, &mut out),
        Command::Play(options) => play::run(&options, io::stdin().lock(), &mut out),
        Command::Moves(options) => moves::run(&options, io::stdin().lock(), &mut out),
        Command::Perft(options) => perft::run(&options, &mut out),
        Command::Pgn(command) => pgn::run(&command, &mut out),
        Command::Engine => engine::run(&mut out),
        Command::Bench(command) => bench::run(&command, &mut out),
    }
}

/// The variant with this id, or a refusal that lists the ids there are.
pub(crate) fn variant(id: &str) -> Result<&'static dyn AnyVariant, Refusal> {
    catalog::find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalog::ALL
            .iter()
            .map(|variant| variant.meta().id)
            .collect();
        Refusal::new(
            "unknown-variant",
            format!("there is no `{id}`; there is {}", ids.join(", ")),
        )
    })
}

/// Says on standard error why a command failed.
pub(crate) fn fail(refusal: &Refusal) -> ExitCode {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{refusal}");
    ExitCode::FAILURE
}

/// The next line without its end; `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    line.truncate(line.trim_end_matches(['\n', '\r']).len());
    Ok((read > 0).then_some(line))
}
