//! Positions and written games to look at. Nothing here changes anything.
//!
//! Replaying takes processor time, so it is done on a few threads of its own and not where games are served.

use crate::message::{Answer, ImportedGame, MAX_ACTIONS, MAX_IMPORT, Position, Start, VariantInfo};
use host::{HostError, Rejection, find_variant, preset};
use rules::{AnyVariant, Refusal, RefusalKind, Variants};
use session::{GameId, Line, Session};
use tokio::task::spawn_blocking;

use crate::family::StudyRequest;
use crate::service::Service;

/// Replays at the same time. More wait for their turn.
pub(crate) const PLACES: usize = 2;

/// Games read from one text.
const MAX_GAMES: usize = 64;

/// Answers a request to look at something.
pub(crate) async fn serve(service: &Service, request: StudyRequest) -> Result<Answer, Rejection> {
    let variants = service.context.host.variants().clone();
    match request {
        StudyRequest::Variants => Ok(Answer::Variants {
            variants: service.variant_infos.clone(),
        }),
        StudyRequest::SceneAfter { game, actions } => scene_after(service, &game, actions).await,
        StudyRequest::Look {
            variant,
            start,
            actions,
            moment,
        } => {
            work(service, move || {
                look(&variants, &variant, start, &actions, moment)
            })
            .await
        }
        StudyRequest::Import { variant, text } => {
            work(service, move || import(&variants, &variant, &text)).await
        }
    }
}

/// Does something that takes processor time.
async fn work<T: Send + 'static>(
    service: &Service,
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Rejection> {
    let places = service.study_places.clone();
    let place = places.acquire_owned().await;
    let place = place.map_err(|_| HostError::Stopping)?;
    let done = spawn_blocking(move || {
        let done = job();
        // Held until the work is done, even if its caller has gone.
        drop(place);
        done
    });
    Ok(done.await.map_err(|_| HostError::Overloaded)??)
}

/// The game only says what was played; replaying it keeps nobody waiting at its board.
async fn scene_after(service: &Service, game: &GameId, actions: u32) -> Result<Answer, Rejection> {
    let look = move |session: &Session, _| session.beginning(actions as usize);
    let (start, actions) = service.context.host.look(game, look).await??;
    work(service, move || {
        let line = Line::of(start, actions.iter().map(String::as_str))?;
        Ok(Answer::Position(Box::new(Position::from(&line))))
    })
    .await
}

fn look(
    variants: &Variants,
    variant: &str,
    start: Start,
    actions: &[String],
    moment: Option<usize>,
) -> Result<Answer, Refusal> {
    if actions.len() > MAX_ACTIONS {
        let message = format!("at most {MAX_ACTIONS} actions can be looked at");
        return Err(Refusal::new("too-many-actions", message));
    }
    let variant = find_variant(variants, variant)?;
    let setup = match start {
        Start::Usual => variant.usual_start(0).setup,
        Start::Setup { text } => text,
        Start::Preset { id } => preset(variant, &id, 0)?,
    };
    let game = variant.start(&setup)?;
    let line = Line::of(game, actions.iter().map(String::as_str))?;
    let mut position = Position::from(&line);
    if let Some(scene) = moment.and_then(|moment| line.game().scene_at(moment)) {
        position.scene = scene;
    }
    Ok(Answer::Looked {
        start: line.start().setup(),
        position: Box::new(position),
        offers: line.game().offers(),
    })
}

fn import(variants: &Variants, variant: &str, text: &str) -> Result<Answer, Refusal> {
    let too_large =
        |message: String| Refusal::new("too-large", message).of_kind(RefusalKind::TooLarge);
    if text.len() > MAX_IMPORT {
        return Err(too_large(format!(
            "a text to import has at most {MAX_IMPORT} bytes"
        )));
    }
    let variant = find_variant(variants, variant)?;
    if session::is_exported(text) {
        let games = vec![import_records(variants, variant, text)?];
        return Ok(Answer::Imported { games });
    }
    let written = variant.import(text)?;
    if written.len() > MAX_GAMES {
        return Err(too_large(format!(
            "at most {MAX_GAMES} games are read at once"
        )));
    }
    let games = written.into_iter().map(|written| {
        let start = variant.start(&written.setup)?;
        let line = Line::of(start, written.actions.iter().map(String::as_str))?;
        Ok(ImportedGame::of_written(written, &line))
    });
    Ok(Answer::Imported {
        games: games.collect::<Result<_, Refusal>>()?,
    })
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
    let line = Line::of(start, actions.iter().map(String::as_str))?;
    Ok(ImportedGame::of_session(&session, &line))
}

/// What is known of all variants, found out once.
pub(crate) fn variant_infos(host: &host::Host) -> Vec<VariantInfo> {
    let info = |variant: &'static dyn AnyVariant| {
        let meta = variant.meta();
        let computers = host.computers(meta.id).into_iter();
        let computers = computers.map(|(level, name)| crate::message::ComputerInfo { level, name });
        let engines = host.engines(meta.id).into_iter();
        let engines = engines.map(|(id, name)| crate::message::EngineInfo { id, name });
        VariantInfo::new(meta, computers.collect(), engines.collect())
    };
    host.variants().iter().map(info).collect()
}
