//! Games that are written down.
//!
//! A game that cannot be read is named, and the others are read. Over a WebSocket a text has few games. Over HTTP it may
//! have more than anybody wants to hold in memory as an answer: they are read while the client takes them.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use game_tree::{GameTree, PgnFault, Piece};
use host::{Rejection, find_variant};
use rules::{AnyVariant, Refusal, RefusalKind, Replay, Variants};

use crate::caller::Caller;
use crate::message::{Answer, ImportFault, ImportedGame, MAX_IMPORT};
use crate::service::Service;
use crate::study::work;

/// Games of one answer that is made as a whole, and of one piece of an answer that is streamed.
const MAX_GAMES: usize = 64;

/// What a text turned out to hold.
enum Found {
    /// Few games, which are read.
    Answer(Answer),
    /// More games than an answer has, which are not read yet.
    Many(&'static dyn AnyVariant, Vec<Result<Piece, PgnFault>>),
}

/// The games of a text, at most [`MAX_GAMES`].
pub(crate) fn answer(variants: &Variants, variant: &str, text: &str) -> Result<Answer, Refusal> {
    match find(variants, variant, text)? {
        Found::Answer(answer) => Ok(answer),
        Found::Many(..) => Err(too_large(format!(
            "at most {MAX_GAMES} games are read at once; over HTTP there may be more"
        ))),
    }
}

/// The same over HTTP, without end.
pub(crate) async fn respond(
    service: Arc<Service>,
    caller: Caller,
    variant: String,
    text: String,
) -> Result<Response, Rejection> {
    let variants = service.context.host.variants().clone();
    let found = work(&service, &caller, move || find(&variants, &variant, &text)).await?;
    Ok(match found {
        Found::Answer(answer) => axum::Json(&answer).into_response(),
        Found::Many(variant, pieces) => streamed(Reading {
            service,
            caller,
            variant,
            pieces: pieces.into_iter(),
            n_games: 0,
            faults: Vec::new(),
            stage: Stage::Begin,
        }),
    })
}

fn too_large(message: String) -> Refusal {
    Refusal::new("too-large", message).of_kind(RefusalKind::TooLarge)
}

fn find(variants: &Variants, variant: &str, text: &str) -> Result<Found, Refusal> {
    if text.len() > MAX_IMPORT {
        let message = format!("a text to import has at most {MAX_IMPORT} bytes");
        return Err(too_large(message));
    }
    let variant = find_variant(variants, variant)?;
    if session::is_exported(text) {
        let games = vec![import_records(variants, variant, text)?];
        return Ok(Found::answer(games, Vec::new()));
    }
    if let Some(games) = saved_games(variant, text)? {
        return Ok(Found::answer(games, Vec::new()));
    }
    let pieces = Piece::cut(variant, text);
    if pieces.len() > MAX_GAMES {
        return Ok(Found::Many(variant, pieces));
    }
    let (games, faults) = read(variant, pieces);
    if !games.is_empty() {
        return Ok(Found::answer(games, faults));
    }
    // Where nothing could be read, the game itself says best why.
    variant.import(text)?;
    let why = faults.first().map(|fault| fault.message.clone());
    let why = why.unwrap_or_else(|| "there is no game in this text".to_owned());
    Err(Refusal::new("bad-pgn", why))
}

impl Found {
    fn answer(games: Vec<ImportedGame>, faults: Vec<ImportFault>) -> Found {
        Found::Answer(Answer::Imported { games, faults })
    }
}

/// Games in the form of a file that only this kind of chess has.
fn saved_games(variant: &dyn AnyVariant, text: &str) -> Result<Option<Vec<ImportedGame>>, Refusal> {
    if variant.meta().file.is_none() || !text.trim_start().starts_with('{') {
        return Ok(None);
    }
    let Ok(written) = variant.import(text) else {
        return Ok(None);
    };
    let games = written.into_iter().map(|written| {
        let start = variant.begin(&written.setup)?;
        let line = Replay::of(start, written.actions.iter().map(String::as_str))?;
        Ok(ImportedGame::of_written(written, &line))
    });
    games.collect::<Result<_, Refusal>>().map(Some)
}

fn read(
    variant: &dyn AnyVariant,
    pieces: impl IntoIterator<Item = Result<Piece, PgnFault>>,
) -> (Vec<ImportedGame>, Vec<ImportFault>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for piece in pieces {
        let tree = piece.and_then(|piece| piece.read(variant));
        match tree.and_then(|tree| import_tree(variant, &tree)) {
            Ok(game) => games.push(game),
            Err(fault) => faults.push(ImportFault::from(fault)),
        }
    }
    (games, faults)
}

fn import_tree(variant: &dyn AnyVariant, tree: &GameTree) -> Result<ImportedGame, PgnFault> {
    let (game, line) = tree.place;
    let flat = tree.flat();
    let replayed = variant.begin(&tree.setup).and_then(|start| {
        let actions = flat.written.actions.iter().map(String::as_str);
        Replay::of(start, actions)
    });
    let why = |no: Refusal| PgnFault {
        game,
        line,
        why: no.message,
    };
    Ok(ImportedGame::of_tree(tree, flat, &replayed.map_err(why)?))
}

fn import_records(
    variants: &Variants,
    variant: &dyn AnyVariant,
    text: &str,
) -> Result<ImportedGame, Refusal> {
    let verified = session::verify(text, &variants.lookup())
        .map_err(|broken| Refusal::new("broken-records", broken.to_string()))?;
    let session = verified.session;
    let (found, wanted) = (session.variant().meta(), variant.meta());
    if found.id != wanted.id {
        let message = format!("this is a game of {}, not of {}", found.name, wanted.name);
        return Err(Refusal::new("other-variant", message));
    }
    let (start, actions) = session.beginning(session.played().len())?;
    let line = Replay::of(start, actions.iter().map(String::as_str))?;
    Ok(ImportedGame::of_session(&session, &line))
}

/// An answer with many games while it is sent.
struct Reading {
    service: Arc<Service>,
    caller: Caller,
    variant: &'static dyn AnyVariant,
    pieces: std::vec::IntoIter<Result<Piece, PgnFault>>,
    n_games: usize,
    faults: Vec<ImportFault>,
    stage: Stage,
}

/// Which part of the answer comes next.
enum Stage {
    Begin,
    Games,
    Done,
}

/// The same object as an answer that is made as a whole.
fn streamed(reading: Reading) -> Response {
    let parts = unfold(reading, |mut reading| async {
        let part = reading.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(part)), reading))
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, Body::from_stream(parts)).into_response()
}

impl Reading {
    async fn next(&mut self) -> Option<String> {
        match self.stage {
            Stage::Begin => {
                self.stage = Stage::Games;
                Some(r#"{"type":"imported","games":["#.to_owned())
            }
            Stage::Games => Some(self.games().await),
            Stage::Done => None,
        }
    }

    async fn games(&mut self) -> String {
        let pieces: Vec<_> = self.pieces.by_ref().take(MAX_GAMES).collect();
        if pieces.is_empty() {
            return self.end();
        }
        let variant = self.variant;
        let read = work(&self.service, &self.caller, move || {
            Ok(read(variant, pieces))
        });
        let (games, faults) = match read.await {
            Ok(read) => read,
            Err(why) => {
                self.faults.push(self.stopped(&why));
                return self.end();
            }
        };
        self.faults.extend(faults);
        let mut text = String::new();
        for game in &games {
            if self.n_games > 0 {
                text.push(',');
            }
            self.n_games += 1;
            text.push_str(&json(game));
        }
        text
    }

    /// The status has been sent, so that a refusal can only be told among the faults.
    fn stopped(&self, why: &Rejection) -> ImportFault {
        let game = self.n_games + self.faults.len() + 1;
        ImportFault {
            game: u32::try_from(game).unwrap_or(u32::MAX),
            line: 0,
            message: format!("this game and those after it are not read: {why}"),
        }
    }

    fn end(&mut self) -> String {
        self.stage = Stage::Done;
        let faults = std::mem::take(&mut self.faults);
        match faults.is_empty() {
            true => "]}".to_owned(),
            false => format!("],\"faults\":{}}}", json(&faults)),
        }
    }
}

fn json(object: &impl serde::Serialize) -> String {
    // Our objects always have a text: they have no maps with odd keys.
    serde_json::to_string(object).unwrap_or_default()
}
