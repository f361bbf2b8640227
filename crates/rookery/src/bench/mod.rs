//! `rookery bench`: speed, measured in one process against a peer or a stated figure.

mod attack;
mod attack_kinds;
mod bots;
mod cores;
mod hall;
mod json;
mod pupils;
mod rules;
mod scale;
mod scale_database;
mod scale_layout;
mod search;
mod server;
mod server_ccp;
mod server_load;
mod server_lobby;
mod server_process;
mod server_programs;
mod server_relay;
mod server_sizes;
mod server_socket;
mod server_spectators;
mod timing;
mod written_json;

use std::io::{self, Write};
use std::process::ExitCode;

use catalog::Catalog;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The rules of every variant, the JSON message interface, and JSON written by hand.
    Rules {
        /// Only this variant.
        #[arg(long, value_name = "ID")]
        variant: Option<String>,
    },
    /// How fast full strength thinks, in every game and beside engines of others.
    Search(search::Options),
    /// A whole server in a process of its own, with players at full speed.
    Server(server::Options),
    /// People at a whole server, without and with computers that think.
    Bots(bots::Options),
    /// A class that plays the strongest computers at once.
    Pupils(pupils::Options),
    /// A whole server with people who play at random, each answer compared with the rules.
    Hall(hall::Options),
    /// A stranger at a whole server that others attack.
    Attack(attack::Options),
    /// Several nodes on PostgreSQL, as processes, and one on SQLite beside them.
    Scale(scale::Options),
    /// A PostgreSQL server for a trial, until the end of standard input.
    #[command(hide = true)]
    Database,
    /// What attackers attack instead of a server.
    #[command(hide = true)]
    Sink,
    /// The bare relay that a server is compared with.
    #[command(hide = true)]
    Relay,
}

pub(crate) fn run(catalog: &Catalog, command: &Command, out: &mut impl Write) -> crate::Outcome {
    let kept = match command {
        Command::Rules { variant } => {
            let rules = rules::run(catalog, variant.as_deref(), out)?;
            // The interface is measured with the whole catalog only.
            let json = variant.is_some() || (json::run(catalog, out)? & written_json::run(out)?);
            rules && json
        }
        Command::Search(options) => search::run(catalog, options, out)?,
        Command::Server(options) => on_one_thread(server::run(catalog, options, out))?,
        Command::Bots(options) => on_one_thread(bots::run(options, out))?,
        Command::Pupils(options) => on_one_thread(pupils::run(catalog, options, out))?,
        Command::Hall(options) => on_one_thread(hall::run(catalog, options, out))?,
        Command::Scale(options) => on_one_thread(scale::run(options, out))?,
        Command::Database => return scale_database::serve(out),
        Command::Attack(options) => on_one_thread(attack::run(options, out))?,
        Command::Sink => {
            on_one_thread(attack::serve_sink(out))?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Relay => {
            server_relay::serve(out)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    writeln!(
        out,
        "{}",
        if kept {
            "all figures kept"
        } else {
            "some figures are not kept"
        }
    )?;
    Ok(if kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The measuring side takes at most one core, so that the server has the other.
fn on_one_thread<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}
