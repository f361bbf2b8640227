//! The native protocol: JSON over WebSocket and HTTP. The web client speaks it.
//!
//! [`message`] has every message as a type; TypeScript and OpenAPI are generated from it. The rest serves them over
//! hosted games: `socket` on a WebSocket, `api` and `stream` over HTTP, `dispatch` behind both.
#![deny(missing_docs)]

mod account;
mod api;
mod caller;
mod cost;
mod dispatch;
mod encoders;
mod family;
mod imports;
pub mod message;
mod puzzles;
mod route;
mod routes;
mod service;
mod socket;
mod stream;
mod study;
#[cfg(feature = "testkit")]
pub mod testkit;
mod translate;
mod trees;

use std::sync::Arc;

use axum::Router;
use explorer::Explorer;
use server::Context;

pub use puzzles::PuzzleList;
pub use route::{Parameter, ROUTES, Route, RouteBody, Target};

/// How the protocol is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether players may chat.
    pub chat: bool,
}

/// The native protocol, for a server to mount.
pub struct Protocol {
    settings: Settings,
    explorer: Option<Explorer>,
    puzzles: Vec<PuzzleList>,
}

impl Protocol {
    /// The protocol over the games of a host.
    pub fn new(settings: Settings) -> Protocol {
        Protocol {
            settings,
            explorer: None,
            puzzles: Vec::new(),
        }
    }

    /// The same, with computer players to ask about positions. Without them, only the rules of the host's games are asked.
    #[must_use]
    pub fn with_explorer(self, explorer: Explorer) -> Protocol {
        Protocol {
            explorer: Some(explorer),
            ..self
        }
    }

    /// The same with puzzles to hand out.
    #[must_use]
    pub fn with_puzzles(self, puzzles: Vec<PuzzleList>) -> Protocol {
        Protocol { puzzles, ..self }
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        "native"
    }

    fn routes(&self, context: &Arc<Context>) -> Router {
        let of_rules = || Explorer::of_rules(context.host.variants());
        let explorer = self.explorer.clone().unwrap_or_else(of_rules);
        let service = service::Service::new(context, self.settings, explorer, self.puzzles.clone());
        routes::router(service)
    }
}
