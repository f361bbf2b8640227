//! A lawful "no" that teaches.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Args;

/// What a rules crate's own refusal type can say about itself. `Display` gives the sentence.
pub trait Explain: fmt::Display {
    /// A word that never changes, for programs.
    fn code(&self) -> &'static str;

    /// What sort of no it is.
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    /// The values in the sentence by their names.
    fn args(&self) -> Args {
        Args::new()
    }
}

/// What sort of no a refusal is. Programs decide by it, never by the code, which is for clients: a protocol derives
/// its own statuses and words from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// The rules, or the state of the game, do not allow it.
    #[default]
    Conflict,
    /// The game is over.
    GameOver,
    /// The time of a player has run out.
    TimeUp,
    /// The game has not begun.
    NotStarted,
    /// Another seat is to act.
    NotYourTurn,
    /// Nothing stands there.
    NoPiece,
    /// What stands there belongs to the opponent.
    NotYourPiece,
    /// A promotion has to be chosen first.
    PromotionPending,
    /// There is no promotion to choose.
    NoPromotionPending,
    /// The seat is not free.
    SeatTaken,
    /// There is no proposal to answer.
    NoProposal,
    /// The same was proposed a moment ago.
    ProposedAlready,
    /// The request cannot be understood.
    BadRequest,
    /// The sender has not proved who it is.
    Unauthorized,
    /// Others may do this, but not the sender.
    Forbidden,
    /// What it is about does not exist.
    NotFound,
    /// The request did not arrive in time.
    TooSlow,
    /// The request is too large.
    TooLarge,
    /// There were too many requests.
    RateLimited,
}

/// A refusal without its type: what leaves the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// A word that never changes, for programs.
    pub code: String,
    /// A sentence that names the cause, for people.
    pub message: String,
    /// The values in the sentence by their names, so that it can be said in another language.
    #[serde(default, skip_serializing_if = "Args::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Args>"))]
    pub args: Args,
    /// What sort of no it is. The receiver of a message is not told: a protocol has its own way to say it.
    #[serde(skip)]
    pub kind: RefusalKind,
}

impl Refusal {
    /// Keeps the code and the sentence of `illegal`.
    pub fn from_illegal(illegal: &impl Explain) -> Refusal {
        Refusal {
            code: illegal.code().to_owned(),
            message: illegal.to_string(),
            args: illegal.args(),
            kind: illegal.kind(),
        }
    }

    /// Nobody can act, because the game is over.
    pub fn game_over() -> Refusal {
        Refusal::new("game-over", "the game is over").of_kind(RefusalKind::GameOver)
    }

    /// A refusal of this crate's own.
    pub fn new(code: &str, message: impl Into<String>) -> Refusal {
        Refusal {
            code: code.to_owned(),
            message: message.into(),
            args: Args::new(),
            kind: RefusalKind::default(),
        }
    }

    /// The same refusal with another kind.
    pub fn of_kind(self, kind: RefusalKind) -> Refusal {
        Refusal { kind, ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for Refusal {}
