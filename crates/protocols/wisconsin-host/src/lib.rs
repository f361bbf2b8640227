//! The host protocol of Wisconsin Chess, over real hosted games.
//!
//! Clients that know only this protocol log in, build an army of what they own, play a person or the
//! computer and take a reward. Their games are games of the [`host`] like all others: the same task, the
//! same records, watched and exported in the same way, and either player may move in the web page instead.
//! `docs/protocol/wisconsin.md` says what is on the wire.
//!
//! [`Protocol`] is mounted by a [`server`]; [`WithOnePly`] adds the computer player of the protocol to
//! those that a host has.
//!
//! Reading order: `service` reads requests and dispatches them; `games`, `matches` and `rewards` answer them; `replay`
//! reads the state and the events of a hosted game; `alerts` writes what happens for listeners; `storage` keeps
//! collections and rewards, and `openings` begins games.
#![deny(missing_docs)]

mod alert_socket;
mod alerts;
mod captures;
mod files;
mod games;
mod html;
mod json;
mod matches;
mod matchmaking;
mod nodes;
mod one_ply;
mod openings;
mod original_pages;
mod pages;
mod paths;
mod profile;
mod random;
mod replay;
mod request_error;
mod rewards;
mod service;
mod sessions;
mod storage;
mod stored_game;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use host::{Host, Identity, Rejection};
use rules::BySeat;
use server::{Context, Subtree};
use wisconsin::Setup;

use service::Service;
use storage::Refused;

pub use one_ply::WithOnePly;

/// What the paths begin with, unless the protocol is served at the root.
pub const NAME: &str = "wisconsin";

/// How the protocol is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long a player waits for a named opponent.
    pub patience: Duration,
    /// The folder with the files of the original web client, which is then served at the root.
    pub web: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            patience: matchmaking::PATIENCE,
            web: None,
        }
    }
}

/// The protocol over a host's games.
#[derive(Clone)]
pub struct Protocol(Arc<Service>);

impl Protocol {
    /// The protocol over the games of this host.
    pub fn new(host: Host, settings: Settings) -> Protocol {
        Protocol(Arc::new(Service::new(host, settings)))
    }

    /// Begins a game from any setup instead of two chosen armies: for lessons and for tests. A seat without
    /// a player is the computer's. The answer is the number of the game.
    ///
    /// # Errors
    /// A player is in such a game already, the position cannot be played, or the store fails.
    pub async fn arrange(
        &self,
        setup: Setup,
        players: BySeat<Option<Identity>>,
    ) -> Result<u64, Rejection> {
        let stored = self.0.storage.arrange(setup, players).await;
        match stored {
            Ok(stored) => Ok(stored.number),
            Err(Refused::Host(rejection)) => Err(rejection),
            Err(Refused::Bad | Refused::Busy) => {
                let message = "these players cannot begin such a game now";
                Err(Rejection::refused("busy", message))
            }
        }
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        NAME
    }

    fn start(&self, context: &Arc<Context>) {
        let (service, context) = (Arc::clone(&self.0), Arc::clone(context));
        tokio::spawn(async move { nodes::listen(service, context.ended()).await });
    }

    fn subtree(&self, _context: &Arc<Context>) -> Option<Subtree> {
        let service = Arc::clone(&self.0);
        Some(Subtree {
            router: Router::new().fallback(service::answer).with_state(service),
            has_path: paths::is_known,
        })
    }
}
