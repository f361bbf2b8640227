//! One chess server for every kind of chess: the command line.

mod addresses;
mod beginning;
mod bench;
mod ccp_client;
mod computer;
mod config;
mod engine;
mod engines;
mod lines;
mod matches;
mod moves;
mod perft;
mod pgn;
mod play;
mod referees;
mod runtime;
mod serve;
mod uci;
mod verify;

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rules::Refusal;

/// A move makes a few dozen small values and throws them away; this allocator does it in half the time
/// of the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Serve games to browsers and programs. This is also what happens without a command.
    Serve(serve::Options),
    /// List the kinds of chess.
    Variants(moves::VariantsOptions),
    /// Play at one keyboard, two people in turn.
    Play(play::Options),
    /// Play over the line protocol CCP, at the keyboard.
    Ccp(ccp_client::Options),
    /// Show the legal actions of a position, as JSON.
    Moves(moves::Options),
    /// Count the ways a game can go.
    Perft(perft::Options),
    /// Read and write games as people exchange them.
    #[command(subcommand)]
    Pgn(pgn::Command),
    /// Speak the JSON message interface on standard input and output.
    Engine,
    /// Replay a saved or exported game and say whether it is whole.
    Verify(verify::Options),
    /// Be an engine of ordinary chess for chess programs that speak UCI.
    Uci,
    /// Let computer players play against each other.
    Match(matches::Options),
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
}

/// How a command ended, apart from failing to write.
pub(crate) type Outcome = io::Result<ExitCode>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let stdout = io::stdout();
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
    match command.unwrap_or_else(|| Command::Serve(serve::Options::default())) {
        Command::Serve(options) => serve::run(&options, &mut out),
        Command::Variants(options) => moves::variants(&options, &mut out),
        Command::Play(options) => play::run(&options, io::stdin().lock(), &mut out),
        Command::Ccp(options) => ccp_client::run(&options, io::stdin().lock(), &mut out),
        Command::Moves(options) => moves::run(&options, io::stdin().lock(), &mut out),
        Command::Perft(options) => perft::run(&options, &mut out),
        Command::Pgn(command) => pgn::run(&command, &mut out),
        Command::Engine => engine::run(&mut out),
        Command::Verify(options) => verify::run(&options, &mut out),
        Command::Uci => uci::run(),
        Command::Match(options) => matches::run(&options, &mut out),
        Command::Bench(command) => bench::run(&command, &mut out),
    }
}

/// Says on standard error why a command failed.
pub(crate) fn fail(refusal: &Refusal) -> ExitCode {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{refusal}");
    ExitCode::FAILURE
}

/// A text longer than this is surely no game.
const MAX_TEXT: u64 = 256 << 20;

/// The text of a file; `-` is standard input.
pub(crate) fn read_text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    match file.to_str() {
        Some("-") => io::stdin().lock().take(MAX_TEXT).read_to_end(&mut bytes)?,
        _ => std::fs::File::open(file)?
            .take(MAX_TEXT)
            .read_to_end(&mut bytes)?,
    };
    // Old collections are often in another encoding; only names can suffer.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The next line without its end; `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    line.truncate(line.trim_end_matches(['\n', '\r']).len());
    Ok((read > 0).then_some(line))
}
