//! Why records do not make a game.

use std::fmt;

use rules::Refusal;

use crate::{Millis, Record, VERSION};

/// Why a record cannot follow the records before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The record is of a format this crate does not read.
    Version {
        /// Which.
        found: u32,
    },
    /// The record has another place in the order.
    Sequence {
        /// The place it should have.
        expected: u64,
        /// The place it has.
        found: u64,
    },
    /// The record is earlier than the one before.
    Time,
    /// A game begins with its creation, and only once.
    NotCreated,
    /// The rules of the game do not allow it.
    Refused(Refusal),
    /// This could not happen then.
    Impossible {
        /// What could not.
        what: &'static str,
    },
}

impl ReplayError {
    /// Checks what surrounds a change.
    pub(crate) fn check_frame(
        record: &Record,
        expected: u64,
        last_at: Millis,
    ) -> Result<(), ReplayError> {
        let (found, version) = (record.seq, record.v);
        if version != VERSION {
            Err(ReplayError::Version { found: version })
        } else if found != expected {
            Err(ReplayError::Sequence { expected, found })
        } else if record.at < last_at {
            Err(ReplayError::Time)
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Version { found } => write!(f, "format {found} is not known here"),
            ReplayError::Sequence { expected, found } => {
                write!(f, "record {found} stands where record {expected} should")
            }
            ReplayError::Time => write!(f, "it is earlier than the record before"),
            ReplayError::NotCreated => write!(f, "a game begins with its creation, and only once"),
            ReplayError::Refused(refusal) => write!(f, "{refusal}"),
            ReplayError::Impossible { what } => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for ReplayError {}
