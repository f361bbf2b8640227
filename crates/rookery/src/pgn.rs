//! `rookery pgn`: games as people exchange them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::{Catalog, Entry};
use clap::Subcommand;
use game_tree::{GameTree, TreeReader};
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
    /// Print the games of a file as clean PGN, with their variations, comments, judgements and clocks.
    Rewrite {
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
    match command {
        Command::Import { variant, file } => {
            let text = read_text(file)?;
            match entry(catalog, variant.as_deref()) {
                Ok(entry) => import(entry, &text, out),
                Err(refusal) => Ok(fail(&refusal)),
            }
        }
        Command::Rewrite { variant, file } => {
            let text = read_text(file)?;
            match entry(catalog, variant.as_deref()) {
                Ok(entry) => rewrite(entry, &text, out),
                Err(refusal) => Ok(fail(&refusal)),
            }
        }
        Command::Export { beginning, actions } => {
            let actions: Vec<String> = actions.split_whitespace().map(str::to_owned).collect();
            let exported = beginning.variant(catalog).and_then(|variant| {
                let setup = beginning.setup(variant, SAME_DRAW);
                export(variant, &setup, &actions)
            });
            match exported {
                Ok(text) => {
                    out.write_all(text.as_bytes())?;
                    Ok(ExitCode::SUCCESS)
                }
                Err(refusal) => Ok(fail(&refusal)),
            }
        }
    }
}

fn import(entry: &Entry, text: &str, out: &mut impl Write) -> crate::Outcome {
    // A file in a form of the game's own is not PGN.
    if entry.meta().file.is_some()
        && text.trim_start().starts_with('{')
        && let Ok(games) = entry.variant().import(text)
    {
        for game in &games {
            out.write_all(row(entry.id(), game).as_bytes())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    each_game(entry.variant(), text, |tree| {
        let flat = tree.flat();
        if let Some(cut) = flat.cut {
            let (game, line) = tree.place;
            let notation = &tree.node(cut).notation;
            let why = format!("the game is cut off before {notation}, which cannot be played");
            say(&format!("game {game}, line {line}: {why}"));
        }
        out.write_all(row(entry.id(), &flat.written).as_bytes())
    })
}

fn rewrite(entry: &Entry, text: &str, out: &mut impl Write) -> crate::Outcome {
    let mut is_first = true;
    each_game(entry.variant(), text, |tree| {
        // An empty line stands between games.
        if !std::mem::take(&mut is_first) {
            out.write_all(b"\n")?;
        }
        out.write_all(tree.to_pgn().as_bytes())
    })
}

/// Does something with every game of a text. Games that cannot be read are named, and make the command fail in the end.
fn each_game(
    variant: &dyn AnyVariant,
    text: &str,
    mut act: impl FnMut(&GameTree) -> io::Result<()>,
) -> crate::Outcome {
    let mut reader = TreeReader::new(variant, text);
    let (mut n_games, mut n_faults) = (0_usize, 0_usize);
    for game in reader.by_ref() {
        match game {
            Ok(tree) => {
                n_games += 1;
                act(&tree)?;
            }
            Err(fault) => {
                n_faults += 1;
                say(&fault.to_string());
            }
        }
    }
    reader
        .notes()
        .iter()
        .for_each(|note| say(&note.to_string()));
    match (n_games, n_faults) {
        (0, 0) => Ok(fail(&Refusal::new(
            "bad-pgn",
            "there is no game in this text",
        ))),
        (_, 0) => Ok(ExitCode::SUCCESS),
        _ => Ok(ExitCode::FAILURE),
    }
}

/// Tells something besides the result.
fn say(line: &str) {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

fn row(id: &str, game: &Written) -> String {
    format!("{id}\t{}\t{}\n", game.setup, game.actions.join(" "))
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
