//! A lawful "no" that teaches.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a rules crate's own refusal type can say about itself. `Display` gives the sentence.
pub trait Explain: fmt::Display {
    /// A word that never changes, for programs.
    fn code(&self) -> &'static str;
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
}

impl Refusal {
    /// Keeps the code and the sentence of `illegal`.
    pub fn from_illegal(illegal: &impl Explain) -> Refusal {
        Refusal {
            code: illegal.code().to_owned(),
            message: illegal.to_string(),
        }
    }

    /// Nobody can act, because the game is over.
    pub fn game_over() -> Refusal {
        Refusal::new("game-over", "the game is over")
    }

    /// A refusal of this crate's own.
    pub fn new(code: &str, message: impl Into<String>) -> Refusal {
        Refusal {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for Refusal {}
