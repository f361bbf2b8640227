//! What a session stores.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::{Clock, Ending, GameId, Millis, PlayerId, Proposal, Tag};

/// The version of the record format that this crate writes.
pub const VERSION: u32 = 1;

/// One step of a game's life. The records of a game, in order, are the game.
///
/// In JSON every name is stable. Absent optional fields are left out, so the text of a record is unique
/// and can be hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// The version of the format.
    pub v: u32,
    /// How many records came before.
    pub seq: u64,
    /// When it happened; never earlier than the record before.
    pub at: Millis,
    /// Who asked for it, if a player did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<PlayerId>,
    /// The client's name for the request that made this record and those that follow it without a tag
    /// at the same moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tag: Option<Tag>,
    /// What changed.
    pub change: Change,
}

/// Somebody at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sitter {
    /// Who.
    pub player: PlayerId,
    /// The name others saw when the game was played.
    pub name: String,
}

/// How a game begins: the first change of every session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The name of this game.
    pub game: GameId,
    /// The id of the variant.
    pub variant: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The position to start from; empty for the usual start.
    pub setup: String,
    /// The preset the setup came from, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub preset: Option<String>,
    /// What decided the random parts of the setup.
    pub seed: u64,
    /// The time control.
    pub clock: Clock,
    /// How long a player may be gone before the opponent can claim the game. Without it nobody can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub grace: Option<Millis>,
    /// Who sits where from the beginning.
    pub seats: BySeat<Option<Sitter>>,
    /// The game before, if this is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rematch_of: Option<GameId>,
}

/// What a record changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "snake_case",
    deny_unknown_fields
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Change {
    /// The game exists.
    Created(Box<Created>),
    /// A seat is taken. When both are, the game runs.
    Sat {
        /// Which.
        seat: Seat,
        /// By whom.
        sitter: Sitter,
    },
    /// Something was done on the board.
    Acted {
        /// By whom.
        seat: Seat,
        /// The canonical action text.
        action: String,
    },
    /// A player proposed something.
    Proposed {
        /// Who.
        seat: Seat,
        /// What.
        proposal: Proposal,
    },
    /// A player did not agree to what the opponent had proposed.
    Declined {
        /// Who.
        seat: Seat,
        /// What.
        proposal: Proposal,
    },
    /// A player took the own proposal back.
    Withdrawn {
        /// Who.
        seat: Seat,
        /// What.
        proposal: Proposal,
    },
    /// Actions were undone by agreement.
    TakenBack {
        /// How many remain.
        to: u32,
    },
    /// Nothing more can happen on this board.
    Ended {
        /// How and why.
        ending: Ending,
    },
    /// Both want to play again.
    RematchAgreed {
        /// The name of the new game.
        game: GameId,
    },
    /// A player is no longer connected.
    Gone {
        /// Who.
        seat: Seat,
    },
    /// A player is connected again.
    Back {
        /// Who.
        seat: Seat,
    },
    /// The game can be served again; the time from then until now is charged to nobody.
    Resumed {
        /// When it could last be served.
        since: Millis,
    },
}
