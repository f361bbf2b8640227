//! Games that cannot be served because what is stored of them is wrong.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;

use crate::Rejection;
use crate::error::HostError;

/// So many are remembered. Further ones are logged whenever somebody opens them, and not counted.
const MAX_GAMES: usize = 10_000;

/// Games that were found to be damaged since the start.
#[derive(Debug, Default)]
pub(crate) struct DamagedGames(Mutex<HashSet<GameId>>);

impl DamagedGames {
    fn games(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the game was not known to be damaged.
    fn add(&self, game: &GameId) -> bool {
        let mut games = self.games();
        match games.len() < MAX_GAMES {
            true => games.insert(game.clone()),
            false => !games.contains(game),
        }
    }

    /// Logs and counts a game that cannot be served because it is damaged, once.
    pub(crate) fn note(&self, game: &GameId, error: &Rejection) {
        if let Rejection::Failed(HostError::Damaged { why }) = error
            && self.add(game)
        {
            tracing::error!(%game, why, "a game is damaged; `rookery check` looks at all games");
        }
    }

    pub(super) fn count(&self) -> usize {
        self.games().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_counts_once_and_there_is_an_end() {
        let damaged = DamagedGames::default();
        let game = |n: usize| GameId::new(format!("g{n}")).unwrap();
        assert!(damaged.add(&game(0)));
        assert!(!damaged.add(&game(0)));
        for n in 0..MAX_GAMES + 3 {
            damaged.add(&game(n));
        }
        assert_eq!(damaged.count(), MAX_GAMES);
        assert!(damaged.add(&game(MAX_GAMES + 1)), "it is said again");
    }
}
