//! The list of seeks at several nodes: what others say of it, and what is stored.

use std::collections::BTreeSet;

use session::{GameId, Millis};

use super::{Lobby, MAX_SEEKS};
use crate::Seek;

/// The list as it was when somebody began to compare it with the store.
pub(crate) struct SyncPoint {
    listed: BTreeSet<GameId>,
    n_over: u64,
}

impl Lobby {
    /// Another node has listed a seek; whether that is new.
    pub(crate) fn hear(&self, seek: &Seek) -> bool {
        let mut state = self.state();
        let is_known = state.seeks.get(&seek.game).is_some_and(|known| {
            // Where it was made is only known where it was made.
            (known.created_at, &known.owner) == (seek.created_at, &seek.owner)
        });
        let is_in_use = state.reserved.contains(&seek.game);
        if is_known || is_in_use || state.is_over(seek) || state.seeks.len() >= MAX_SEEKS {
            return false;
        }
        state.seeks.insert(seek.game.clone(), seek.clone());
        true
    }

    /// At another node a seek is over; gives it if it was listed here.
    pub(crate) fn hear_gone(&self, game: &GameId, created_at: Millis) -> Option<Seek> {
        let mut state = self.state();
        state.note_over(game, created_at);
        let is_same = |seek: &Seek| seek.created_at <= created_at;
        if !state.seeks.get(game).is_some_and(is_same) {
            return None;
        }
        state.seeks.remove(game)
    }

    /// Begins to compare the list with the store.
    pub(crate) fn begin_sync(&self) -> SyncPoint {
        let state = self.state();
        SyncPoint {
            listed: state.seeks.keys().cloned().collect(),
            n_over: state.n_over,
        }
    }

    /// Makes the list as it is stored; gives what is new and what is over. What has changed here since the store was asked
    /// stays as it is.
    pub(crate) fn sync(&self, stored: Vec<Seek>, before: &SyncPoint) -> (Vec<Seek>, Vec<Seek>) {
        let mut state = self.state();
        let n_new = usize::try_from(state.n_over - before.n_over).unwrap_or(usize::MAX);
        let over_since: BTreeSet<GameId> = state
            .over
            .iter()
            .rev()
            .take(n_new)
            .map(|(game, _)| game.clone())
            .collect();
        let ids: BTreeSet<GameId> = stored.iter().map(|seek| seek.game.clone()).collect();
        let is_gone = |game: &&GameId| before.listed.contains(*game) && !ids.contains(*game);
        let gone: Vec<GameId> = state.seeks.keys().filter(is_gone).cloned().collect();
        let gone = gone
            .iter()
            .filter_map(|game| state.seeks.remove(game))
            .collect();
        let mut added = Vec::new();
        for seek in stored {
            let is_taken = state.reserved.contains(&seek.game) || over_since.contains(&seek.game);
            let is_known = state
                .seeks
                .get(&seek.game)
                .is_some_and(|known| known.owner == seek.owner);
            if !is_taken && !is_known && state.seeks.len() < MAX_SEEKS {
                state.seeks.insert(seek.game.clone(), seek.clone());
                added.push(seek);
            }
        }
        (added, gone)
    }
}
