//! One chess server for every kind of chess: the command line.
//!
//! A program that offers other games is this library and a catalog of its own:
//!
//! ```no_run
//! # use std::process::ExitCode;
//! fn main() -> ExitCode {
//!     rookery::run(&catalog::standard())
//! }
//! ```

mod addresses;
mod admin;
mod backup;
mod beginning;
mod bench;
mod ccp_client;
mod check;
mod computer;
mod config;
mod engine;
mod engines;
mod file_limit;
mod json_values;
mod lines;
mod matches;
mod moves;
mod nodes;
mod perft;
mod pgn;
mod picture;
mod play;
mod puzzles;
mod referees;
mod runtime;
mod serve;
mod storage;
mod store_copy;
mod uci;
mod verify;

pub use config::{
    BadConfig, BusSetting, Config, Door, EngineConfig, Limits, LogFormat, ProxySetting, Secret,
    StoreSetting,
};
pub use serve::{Opened, open};

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use catalog::Catalog;
use clap::{Parser, Subcommand};
use rules::Refusal;

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
    Engine(engine::Options),
    /// Replay a saved or exported game and say whether it is whole.
    Verify(verify::Options),
    /// Reset passwords, ban, rename and mute players of a server, which may be running.
    Admin(admin::Options),
    /// Look at all games of a server and say which are damaged.
    Check(check::Options),
    /// Copy everything that a server keeps to one file, also while it runs.
    Backup(backup::Options),
    /// Move what a server keeps between SQLite and PostgreSQL.
    #[command(subcommand)]
    Store(store_copy::Command),
    /// Be an engine of ordinary chess for chess programs that speak UCI.
    Uci,
    /// Let computer players play against each other.
    Match(matches::Options),
    /// Make and check puzzles.
    #[command(subcommand)]
    Puzzles(puzzles::Command),
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
}

/// How a command ended, apart from failing to write.
pub(crate) type Outcome = io::Result<ExitCode>;

/// Runs the program with the games of this catalog, as the arguments of the process say.
pub fn run(catalog: &Catalog) -> ExitCode {
    let arguments = Arguments::parse();
    let stdout = io::stdout();
    match run_command(catalog, arguments.command, stdout) {
        Ok(code) => code,
        // The reader of our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "rookery: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command with arguments as on a command line, the name of the program first.
///
/// # Errors
/// The arguments are wrong, or the output cannot be written.
pub fn run_with<'a>(
    catalog: &Catalog,
    arguments: impl IntoIterator<Item = &'a str>,
    out: impl Write,
) -> io::Result<ExitCode> {
    let arguments = Arguments::try_parse_from(arguments).map_err(io::Error::other)?;
    run_command(catalog, arguments.command, out)
}

fn run_command(catalog: &Catalog, command: Option<Command>, mut out: impl Write) -> Outcome {
    match command.unwrap_or_else(|| Command::Serve(serve::Options::default())) {
        Command::Serve(options) => serve::run(catalog, &options, &mut out),
        Command::Variants(options) => moves::variants(catalog, &options, &mut out),
        Command::Play(options) => play::run(catalog, &options, io::stdin().lock(), &mut out),
        Command::Ccp(options) => ccp_client::run(catalog, &options, io::stdin().lock(), &mut out),
        Command::Moves(options) => moves::run(catalog, &options, io::stdin().lock(), &mut out),
        Command::Perft(options) => perft::run(catalog, &options, &mut out),
        Command::Pgn(command) => pgn::run(catalog, &command, &mut out),
        Command::Engine(options) => engine::run(catalog, &options, &mut out),
        Command::Verify(options) => verify::run(catalog, &options, &mut out),
        Command::Admin(options) => admin::run(catalog, &options, &mut out),
        Command::Check(options) => check::run(catalog, &options, &mut out),
        Command::Backup(options) => backup::run(&options, &mut out),
        Command::Store(command) => store_copy::run(&command, &mut out),
        Command::Uci => uci::run(catalog),
        Command::Match(options) => matches::run(catalog, &options, &mut out),
        Command::Puzzles(command) => puzzles::run(catalog, &command, &mut out),
        Command::Bench(command) => bench::run(catalog, &command, &mut out),
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
    // Old collections are often in another encoding.
    Ok(game_tree::decode(&bytes))
}

/// The next line without its end; `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    line.truncate(line.trim_end_matches(['\n', '\r']).len());
    Ok((read > 0).then_some(line))
}
