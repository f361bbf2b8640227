//! Whether an exported game is whole.

use std::fmt;

use crate::export::ExportedLine;
use crate::{Hash, Lookup, Record, ReplayError, Session};

/// What is wrong with a line of an exported game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// There are no lines.
    Empty,
    /// The line is not a hash and a record.
    Unreadable {
        /// What the reader stumbled over.
        why: String,
    },
    /// The record or one before it is not what was hashed.
    Chain {
        /// The hash the line should have.
        expected: Hash,
        /// The hash it has.
        found: Hash,
    },
    /// The record cannot follow those before it.
    Replay(ReplayError),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Empty => write!(f, "there are no records"),
            Flaw::Unreadable { why } => write!(f, "this is not a hash and a record: {why}"),
            Flaw::Chain { expected, found } => {
                write!(f, "the hash should be {expected} and is {found}")
            }
            Flaw::Replay(error) => write!(f, "the game does not go on like this: {error}"),
        }
    }
}

/// Where an exported game breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The first line that is wrong, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub flaw: Flaw,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.flaw)
    }
}

impl std::error::Error for Broken {}

/// An exported game that is whole.
#[derive(Debug)]
pub struct Verified {
    /// The game, replayed.
    pub session: Session,
    /// The hash of its last record. A reader who has seen this hash elsewhere knows that the game is the same,
    /// and that no records are missing at its end.
    pub head: Hash,
}

/// Checks the hash chain of an exported game and replays it by the rules.
///
/// # Errors
/// Names the first line at which the chain or the replay breaks.
pub fn verify(text: &str, lookup: Lookup<'_>) -> Result<Verified, Broken> {
    let mut head = Hash::START;
    let mut session: Option<Session> = None;
    for (index, line) in text.lines().enumerate() {
        let broken = |flaw| Broken {
            line: index + 1,
            flaw,
        };
        let (hash, record) = read(line, head).map_err(broken)?;
        head = hash;
        let replayed = match &mut session {
            Some(session) => session.evolve(&record),
            None => Session::open(&record, lookup).map(|opened| session = Some(opened)),
        };
        replayed.map_err(|error| broken(Flaw::Replay(error)))?;
    }
    match session {
        Some(session) => Ok(Verified { session, head }),
        None => Err(Broken {
            line: 1,
            flaw: Flaw::Empty,
        }),
    }
}

fn read(line: &str, before: Hash) -> Result<(Hash, Record), Flaw> {
    let unreadable = |why: serde_json::Error| Flaw::Unreadable {
        why: why.to_string(),
    };
    let line: ExportedLine = serde_json::from_str(line).map_err(unreadable)?;
    let expected = before.next(line.record.get());
    if expected != line.hash {
        let found = line.hash;
        return Err(Flaw::Chain { expected, found });
    }
    let record = serde_json::from_str(line.record.get()).map_err(unreadable)?;
    Ok((expected, record))
}
