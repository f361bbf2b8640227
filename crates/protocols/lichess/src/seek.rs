//! A player who plays the first who comes. The seek lives as long as the client keeps the connection open.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use host::{Audience, Connection, Joined, Push, Pushes, Rejection};
use serde_json::json;
use server::Peer;
use session::{Clock, GameId, PlayerId};

use crate::call::Call;
use crate::challenges::random_tag;
use crate::service::Service;
use crate::stream::{self, KEEP_ALIVE, Lines, empty_line};
use crate::wish::{self, Draws};

/// Makes a seek. With a clock the answer goes on until the game begins; with days it is the id.
pub(crate) async fn seek(call: Call) -> Result<Response, Rejection> {
    let who = call.who()?;
    let clock = wish::seek_clock(&call.fields)?;
    let wish = wish::wish(&call, clock, Audience::Anybody, Draws::Usual)?;
    let (subscriber, pushes) = stream::subscriber();
    // First, so that the player is here and hears of the game.
    let presence = call.host().connect(&who.player, &subscriber);
    let admit = || {
        let budgets = &call.service.context.budgets;
        budgets.creation(&who.player, &call.peer.address)
    };
    let joined = call.host().pair(who, &random_tag()?, wish, admit).await?;
    let (game, is_waiting) = match joined {
        Joined::Waiting(seek) => (seek.game, true),
        Joined::Playing { game, .. } => (game, false),
    };
    if matches!(clock, Clock::Correspondence { .. } | Clock::Untimed) {
        return Ok(axum::Json(json!({"id": game})).into_response());
    }
    let waiting = Waiting {
        service: Arc::clone(&call.service),
        player: who.player.clone(),
        seek: Some(game).filter(|_| is_waiting),
        was_greeted: false,
        pushes,
        _presence: presence,
        _peer: call.peer,
    };
    Ok(stream::respond(waiting, "text/plain; charset=utf-8"))
}

/// A client that waits.
struct Waiting {
    service: Arc<Service>,
    player: PlayerId,
    /// The seek, until it has led to a game.
    seek: Option<GameId>,
    was_greeted: bool,
    pushes: Pushes,
    _presence: Connection,
    _peer: Peer,
}

impl Waiting {
    /// Whether the seek is still there. It may have led to a game with another id.
    fn goes_on(&self) -> bool {
        let host = &self.service.context.host;
        self.seek.as_ref().is_some_and(|id| host.seek(id).is_some())
    }
}

impl Lines for Waiting {
    async fn next(&mut self) -> Option<String> {
        loop {
            if !self.goes_on() {
                return None;
            }
            if !std::mem::replace(&mut self.was_greeted, true) {
                return Some(empty_line());
            }
            tokio::select! {
                push = self.pushes.recv() => match push? {
                    Push::Text(_) | Push::Player(_) => {}
                },
                () = self.service.context.stopped() => return None,
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(empty_line()),
            }
        }
    }
}

impl Drop for Waiting {
    /// If the client goes, so does the seek. One that has led to a game stays what it is.
    fn drop(&mut self) {
        let Some(seek) = self.seek.take() else {
            return;
        };
        let (service, player) = (Arc::clone(&self.service), self.player.clone());
        tokio::spawn(async move {
            drop(service.context.host.cancel(&player, &seek).await);
        });
    }
}
