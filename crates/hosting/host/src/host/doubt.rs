//! Games of which the store did not say whether they have begun.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;

/// So many are remembered at most. Without them a game may begin that is not counted.
const MAX_DOUBTS: usize = 1000;

/// Games that may have been stored although the store failed. Whoever then finds that one of them is there does
/// what was left undone, and nobody does it again.
#[derive(Debug, Default)]
pub(super) struct Doubts(Mutex<HashSet<GameId>>);

impl Doubts {
    fn games(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn raise(&self, game: GameId) {
        let mut games = self.games();
        if games.len() < MAX_DOUBTS {
            games.insert(game);
        }
    }

    /// The game is there. Whether there were doubts about it until now.
    pub(super) fn settle(&self, game: &GameId) -> bool {
        self.games().remove(game)
    }
}
