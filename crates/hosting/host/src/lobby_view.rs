//! The lobby as players see it, and its changes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use session::{GameId, Millis};
use store::Summary;
use tokio::sync::broadcast;

use crate::{Seek, SeekView};

/// A change of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "LobbyNotice"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "LobbyNotice")
)]
pub struct LobbyEvent {
    /// Counts the changes of the lobby.
    pub number: u64,
    /// How many games are being played now.
    pub n_running: u64,
    /// What changed.
    pub change: LobbyChange,
}

/// A change of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LobbyChange {
    /// Somebody looks for an opponent. It replaces a seek with the same id.
    SeekAdded {
        /// The seek.
        seek: SeekView,
    },
    /// A seek is no longer there.
    SeekGone {
        /// Which.
        game: GameId,
    },
    /// A game has begun, or one of its players is there again. It replaces a game with the same id.
    GameStarted {
        /// The game.
        summary: Summary,
    },
    /// None of the people who play a game is there any more.
    GameLeft {
        /// Which.
        game: GameId,
    },
    /// A game has ended.
    GameEnded {
        /// Which.
        game: GameId,
    },
    /// How a listed game has ended.
    Result {
        /// The game.
        summary: Summary,
    },
}

/// The lobby at one moment, with seeks as they are stored or as players see them.
#[derive(Debug)]
pub struct LobbyView<S = SeekView> {
    /// The number of the last change.
    pub number: u64,
    /// The first page of the seeks that anybody can join.
    pub listed: SeekPage<S>,
    /// Seeks of a player that are not listed, and challenges to that player.
    pub own: Vec<S>,
    /// How the last listed games have ended, newest first.
    pub results: Vec<Summary>,
    /// Changes from here on.
    pub events: broadcast::Receiver<Arc<LobbyEvent>>,
}

/// Some of the seeks that anybody can join, oldest first.
#[derive(Debug)]
pub struct SeekPage<S = SeekView> {
    /// The seeks.
    pub seeks: Vec<S>,
    /// There are younger ones than this.
    pub next: Option<Millis>,
}

impl SeekPage<Seek> {
    pub(crate) fn shown(self, show: impl Fn(&Seek) -> SeekView) -> SeekPage {
        SeekPage {
            seeks: self.seeks.iter().map(show).collect(),
            next: self.next,
        }
    }
}

impl LobbyView<Seek> {
    pub(crate) fn shown(self, show: impl Fn(&Seek) -> SeekView) -> LobbyView {
        LobbyView {
            number: self.number,
            own: self.own.iter().map(&show).collect(),
            listed: self.listed.shown(show),
            results: self.results,
            events: self.events,
        }
    }
}
