//! `rookery verify`: replays a game anywhere and says whether it is whole.
//!
//! Two kinds of files are understood: the records that a server exports, whose hash chain is checked,
//! and whatever a variant can import (PGN, saved games), whose moves are.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::Catalog;
use clap::Args;
use rules::{AnyVariant, Refusal, Replay, Status, Written};

use crate::beginning::entry;
use crate::{fail, read_text};

#[derive(Args)]
pub(crate) struct Options {
    /// Which kind of chess, where the file itself does not tell; without it, all are tried.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// The file; `-` is standard input.
    file: PathBuf,
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let text = read_text(&options.file)?;
    let verdict = match session::is_exported(&text) {
        true => records(catalog, &text),
        false => imported(catalog, options.variant.as_deref(), &text),
    };
    match verdict {
        Ok(report) => {
            writeln!(out, "{report}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => Ok(fail(&refusal)),
    }
}

fn records(catalog: &Catalog, text: &str) -> Result<String, Refusal> {
    let verified = session::verify(text, &catalog.variants().lookup())
        .map_err(|broken| Refusal::new("broken-records", broken.to_string()))?;
    let session = verified.session;
    Ok(format!(
        "whole: {} {}, {} records, {} actions, {}\nhead {}",
        session.variant().meta().id,
        session.id(),
        session.seq(),
        session.played().len(),
        session
            .ending()
            .map_or("not ended".to_owned(), |ending| format!(
                "ended ({})",
                ending.reason
            )),
        verified.head
    ))
}

/// The variant that is named, or the first that can read the text.
fn imported(catalog: &Catalog, id: Option<&str>, text: &str) -> Result<String, Refusal> {
    let candidates: Vec<&dyn AnyVariant> = match id {
        Some(id) => vec![entry(catalog, Some(id))?.variant()],
        None => catalog.variants().iter().collect(),
    };
    let mut refusals = Vec::new();
    for variant in candidates {
        match variant.import(text) {
            Ok(games) => {
                let reports: Result<Vec<_>, _> =
                    games.iter().map(|game| replay(variant, game)).collect();
                return Ok(reports?.join("\n"));
            }
            Err(no) => refusals.push(format!("as {}: {}", variant.meta().id, no.message)),
        }
    }
    Err(Refusal::new("cannot-be-read", refusals.join("\n")))
}

fn replay(variant: &dyn AnyVariant, written: &Written) -> Result<String, Refusal> {
    let actions = written.actions.iter().map(String::as_str);
    let game = Replay::last_state(variant.start(&written.setup)?, actions)?;
    let status = match game.status() {
        Status::ToAct(seat) => format!("{seat} is to act"),
        Status::Over(outcome) => format!("{} ({})", outcome.score(), outcome.reason),
    };
    let (id, count) = (variant.meta().id, written.actions.len());
    Ok(format!(
        "whole: {id}, {count} actions, {status}\n{}",
        game.setup()
    ))
}
