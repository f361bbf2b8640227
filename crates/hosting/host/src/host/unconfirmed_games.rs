//! Games of which the store did not say whether they have begun.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;

/// So many are remembered at most. A further one may begin without being counted.
const MAX_GAMES: usize = 1000;

/// Games that may have been stored although the store failed. When one of them turns out to exist, what follows the
/// beginning of a game is done then, and only once.
#[derive(Debug, Default)]
pub(super) struct UnconfirmedGames(Mutex<HashSet<GameId>>);

impl UnconfirmedGames {
    fn games(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, game: GameId) {
        let mut games = self.games();
        if games.len() < MAX_GAMES {
            games.insert(game);
        }
    }

    /// The game exists. Says whether it was unconfirmed until now.
    pub(super) fn confirm(&self, game: &GameId) -> bool {
        self.games().remove(game)
    }
}
