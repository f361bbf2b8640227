//! Games about which something was told lately, so that it is not told twice.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use session::GameId;

/// So many are remembered. What is told again later than that comes twice, which does little harm.
const MAX_GAMES: usize = 10_000;

/// Games about which something was told lately.
#[derive(Debug, Default)]
pub(crate) struct RecentGames(Mutex<(HashSet<GameId>, VecDeque<GameId>)>);

impl RecentGames {
    /// Whether this is new of the game.
    pub(crate) fn is_new(&self, game: &GameId) -> bool {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (games, order) = &mut *recent;
        if !games.insert(game.clone()) {
            return false;
        }
        order.push_back(game.clone());
        if order.len() > MAX_GAMES
            && let Some(oldest) = order.pop_front()
        {
            games.remove(&oldest);
        }
        true
    }

    /// The game may be told of again.
    pub(crate) fn forget(&self, game: &GameId) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.0.remove(game) {
            recent.1.retain(|known| known != game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_new_once_and_the_oldest_are_forgotten() {
        let recent = RecentGames::default();
        let game = |n: usize| GameId::new(format!("g{n}")).unwrap();
        for n in 0..=MAX_GAMES {
            assert!(recent.is_new(&game(n)), "{n}");
        }
        assert!(!recent.is_new(&game(MAX_GAMES)));
        assert!(recent.is_new(&game(0)));
        recent.forget(&game(MAX_GAMES));
        assert!(recent.is_new(&game(MAX_GAMES)));
    }
}
