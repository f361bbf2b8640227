//! When a host cannot do what it was asked.

use std::borrow::Cow;
use std::fmt;

use rules::Refusal;
use store::{AccountError, AppendError, StoreError};

/// Why a host has not done something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostError {
    /// A lawful no.
    Refused(Refusal),
    /// The store failed; asking again later may help.
    Store(StoreError),
    /// A stored game is none. It stays in the store as it is, for somebody to look at.
    Damaged {
        /// What is wrong with it.
        why: String,
    },
    /// A queue is full; asking again later may help.
    Overloaded,
    /// The host is shutting down.
    Stopping,
}

impl HostError {
    /// A refusal of the host's own.
    pub fn refused(code: &str, message: impl Into<String>) -> HostError {
        HostError::Refused(Refusal::new(code, message))
    }

    /// What a client is told: a stable code and a sentence. It does not repeat what our disk said.
    pub fn describe(&self) -> (Cow<'_, str>, Cow<'_, str>) {
        let (code, message) = match self {
            HostError::Refused(refusal) => {
                return (
                    Cow::Borrowed(&refusal.code),
                    Cow::Borrowed(&refusal.message),
                );
            }
            HostError::Store(_) => ("store-failed", "this could not be stored; try again"),
            HostError::Damaged { .. } => (
                "damaged-game",
                "this game cannot be read; the server's log says why",
            ),
            HostError::Overloaded => ("overloaded", "the server is busy; try again"),
            HostError::Stopping => ("shutting-down", "the server is shutting down"),
        };
        (Cow::Borrowed(code), Cow::Borrowed(message))
    }

    pub(crate) fn no_such_game() -> HostError {
        HostError::refused("no-such-game", "there is no such game")
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::Refused(refusal) => write!(f, "{refusal}"),
            HostError::Store(error) => write!(f, "{error}"),
            HostError::Damaged { why } => write!(f, "a stored game cannot be read: {why}"),
            HostError::Overloaded => write!(f, "there is too much to do"),
            HostError::Stopping => write!(f, "the server is shutting down"),
        }
    }
}

impl std::error::Error for HostError {}

impl From<Refusal> for HostError {
    fn from(refusal: Refusal) -> HostError {
        HostError::Refused(refusal)
    }
}

impl From<StoreError> for HostError {
    fn from(error: StoreError) -> HostError {
        match error {
            StoreError::Overloaded => HostError::Overloaded,
            error => HostError::Store(error),
        }
    }
}

impl From<AppendError> for HostError {
    fn from(error: AppendError) -> HostError {
        match error {
            // Whoever can lose a race handles that; here it means that somebody was much faster.
            AppendError::Conflict { .. } => HostError::Overloaded,
            AppendError::Failed(error) => error.into(),
        }
    }
}

impl From<AccountError> for HostError {
    fn from(error: AccountError) -> HostError {
        let code = match error {
            AccountError::Failed(error) => return error.into(),
            AccountError::IdTaken | AccountError::NameTaken => "name-taken",
            AccountError::HasAccount => "has-account",
            AccountError::NoAccount => "no-account",
            AccountError::UnknownPlayer => "unknown-player",
        };
        HostError::refused(code, error.to_string())
    }
}
