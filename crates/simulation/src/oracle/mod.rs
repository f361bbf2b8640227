//! Knows what the documents promise, and judges what happened.

mod clocks;
mod decisions;
mod pairing;
mod records;
mod rest;

pub(crate) use decisions::{check_decisions, check_kept_out};
pub(crate) use records::check_records;
pub(crate) use rest::{check_deadlines, check_rest, check_start};

use session::{GameId, Record, Sealed};
use store::{MemoryStore, Store};

use crate::store::now;

/// The stored records of a game.
fn stored(memory: &MemoryStore, game: &GameId) -> Vec<Sealed> {
    let answer = now(memory.read(game, 0));
    answer.and_then(Result::ok).unwrap_or_default()
}

/// The same, read.
fn read(sealed: &[Sealed]) -> Option<Vec<Record>> {
    sealed.iter().map(|one| one.record().ok()).collect()
}
