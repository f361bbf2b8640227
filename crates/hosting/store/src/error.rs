//! When a store fails, and when it rightly does not do what it was asked.

use std::fmt;

/// A store failed. What it kept before, it still keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// More work waits than the store can hold. Trying again later may help.
    Overloaded,
    /// The store has been shut down.
    Closed,
    /// The disk or the database did not do its part: full, gone, damaged.
    Failed {
        /// What the database said.
        why: String,
    },
    /// The caller asked for something that makes no sense.
    Misuse {
        /// What.
        what: &'static str,
    },
}

impl StoreError {
    pub(crate) fn failed(why: impl fmt::Display) -> StoreError {
        StoreError::Failed {
            why: why.to_string(),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Overloaded => write!(f, "the store has too much to do"),
            StoreError::Closed => write!(f, "the store is closed"),
            StoreError::Failed { why } => write!(f, "the store failed: {why}"),
            StoreError::Misuse { what } => write!(f, "the store cannot do this: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Why records were not added to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendError {
    /// The game does not have the expected number of records: another writer was faster.
    Conflict {
        /// How many it has. If it is less than expected, records that were there are not there any more: the database
        /// was replaced by one that has lost something, and the game has to be read again from its beginning.
        actual: u64,
    },
    /// The store failed.
    Failed(StoreError),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::Conflict { actual } => write!(f, "the game has {actual} records"),
            AppendError::Failed(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AppendError {}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> AppendError {
        AppendError::Failed(error)
    }
}

/// Why a player or account was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
    /// There is a player with this id.
    IdTaken,
    /// There is an account with this name.
    NameTaken,
    /// The player has an account already.
    HasAccount,
    /// The player has no account.
    NoAccount,
    /// There is no such player.
    UnknownPlayer,
    /// The store failed.
    Failed(StoreError),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::IdTaken => write!(f, "there is a player with this id"),
            AccountError::NameTaken => write!(f, "there is an account with this name"),
            AccountError::HasAccount => write!(f, "the player has an account already"),
            AccountError::NoAccount => write!(f, "the player has no account"),
            AccountError::UnknownPlayer => write!(f, "there is no such player"),
            AccountError::Failed(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AccountError {}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Failed(error)
    }
}
