//! Positions and written games to look at. Nothing here changes anything.
//!
//! Replaying takes processor time, so it is done on a few threads of its own and not where games are served.

use crate::message::{Answer, MAX_ACTIONS, Position, Start, VariantInfo};
use host::{HostError, Rejection, find_variant, measured, preset};
use rules::{AnyVariant, Refusal, Variants};
use session::{GameId, Line, Session, listed_offers};
use tokio::task::spawn_blocking;

use crate::caller::Caller;
use crate::family::StudyRequest;
use crate::imports;
use crate::service::Service;

/// Replays at the same time. More wait for their turn.
pub(crate) const PLACES: usize = 2;

/// Answers a request to look at something.
pub(crate) async fn serve(
    service: &Service,
    caller: &Caller,
    request: StudyRequest,
) -> Result<Answer, Rejection> {
    let variants = service.context.host.variants().clone();
    match request {
        StudyRequest::Variants => Ok(Answer::Variants {
            variants: service.variant_infos.clone(),
        }),
        StudyRequest::SceneAfter { game, actions } => {
            scene_after(service, caller, &game, actions).await
        }
        StudyRequest::Look {
            variant,
            start,
            actions,
            moment,
        } => {
            work(service, caller, move || {
                look(&variants, &variant, start, &actions, moment)
            })
            .await
        }
        StudyRequest::Import { variant, text } => {
            work(service, caller, move || {
                imports::answer(&variants, &variant, &text)
            })
            .await
        }
    }
}

/// Does something that takes processor time.
pub(crate) async fn work<T: Send + 'static>(
    service: &Service,
    caller: &Caller,
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Rejection> {
    // Others of the same address may have used up meanwhile what there was when this request came.
    let own_place = caller.address.studies.acquire().await;
    let own_place = own_place.map_err(|_| HostError::Stopping)?;
    caller.address.check_debt()?;
    let places = service.study_places.clone();
    let place = places.acquire_owned().await;
    let place = place.map_err(|_| HostError::Stopping)?;
    let done = spawn_blocking(move || {
        let done = measured(job);
        // Held until the work is done, even if its caller has gone.
        drop(place);
        done
    });
    let (done, work) = done.await.map_err(|_| HostError::Overloaded)?;
    caller.charge(service, work);
    drop(own_place);
    Ok(done?)
}

/// The game only says what was played; replaying it keeps nobody waiting at its board.
async fn scene_after(
    service: &Service,
    caller: &Caller,
    game: &GameId,
    actions: u32,
) -> Result<Answer, Rejection> {
    let look = move |session: &Session, _| session.beginning(actions as usize);
    let (start, actions) = service.context.host.look(game, look).await??;
    work(service, caller, move || {
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
    let game = variant.begin(&setup)?;
    let line = Line::of(game, actions.iter().map(String::as_str))?;
    let mut position = Position::from(&line);
    if let Some(scene) = moment.and_then(|moment| line.game().scene_at(moment)) {
        position.scene = scene;
    }
    let (offers, more) = listed_offers(line.game());
    Ok(Answer::Looked {
        start: line.start().setup(),
        position: Box::new(position),
        offers,
        more,
    })
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
