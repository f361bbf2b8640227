//! The interface as a server mounts it.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use server::Context;

use crate::post::Posters;
use crate::{Engine, MAX_MESSAGE, post, socket};

/// The longest message in bytes, spaces and all, and so the longest frame.
pub(crate) const MAX_FRAME: usize = 4 * MAX_MESSAGE;

/// The interface, for a server to mount.
#[derive(Default)]
pub struct Protocol;

/// What all connections share.
pub(crate) struct Service {
    pub(crate) context: Arc<Context>,
    pub(crate) engine: Engine,
    pub(crate) posters: Posters,
}

impl Protocol {
    /// The interface to the games of the server's host.
    pub fn new() -> Protocol {
        Protocol
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        "json"
    }

    fn routes(&self, context: &Arc<Context>) -> Router {
        let service = Arc::new(Service {
            engine: Engine::new(context.host.clone()),
            context: Arc::clone(context),
            posters: Posters::default(),
        });
        Router::new()
            .route("/json", get(socket::upgrade).post(post::post))
            .with_state(service)
    }
}
