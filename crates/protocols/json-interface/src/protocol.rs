//! The interface as a server mounts it.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use server::Context;

use crate::service::Service;
use crate::{Referee, carrier};

/// The interface, for a server to mount.
pub struct Protocol {
    referees: Vec<Referee>,
}

impl Protocol {
    /// The interface to games that these referees judge.
    pub fn new(referees: Vec<Referee>) -> Protocol {
        Protocol { referees }
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        "json"
    }

    fn routes(&self, context: &Arc<Context>) -> Router {
        let service = Arc::new(Service {
            context: Arc::clone(context),
            desk: carrier::start(self.referees.clone()),
        });
        Router::new()
            .route("/json", get(carrier::upgrade).post(carrier::post))
            .with_state(service)
    }
}
