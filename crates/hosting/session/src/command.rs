//! What a session is told.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{Millis, PlayerId, Tag};

/// What a session is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A player wants something.
    Ask {
        /// Who.
        player: PlayerId,
        /// For which seat, if the player has both; without it, for the one that is to act.
        seat: Option<Seat>,
        /// The client's name for this request. The same tag from the same player again changes nothing:
        /// see [`crate::Session::answered`].
        tag: Option<Tag>,
        /// What.
        ask: Ask,
    },
    /// The server tells what happened around the game.
    Report(Report),
}

impl Command {
    /// A player's wish, without seat and tag.
    pub fn ask(player: PlayerId, ask: Ask) -> Command {
        Command::Ask {
            player,
            seat: None,
            tag: None,
            ask,
        }
    }
}

/// What a player can want of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "snake_case",
    deny_unknown_fields
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ask {
    /// To sit down.
    Sit {
        /// Where; without it, wherever there is room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
        /// The name others are to see.
        name: String,
    },
    /// To do something on the board.
    Act {
        /// An action text, or what a person would type for it.
        action: String,
        /// How many actions the player had seen. If given and no longer true, the ask is refused: it was
        /// meant for another position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<u32>,
    },
    /// To propose something to the opponent. Proposing what the opponent has proposed agrees to it.
    Propose {
        /// What.
        proposal: Proposal,
    },
    /// To agree to what the opponent has proposed.
    Accept {
        /// What; it must be exactly what was proposed.
        proposal: Proposal,
    },
    /// Not to agree to it.
    Decline {
        /// What.
        proposal: Proposal,
    },
    /// To take the own proposal back.
    Withdraw {
        /// What.
        proposal: Proposal,
    },
    /// To give up.
    Resign,
    /// To call the game off; possible before its second action.
    Abort,
    /// To win because the opponent has gone.
    ClaimWin,
    /// To have a draw because the opponent has gone.
    ClaimDraw,
}

/// What one player can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Proposal {
    /// To share the point.
    Draw,
    /// To undo actions.
    Takeback {
        /// How many actions are to remain.
        to: u32,
    },
    /// To play again with colours swapped.
    Rematch,
}

/// A [`Proposal`] without its details. A player has at most one proposal of a kind pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProposalKind {
    /// [`Proposal::Draw`].
    Draw,
    /// [`Proposal::Takeback`].
    Takeback,
    /// [`Proposal::Rematch`].
    Rematch,
}

impl Proposal {
    /// What kind of proposal this is.
    pub const fn kind(self) -> ProposalKind {
        match self {
            Proposal::Draw => ProposalKind::Draw,
            Proposal::Takeback { .. } => ProposalKind::Takeback,
            Proposal::Rematch => ProposalKind::Rematch,
        }
    }
}

/// What happens around a game. No player can say these things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// [`crate::Session::deadline`] has come. Said too early or too late it does no harm.
    Tick,
    /// The server can serve again, after it could not: it was down, or its store failed. The time in
    /// between is charged to nobody.
    Resume {
        /// The last moment at which the game could certainly be served.
        since: Millis,
    },
    /// A player is no longer connected.
    Gone {
        /// Who.
        player: PlayerId,
    },
    /// A player is connected again.
    Back {
        /// Who.
        player: PlayerId,
    },
    /// A player goes by another name from now on.
    Renamed {
        /// Who.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// A player has left for good, and the opponent wins. A player who has both seats can do the game no harm
    /// by leaving.
    Left {
        /// Who.
        player: PlayerId,
    },
}
