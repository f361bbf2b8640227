//! Positions and written games to look at. Nothing here changes anything.
//!
//! Replaying takes processor time, so it is done on a few threads of its own and not where games are served.

use crate::message::{Answer, PositionView, VariantInfo};
use explorer::{Explorer, Place};
use host::{HostError, Rejection, measured};
use rules::{AnyVariant, Refusal, Replay};
use session::{GameId, Session};
use tokio::sync::SemaphorePermit;
use tokio::task::spawn_blocking;

use crate::caller::Caller;
use crate::family::StudyRequest;
use crate::imports;
use crate::puzzles::Puzzles;
use crate::service::Service;
use crate::trees;

/// Replays at the same time. More wait for their turn.
pub(crate) const PLACES: usize = 2;

/// States of ordinary chess that are looked at for one question: a few tenths of a second on a usual machine.
pub(crate) const MAX_STATES: u64 = 100_000;

/// Answers a request to look at something.
pub(crate) async fn serve(
    service: &Service,
    caller: &Caller,
    request: StudyRequest,
) -> Result<Answer, Rejection> {
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
            let place = Place {
                variant,
                start,
                seed: None,
                actions,
            };
            let explorer = service.explorer.clone();
            work(service, caller, move || look(&explorer, &place, moment)).await
        }
        StudyRequest::Rules { question } => {
            let explorer = service.explorer.clone();
            work(service, caller, move || {
                let reply = Box::new(explorer.answer(question, MAX_STATES)?);
                Ok(Answer::Rules { reply })
            })
            .await
        }
        StudyRequest::ReadTree { variant, text } => {
            let variants = service.context.host.variants().clone();
            work(service, caller, move || {
                trees::read(&variants, &variant, &text)
            })
            .await
        }
        StudyRequest::WriteTree { variant, tree } => {
            let variants = service.context.host.variants().clone();
            work(service, caller, move || {
                trees::write(&variants, &variant, &tree)
            })
            .await
        }
        StudyRequest::Import { variant, text } => {
            let variants = service.context.host.variants().clone();
            work(service, caller, move || {
                imports::answer(&variants, &variant, &text)
            })
            .await
        }
    }
}

/// Waits until nobody else of the same address does something that takes processor time.
async fn own_place(caller: &Caller) -> Result<SemaphorePermit<'_>, Rejection> {
    let place = caller.address.studies.acquire().await;
    let place = place.map_err(|_| HostError::Stopping)?;
    // Others may have used up meanwhile what there was when this request came.
    caller.address.check_debt()?;
    Ok(place)
}

/// Does something that takes processor time.
pub(crate) async fn work<T: Send + 'static>(
    service: &Service,
    caller: &Caller,
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Rejection> {
    let own_place = own_place(caller).await?;
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
        let line = Replay::of(start, actions.iter().map(String::as_str))?;
        Ok(Answer::Position(Box::new(PositionView::from(&line))))
    })
    .await
}

fn look(explorer: &Explorer, place: &Place, moment: Option<usize>) -> Result<Answer, Refusal> {
    let looked = explorer.look(place, moment)?;
    Ok(Answer::Looked {
        start: looked.start,
        position: Box::new(looked.position),
        offers: looked.offers,
        more: looked.more,
    })
}

/// What is known of all variants, found out once.
pub(crate) fn variant_infos(host: &host::Host, puzzles: &Puzzles) -> Vec<VariantInfo> {
    let info = |variant: &'static dyn AnyVariant| {
        let meta = variant.meta();
        let computers = host.computers(meta.id).into_iter();
        let computers = computers.map(|(level, name)| crate::message::ComputerInfo { level, name });
        let engines = host.engines(meta.id).into_iter();
        let engines = engines.map(|(id, name)| crate::message::EngineInfo { id, name });
        VariantInfo {
            puzzles: puzzles.count(meta.id),
            ..VariantInfo::new(meta, computers.collect(), engines.collect())
        }
    };
    host.variants().iter().map(info).collect()
}
