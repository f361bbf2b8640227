//! Why a host has not done what it was asked: it failed, or it refused.

use std::borrow::Cow;
use std::fmt;

use rules::{Args, Refusal};
use store::{AccountError, AppendError, StoreError};

use crate::{HostRefusal, refusal};

/// A failure of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostError {
    /// The store failed; asking again later may help.
    Store(StoreError),
    /// A stored game cannot be read. It stays in the store as it is, so that its owner can look at it.
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
    /// What a client is told: a stable code and a sentence. It does not repeat what our disk said.
    pub fn describe(&self) -> (&'static str, &'static str) {
        match self {
            HostError::Store(_) => ("store-failed", "this could not be stored; try again"),
            HostError::Damaged { .. } => (
                "damaged-game",
                "this game cannot be read; the server's log says why",
            ),
            HostError::Overloaded => ("overloaded", "the server is busy; try again"),
            HostError::Stopping => ("shutting-down", "the server is shutting down"),
        }
    }

    /// Whether asking again later may help.
    pub fn may_pass(&self) -> bool {
        match self {
            HostError::Store(_) | HostError::Overloaded => true,
            HostError::Damaged { .. } | HostError::Stopping => false,
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::Store(error) => write!(f, "{error}"),
            HostError::Damaged { why } => write!(f, "a stored game cannot be read: {why}"),
            HostError::Overloaded => write!(f, "there is too much to do"),
            HostError::Stopping => write!(f, "the server is shutting down"),
        }
    }
}

impl std::error::Error for HostError {}

impl From<StoreError> for HostError {
    fn from(error: StoreError) -> HostError {
        match error {
            StoreError::Overloaded => HostError::Overloaded,
            StoreError::Closed | StoreError::Failed { .. } | StoreError::Misuse { .. } => {
                HostError::Store(error)
            }
        }
    }
}

impl From<AppendError> for HostError {
    fn from(error: AppendError) -> HostError {
        match error {
            // Code that can lose a race handles that; here it means that others were faster again and again.
            AppendError::Conflict { .. } => HostError::Overloaded,
            AppendError::Failed(error) => error.into(),
        }
    }
}

/// Why a host has not done something, where it can be either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A lawful no: nothing has changed, and asking again gives the same answer.
    Refused(Refusal),
    /// The host failed.
    Failed(HostError),
}

impl Rejection {
    /// A refusal with a code of the caller's own.
    pub fn refused(code: &str, message: impl Into<String>) -> Rejection {
        Rejection::Refused(Refusal::new(code, message))
    }

    /// What a client is told: a stable code and a sentence.
    pub fn describe(&self) -> (Cow<'_, str>, Cow<'_, str>) {
        match self {
            Rejection::Refused(refusal) => (
                Cow::Borrowed(&refusal.code),
                Cow::Borrowed(&refusal.message),
            ),
            Rejection::Failed(error) => {
                let (code, message) = error.describe();
                (Cow::Borrowed(code), Cow::Borrowed(message))
            }
        }
    }

    /// The values in the sentence of a refusal by their names; a failure has none.
    pub fn args(&self) -> Option<&Args> {
        match self {
            Rejection::Refused(refusal) => Some(&refusal.args),
            Rejection::Failed(_) => None,
        }
    }

    /// Whether asking again later may help.
    pub fn may_pass(&self) -> bool {
        match self {
            Rejection::Refused(_) => false,
            Rejection::Failed(error) => error.may_pass(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Refused(refusal) => write!(f, "{refusal}"),
            Rejection::Failed(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        Rejection::Refused(refusal)
    }
}

impl From<HostRefusal> for Rejection {
    fn from(refusal: HostRefusal) -> Rejection {
        Rejection::Refused(refusal.into())
    }
}

impl From<HostError> for Rejection {
    fn from(error: HostError) -> Rejection {
        Rejection::Failed(error)
    }
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Rejection {
        Rejection::Failed(error.into())
    }
}

impl From<AppendError> for Rejection {
    fn from(error: AppendError) -> Rejection {
        Rejection::Failed(error.into())
    }
}

impl From<AccountError> for Rejection {
    fn from(error: AccountError) -> Rejection {
        match refusal::of_account(error) {
            Ok(refusal) => refusal.into(),
            Err(error) => error.into(),
        }
    }
}
