//! Games of which the store did not say, or has not said yet, whether they have begun.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;

/// So many are remembered at most. A further one may begin without being counted.
const MAX_GAMES: usize = 1000;

/// Games that may have been stored although the store failed. When one of them turns out to exist, what follows the
/// beginning of a game is done then, and only once: also when several requests begin the same game at the same time
/// and hear different things of the store, in any order.
#[derive(Debug, Default)]
pub(super) struct UnconfirmedGames(Mutex<HashMap<GameId, Beginning>>);

/// What is known about the beginning of a game.
#[derive(Debug, Default)]
struct Beginning {
    /// Requests that have not heard of the store yet.
    n_attempts: usize,
    /// One of them will never know.
    is_unconfirmed: bool,
    /// What follows has been done.
    is_announced: bool,
}

/// A request that begins a game. When it is dropped without a word, nobody knows whether the game was stored.
pub(super) struct Attempt<'a> {
    games: &'a UnconfirmedGames,
    game: GameId,
    is_known: bool,
}

impl UnconfirmedGames {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Beginning>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody begins this game.
    pub(super) fn attempt(&self, game: &GameId) -> Attempt<'_> {
        self.change(game, |beginning| beginning.n_attempts += 1);
        Attempt {
            games: self,
            game: game.clone(),
            is_known: false,
        }
    }

    /// It is not known whether a game was stored.
    pub(super) fn add(&self, game: &GameId) {
        self.change(game, |beginning| beginning.is_unconfirmed = true);
    }

    fn change(&self, game: &GameId, change: impl FnOnce(&mut Beginning)) {
        let mut games = self.games();
        if games.len() < MAX_GAMES || games.contains_key(game) {
            change(games.entry(game.clone()).or_default());
        }
    }

    /// The game was stored just now. Says whether what follows is still to be done.
    pub(super) fn has_begun(&self, game: &GameId) -> bool {
        let mut games = self.games();
        let Some(beginning) = games.get_mut(game) else {
            return true;
        };
        let is_first = !std::mem::replace(&mut beginning.is_announced, true);
        forget_settled(&mut games, game);
        is_first
    }

    pub(super) fn is_unconfirmed(&self, game: &GameId) -> bool {
        let games = self.games();
        games
            .get(game)
            .is_some_and(|beginning| beginning.is_unconfirmed && !beginning.is_announced)
    }

    /// The game exists. Says whether it was unconfirmed until now.
    pub(super) fn confirm(&self, game: &GameId) -> bool {
        self.is_unconfirmed(game) && self.has_begun(game)
    }
}

/// A game about which nothing is open any more need not be remembered.
fn forget_settled(games: &mut HashMap<GameId, Beginning>, game: &GameId) {
    let is_settled = games.get(game).is_some_and(|beginning| {
        beginning.n_attempts == 0 && (beginning.is_announced || !beginning.is_unconfirmed)
    });
    if is_settled {
        games.remove(game);
    }
}

impl Attempt<'_> {
    /// The store has said whether the game is there.
    pub(super) fn mark_known(mut self) {
        self.is_known = true;
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut games = self.games.games();
        if let Some(beginning) = games.get_mut(&self.game) {
            // An attempt beyond the limit was not counted.
            beginning.n_attempts = beginning.n_attempts.saturating_sub(1);
            beginning.is_unconfirmed |= !self.is_known;
        }
        forget_settled(&mut games, &self.game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameId {
        GameId::new("g").unwrap()
    }

    /// The one whose request failed hears of it after the other, whose request was stored.
    #[test]
    fn a_late_failure_does_not_make_a_begun_game_unconfirmed() {
        let games = UnconfirmedGames::default();
        let (failed, stored) = (games.attempt(&game()), games.attempt(&game()));
        assert!(games.has_begun(&game()));
        stored.mark_known();
        drop(failed);
        assert!(!games.is_unconfirmed(&game()) && !games.confirm(&game()));
        assert!(games.games().is_empty());
    }

    #[test]
    fn a_failure_is_confirmed_once() {
        let games = UnconfirmedGames::default();
        drop(games.attempt(&game()));
        assert!(games.is_unconfirmed(&game()));
        let again = games.attempt(&game());
        assert!(games.confirm(&game()) && !games.confirm(&game()));
        assert!(!games.has_begun(&game()));
        again.mark_known();
        assert!(games.games().is_empty());
    }

    #[test]
    fn what_was_refused_leaves_nothing_behind() {
        let games = UnconfirmedGames::default();
        games.attempt(&game()).mark_known();
        assert!(games.games().is_empty() && games.has_begun(&game()));
    }
}
