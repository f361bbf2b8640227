//! The HTTP API that bots and boards of lichess speak. A program that was written for lichess plays here when its base
//! URL and its token change. docs/protocol/lichess.md describes it.
//!
//! [`ROUTES`] lists every call with the function that answers it; `objects` has what is sent, as types. Games, seeks and
//! accounts are those of the host: a challenge is a seek, and its id becomes that of the game.
#![deny(missing_docs)]

mod account;
mod body;
mod call;
mod challenges;
mod cross_origin;
mod events;
mod exports;
mod facts;
mod game_lists;
mod game_stream;
mod import;
pub mod objects;
mod play;
mod refusal;
mod route;
mod routes;
mod seek;
mod service;
mod spectators;
mod stream;
mod tokens;
mod users;
mod variants;
mod wish;

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use host::Rejection;
use server::{Context, FormRoute};

pub use route::{Needs, ROUTES, Route, Sends};

/// How the protocol is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether players may chat.
    pub chat: bool,
}

/// The protocol, for a server to mount.
pub struct Protocol {
    settings: Settings,
}

impl Protocol {
    /// The protocol over the games of a host.
    pub fn new(settings: Settings) -> Protocol {
        Protocol { settings }
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        "lichess"
    }

    fn routes(&self, context: &Arc<Context>) -> Router {
        routes::router(service::Service::new(context, self.settings))
    }

    fn form_routes(&self, context: &Arc<Context>) -> Vec<FormRoute> {
        vec![routes::import_form(service::Service::new(
            context,
            self.settings,
        ))]
    }

    fn redirect(&self, path: &str) -> Option<String> {
        routes::page_of(path)
    }

    fn refuse(&self, path: &str, rejection: &Rejection) -> Option<Response> {
        routes::has(path).then(|| refusal::respond(rejection))
    }
}
