//! What a server may decide about the protocol.

use std::time::Duration;

use rules::AnyVariant;
use serde::Deserialize;

use crate::Fault;

/// From where errors are numbered. A lost opponent is 6 in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorBase {
    /// 1 to 5, as the published lists have them.
    #[default]
    One,
    /// 0 to 4, for clients that count from zero.
    Zero,
}

impl ErrorBase {
    pub(crate) fn number(self, fault: Fault) -> u8 {
        let number = match fault {
            Fault::Unexpected => 1,
            Fault::Arguments => 2,
            Fault::Move => 3,
            Fault::Promotion => 4,
            Fault::Replay => 5,
        };
        match self {
            ErrorBase::One => number,
            ErrorBase::Zero => number - 1,
        }
    }
}

/// How a player learns that the opponent is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disconnect {
    /// `ERROR 6`, then the end of the stream. The oldest published client takes number 6 for something else
    /// and waits for ever.
    Told,
    /// The end of the stream only, which all published clients understand.
    #[default]
    Closed,
}

/// Errors in one game that a person may make who plays a computer. The rate limit slows down floods; this ends them.
const MAX_ERRORS_ALONE: u32 = 1000;

/// How long a person who plays a computer may take after an error.
const ERROR_PATIENCE_ALONE: Duration = Duration::from_secs(24 * 60 * 60);

/// What is played, and how patient the server is.
#[derive(Clone)]
pub struct Settings {
    /// The kind of chess. Its actions are texts like `e2e4` and `a7a8q`.
    pub variant: &'static dyn AnyVariant,
    /// Where every game starts. It should end games only for reasons that the clients know.
    pub setup: String,
    /// From where errors are numbered.
    pub error_base: ErrorBase,
    /// How a player learns that the opponent is gone.
    pub disconnect: Disconnect,
    /// A player who makes this many errors in one game has left.
    pub max_errors: u32,
    /// How long after an error something sensible must follow.
    pub error_patience: Duration,
    /// How long a vote waits for the other one while the game goes on.
    pub early_vote_patience: Duration,
    /// How long the votes after a game may take.
    pub vote_patience: Duration,
}

impl Settings {
    /// The usual numbers for this game.
    pub fn new(variant: &'static dyn AnyVariant, setup: impl Into<String>) -> Settings {
        Settings {
            variant,
            setup: setup.into(),
            error_base: ErrorBase::default(),
            disconnect: Disconnect::default(),
            max_errors: 10,
            error_patience: Duration::from_secs(60),
            early_vote_patience: Duration::from_secs(120),
            vote_patience: Duration::from_secs(600),
        }
    }

    /// The same for a person who plays a computer: nobody waits, so typing errors are forgiven.
    pub fn without_opponent(self) -> Settings {
        Settings {
            max_errors: self.max_errors.max(MAX_ERRORS_ALONE),
            error_patience: self.error_patience.max(ERROR_PATIENCE_ALONE),
            ..self
        }
    }
}
