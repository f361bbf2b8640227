//! What the server tells without being asked.

use rules::{BySeat, CellId, Offer, Scene, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::{ClockReading, Ending, GameId, Millis, Phase, Played, Record, SeatView};

use super::{GameSummary, LobbyNotice, SeekView, StepNotice};

/// What the server tells without being asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Notice {
    /// Something happened in a game that the client has opened.
    Game(Box<GameNotice>),
    /// The same for a client that follows the picture: it opened the game with the detail `delta`.
    Step(Box<StepNotice>),
    /// Something changed in the lobby.
    Lobby(LobbyNotice),
    /// A game of this player has begun.
    Started {
        /// Which.
        game: GameId,
        /// Where the player sits.
        seat: Seat,
    },
    /// Somebody wants to play this player.
    Challenged {
        /// The seek to join, or to cancel.
        seek: SeekView,
    },
    /// A challenge by or to this player is off.
    ChallengeGone {
        /// Which.
        game: GameId,
        /// What became of it.
        reason: ChallengeEnd,
    },
    /// A game of this player has ended.
    Ended {
        /// Which.
        game: GameId,
        /// Where the player sat.
        seat: Seat,
        /// How it ended.
        ending: Ending,
    },
    /// Somebody said something at a table where this player sits.
    Said {
        /// In which game.
        game: GameId,
        /// Who.
        seat: Seat,
        /// What.
        text: String,
        /// The server's time.
        now: Millis,
    },
    /// The server closes the connection. A client that comes back goes on where it was.
    Bye {
        /// A stable word: `shutting-down`, `too-slow`.
        code: String,
        /// A sentence for people.
        message: String,
    },
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ChallengeEnd {
    /// The game has begun.
    Accepted,
    /// The player who was challenged does not want it.
    Declined,
    /// The challenger has withdrawn it.
    Cancelled,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameNotice {
    /// Which.
    pub game: GameId,
    /// How many records it has now. Without a gap this is the number before plus those below.
    pub seq: u64,
    /// The server's time.
    pub now: Millis,
    /// What was recorded.
    pub records: Vec<Record>,
    /// Where the game is in its life.
    pub phase: Phase,
    /// Both clocks.
    pub clock: ClockReading,
    /// What to show; only in full detail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub update: Option<Update>,
}

/// What to show after something happened: the parts of a view that can have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// Both seats.
    pub seats: BySeat<SeatView>,
    /// The position now.
    pub setup: String,
    /// The picture now.
    pub scene: Scene,
    /// What the last action did on the board; empty if no action was made.
    pub events: Vec<Value>,
    /// How many moves of the score sheet stay.
    pub kept: u32,
    /// The moves after those.
    pub moves: Vec<Played>,
    /// What the seat that is to act can do on the board.
    pub offers: Vec<Offer>,
    /// Where there is too much to list: what can be pointed at first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub more: Vec<CellId>,
    /// The next game, once it is agreed.
    pub rematch: Option<GameId>,
}

/// The lobby at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lobby {
    /// Counts the changes of the lobby. The next notice has the next number.
    pub number: u64,
    /// Seeks that anybody can join, oldest first: the first page of them.
    pub seeks: Vec<SeekView>,
    /// What to give to `seeks` as `after` for the next page, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next_seeks: Option<Millis>,
    /// Seeks of this player that are not listed, and challenges to this player.
    pub own: Vec<SeekView>,
    /// How many games have not ended.
    pub n_running: u64,
    /// Some of those with a player who is there, newest first; `live_games` lists all.
    pub games: Vec<GameSummary>,
    /// How the last listed games have ended, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<GameSummary>>", optional))]
    pub results: Vec<GameSummary>,
}
