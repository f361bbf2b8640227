//! The games in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;
use tokio::sync::mpsc;

use crate::game::{Game, Message};

/// The handles of all games whose task runs.
#[derive(Default)]
pub(crate) struct GameList(Mutex<HashMap<GameId, Game>>);

impl GameList {
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a game that fell asleep off the list, unless a message waits for it.
    pub(crate) fn retire(&self, game: &Game, messages: &mut mpsc::Receiver<Message>) -> bool {
        let mut games = self.lock();
        if !messages.is_empty() {
            return false;
        }
        messages.close();
        remove(&mut games, game);
        true
    }

    pub(crate) fn forget(&self, game: &Game) {
        remove(&mut self.lock(), game);
    }
}

/// Another task may serve the game by now; that one stays.
fn remove(games: &mut HashMap<GameId, Game>, game: &Game) {
    if games
        .get(game.id())
        .is_some_and(|known| known.is_same(game))
    {
        games.remove(game.id());
    }
}
