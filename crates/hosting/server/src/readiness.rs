//! What a server says of itself to those who watch it.
//!
//! Two questions are asked. A supervisor wants to know whether it is stuck and should be started again:
//! `/healthz`. A balancer wants to know whether it should get new ones: `/readyz`. A store that fails is
//! no reason to start a server again, because all servers that share the store would be, at the same moment.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use host::Readiness;
use store::Space;

use crate::Context;

/// How long the store may take to answer. Balancers do not wait much longer for ours.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a server should get no new clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unready {
    /// It is about to stop.
    Draining,
    /// It cannot read or write.
    StoreFails,
    /// It has not reached the store for so long that other nodes take over.
    CutOff,
}

impl Unready {
    fn sentence(self) -> &'static str {
        match self {
            Unready::Draining => "draining\n",
            Unready::StoreFails => "the store fails\n",
            Unready::CutOff => "cut off from the store\n",
        }
    }
}

/// That there is an answer says that the process is not stuck. Damaged games are told, and are not a reason to start again:
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
    match context.host.readiness() {
        Readiness::Closing => Some(Unready::Draining),
        Readiness::CutOff => Some(Unready::CutOff),
        Readiness::NotStoring => Some(Unready::StoreFails),
        Readiness::Ready | Readiness::Resuming => match can_read(context).await {
            true => None,
            false => Some(Unready::StoreFails),
        },
    }
}

async fn can_read(context: &Context) -> bool {
    let asked = context.host.store().get(&Space::Server, "ready");
    let asked = tokio::time::timeout(PATIENCE, asked).await;
    matches!(asked, Ok(Ok(_)))
}
