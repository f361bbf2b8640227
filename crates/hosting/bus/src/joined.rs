//! The games that a node wants to hear of.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use session::GameId;

/// The games that a node wants to hear of.
#[derive(Debug, Default)]
pub(crate) struct Joined(Mutex<HashSet<GameId>>);

impl Joined {
    fn games(&self) -> std::sync::MutexGuard<'_, HashSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, game: &GameId) -> bool {
        self.games().insert(game.clone())
    }

    pub(crate) fn remove(&self, game: &GameId) -> bool {
        self.games().remove(game)
    }

    pub(crate) fn has(&self, game: &GameId) -> bool {
        self.games().contains(game)
    }

    pub(crate) fn all(&self) -> Vec<GameId> {
        self.games().iter().cloned().collect()
    }
}
