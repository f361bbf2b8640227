//! What a server says of itself to those who watch it.
//!
//! Two questions are asked. Whoever started the server wants to know whether it is stuck and should be started again:
//! `/healthz`. Whoever sends clients to it wants to know whether it should get new ones: `/readyz`. A store that fails is
//! no reason to start a server again, because all servers that share the store would be, at the same moment.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use store::Space;
use tokio::time::Instant;

use crate::Context;

/// How often the store is asked.
const PULSE: Duration = Duration::from_secs(1);

/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// A server whose store has not answered for so long sends its clients away: others may reach it.
const CUT_OFF: Duration = Duration::from_secs(4);

/// When the store last answered.
#[derive(Debug)]
pub(crate) struct StoreWatch {
    last_answer: Mutex<Instant>,
}

impl StoreWatch {
    /// A server has just read from its store when it starts.
    pub(crate) fn new() -> StoreWatch {
        StoreWatch {
            last_answer: Mutex::new(Instant::now()),
        }
    }

    fn answered(&self) {
        let last = self.last_answer.lock();
        *last.unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn silence(&self) -> Duration {
        let last = self.last_answer.lock();
        last.unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// Why a server should get no new clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unready {
    /// It is about to stop.
    Draining,
    /// It cannot read or write.
    StoreFails,
}

impl Unready {
    fn sentence(self) -> &'static str {
        match self {
            Unready::Draining => "draining\n",
            Unready::StoreFails => "the store fails\n",
        }
    }
}

/// Asks the store again and again, until the server stops. When it has been silent for too long, and other servers may
/// have it, clients are sent to those; once, for if there are none, they come back and may as well stay.
pub(crate) async fn watch(context: Arc<Context>) {
    let mut is_cut_off = false;
    while !context.is_stopping() {
        if can_read(&context).await {
            context.store_watch.answered();
            is_cut_off = false;
        } else if !is_cut_off && context.store_watch.silence() >= CUT_OFF {
            is_cut_off = true;
            if context.host.store().is_shared() {
                tracing::warn!("the store does not answer; clients are sent to other nodes");
                context.send_away();
            }
        }
        tokio::select! {
            () = tokio::time::sleep(PULSE) => {}
            () = context.stopped() => {}
        }
    }
}

/// That there is an answer says that the process is not stuck. Damaged games are told, and are no reason to start again:
/// all others go on.
pub(crate) async fn healthz(State(context): State<Arc<Context>>) -> String {
    match context.host.counts().damaged {
        0 => "ok\n".to_owned(),
        n_damaged => format!("degraded: {n_damaged} damaged games, named in the log\n"),
    }
}

/// Whether the server should get new clients.
pub(crate) async fn readyz(State(context): State<Arc<Context>>) -> (StatusCode, &'static str) {
    match unready(&context).await {
        None => (StatusCode::OK, "ready\n"),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, why.sentence()),
    }
}

async fn unready(context: &Context) -> Option<Unready> {
    if context.is_draining() {
        return Some(Unready::Draining);
    }
    let is_cut_off = context.store_watch.silence() >= CUT_OFF;
    match !is_cut_off && context.host.is_storing() && can_read(context).await {
        true => None,
        false => Some(Unready::StoreFails),
    }
}

async fn can_read(context: &Context) -> bool {
    let asked = context.host.store().get(&Space::Server, "ready");
    let asked = tokio::time::timeout(PATIENCE, asked).await;
    matches!(asked, Ok(Ok(_)))
}
