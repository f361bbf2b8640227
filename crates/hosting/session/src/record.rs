//! What a session stores.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::{Clock, ClockStart, Ending, GameId, JsonText, Millis, PlayerId, Proposal, Tag};

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

impl Record {
    /// The record as JSON on one line.
    pub fn to_text(&self) -> String {
        let mut text = JsonText::with_room(256);
        self.write(&mut text);
        text.finish()
    }

    /// Adds the record to a text.
    pub fn write(&self, text: &mut JsonText) {
        text.raw("{\"v\":").number(u64::from(self.v));
        text.raw(",\"seq\":").number(self.seq);
        text.raw(",\"at\":").number(self.at.0);
        if let Some(by) = &self.by {
            text.raw(",\"by\":").string(by.as_str());
        }
        if let Some(tag) = &self.tag {
            text.raw(",\"tag\":").string(tag.as_str());
        }
        text.raw(",\"change\":");
        if let Change::Acted { seat, action } = &self.change {
            text.raw("{\"type\":\"acted\",\"seat\":")
                .string(seat.as_str());
            text.raw(",\"action\":").string(action).raw("}");
        } else {
            text.value(&self.change);
        }
        text.raw("}");
    }
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
    /// Whether it was the account of a program; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub bot: bool,
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
    /// When the first clock begins to run.
    #[serde(default, skip_serializing_if = "ClockStart::is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<ClockStart>"))]
    pub clock_start: ClockStart,
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
    /// Whether only those who have the link are to know of it; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub unlisted: bool,
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
    /// A player goes by another name from now on.
    Renamed {
        /// Which seat.
        seat: Seat,
        /// The new name.
        name: String,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_a_serializer() {
        let seat = Seat::Black;
        let actions = ["e7e5", "\"\\", "é"].map(str::to_owned);
        let acted = actions.map(|action| Change::Acted { seat, action });
        let others = [Change::Gone { seat }, Change::TakenBack { to: 3 }];
        let id = "p\"1";
        for change in acted.into_iter().chain(others) {
            for is_asked in [true, false] {
                let record = Record {
                    v: VERSION,
                    seq: 17,
                    at: Millis(u64::MAX),
                    by: PlayerId::new(id).ok().filter(|_| is_asked),
                    tag: Tag::new(id).ok().filter(|_| is_asked),
                    change: change.clone(),
                };
                assert_eq!(record.to_text(), serde_json::to_string(&record).unwrap());
            }
        }
    }
}
