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
//! Reading order: `desk` takes requests in; `games`, `matches` and `spoils` answer them; `chronicle` sees a
//! hosted game through the rules; `alerts` tells what happens; `ledger` keeps what is not on the
//! board, and `openings` begins games.
#![deny(missing_docs)]

mod alert_socket;
mod alerts;
mod chance;
mod chronicle;
mod desk;
mod fault;
mod files;
mod fixture;
mod games;
mod html;
mod json;
mod ledger;
mod matches;
mod one_ply;
mod openings;
mod pages;
mod paths;
mod profile;
mod room;
mod sessions;
mod spoils;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use host::{Host, Identity, Rejection};
use rules::BySeat;
use server::{Context, Subtree};
use wisconsin::Setup;

use desk::Desk;
use ledger::Refused;

pub use one_ply::WithOnePly;

/// What the paths begin with, unless the protocol is served at the root.
pub const NAME: &str = "wisconsin";

/// How the protocol is set up.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a player waits for a named opponent.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            patience: room::PATIENCE,
        }
    }
}

/// The protocol over a host's games.
#[derive(Clone)]
pub struct Protocol(Arc<Desk>);

impl Protocol {
    /// The protocol over the games of this host.
    pub fn new(host: Host, settings: Settings) -> Protocol {
        Protocol(Arc::new(Desk::new(host, settings.patience)))
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
        let fixture = self.0.ledger.arrange(setup, players).await;
        match fixture {
            Ok(fixture) => Ok(fixture.number),
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

    fn subtree(&self, _context: &Arc<Context>) -> Option<Subtree> {
        let desk = Arc::clone(&self.0);
        Some(Subtree {
            router: Router::new().fallback(desk::answer).with_state(desk),
            has_path: paths::is_known,
        })
    }
}
