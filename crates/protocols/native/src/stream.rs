//! A game as lines of JSON, for programs that speak plain HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::message::{Answer, Detail};
use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use host::{Connection, Game, HostRefusal, PlayerEvent, Push, Pushes, Rejection, Subscriber};
use serde::Deserialize;
use session::GameId;

use crate::caller::Caller;
use crate::encoders::edition;
use crate::service::Service;
use crate::{api, socket, translate};
use server::Peer;

/// An empty line comes after so much silence, so that both ends know the other is there.
const KEEP_ALIVE: Duration = Duration::from_secs(7);

/// Lines that may wait. When there are more, the stream ends: the reader comes back with `from`.
const QUEUE: usize = 256;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {
    from: Option<u64>,
    #[serde(default)]
    detail: Detail,
}

/// The first line is the answer to `open`, each further one a notice.
pub(crate) async fn game(
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Options>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    match start(service, peer, path, query, &headers).await {
        Ok(body) => {
            let headers = [
                (header::CONTENT_TYPE, "application/x-ndjson"),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, body).into_response()
        }
        Err(error) => server::refuse(&error),
    }
}

async fn start(
    service: Arc<Service>,
    peer: Peer,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Options>, QueryRejection>,
    headers: &HeaderMap,
) -> Result<Body, Rejection> {
    let caller = api::admit(&service, &peer, headers, false).await?;
    let Path(game) = path.map_err(|why| server::bad_request(why.body_text()))?;
    let Query(options) = query.map_err(|why| server::bad_request(why.body_text()))?;
    let id = GameId::new(game).map_err(|_| HostRefusal::NoSuchGame)?;
    let (subscriber, pushes) = Subscriber::new(QUEUE);
    let who = caller.identity.as_ref().map(|who| &who.player);
    let presence = who.map(|player| service.context.host.connect(player, &subscriber));
    let (opening, game) = service
        .context
        .host
        .open(&id, who, options.from, &subscriber, edition(options.detail))
        .await?;
    caller.charge(&service, opening.work);
    let first = Answer::Opened(socket::opened(id, opening, options.detail));
    let reading = Reading {
        first: serde_json::to_string(&first).ok(),
        pushes,
        game,
        subscriber,
        caller,
        _presence: presence,
        _peer: peer,
        service,
    };
    let lines = unfold(reading, |mut reading| async {
        let line = reading.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line + "\n")), reading))
    });
    Ok(Body::from_stream(lines))
}

/// A reader of a stream.
struct Reading {
    first: Option<String>,
    pushes: Pushes,
    game: Game,
    subscriber: Subscriber,
    caller: Caller,
    _presence: Option<Connection>,
    _peer: Peer,
    service: Arc<Service>,
}

impl Reading {
    async fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            let push = tokio::select! {
                push = self.pushes.recv() => push?,
                () = self.service.context.stopped() => return None,
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(String::new()),
            };
            let event = match push {
                Push::Text(text) => return Some(String::from_utf8_lossy(&text).into_owned()),
                Push::Player(event) => event,
            };
            if *event == PlayerEvent::TokensEnded
                && !self.caller.look_again(&self.service).await.unwrap_or(false)
            {
                return None;
            }
            if let Some(notice) = translate::player_notice(&event) {
                return Some(crate::message::encode_notice(&notice));
            }
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.game.close(self.subscriber.id());
    }
}
