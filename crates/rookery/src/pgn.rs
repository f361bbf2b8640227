//! `rookery pgn`: games as people exchange them.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::Catalog;
use clap::Subcommand;
use rules::{AnyVariant, Refusal, Replay, Status, Written};

use crate::beginning::{Beginning, SAME_DRAW, entry};
use crate::{fail, read_text};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print each game of a file as `variant<TAB>setup<TAB>actions`, ready for `moves --batch`.
    Import {
        /// Which kind of chess [default: the first that `rookery variants` lists].
        #[arg(long, value_name = "ID")]
        variant: Option<String>,
        /// The file; `-` is standard input.
        file: PathBuf,
    },
    /// Print a game as PGN.
    Export {
        #[command(flatten)]
        beginning: Beginning,
        /// Its actions, separated by blanks.
        #[arg(
            long,
            default_value = "",
            value_name = "ACTIONS",
            hide_default_value = true
        )]
        actions: String,
    },
}

pub(crate) fn run(catalog: &Catalog, command: &Command, out: &mut impl Write) -> crate::Outcome {
    let result = match command {
        Command::Import { variant, file } => {
            let text = read_text(file)?;
            entry(catalog, variant.as_deref()).and_then(|entry| {
                let games = entry.variant().import(&text)?;
                Ok(rows(entry.id(), &games))
            })
        }
        Command::Export { beginning, actions } => {
            let actions: Vec<String> = actions.split_whitespace().map(str::to_owned).collect();
            beginning.variant(catalog).and_then(|variant| {
                let setup = beginning.setup(variant, SAME_DRAW);
                export(variant, &setup, &actions)
            })
        }
    };
    match result {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => Ok(fail(&refusal)),
    }
}

fn rows(id: &str, games: &[Written]) -> String {
    games
        .iter()
        .map(|game| format!("{id}\t{}\t{}\n", game.setup, game.actions.join(" ")))
        .collect()
}

fn export(variant: &dyn AnyVariant, setup: &str, actions: &[String]) -> Result<String, Refusal> {
    let actions_played = actions.iter().map(String::as_str);
    let game = Replay::last_state(variant.start(setup)?, actions_played)?;
    let result = match game.status() {
        Status::Over(outcome) => outcome.score(),
        Status::ToAct(_) => "*",
    };
    let written = Written {
        tags: vec![("Result".to_owned(), result.to_owned())],
        setup: setup.to_owned(),
        actions: actions.to_vec(),
    };
    variant.sheet(&written, result)
}
