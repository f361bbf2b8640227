//! Which players are connected to other nodes, as far as somebody has asked lately.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::PlayerId;
use tokio::sync::Notify;
use tokio::time::Instant;

/// What was asked stays true for so long, where people are shown it.
pub(crate) const FRESH: Duration = Duration::from_secs(2);

/// After so long without being asked again it is not believed any more.
const STALE: Duration = Duration::from_secs(10);

/// Players about whom something is remembered.
const MAX_PLAYERS: usize = 50_000;

/// Who is connected elsewhere, and what other nodes have not been told yet about those who are connected here.
#[derive(Default)]
pub(crate) struct RemotePresence {
    asked: Mutex<HashMap<PlayerId, Seen>>,
    /// Players who have come to this node or left it since the others were told.
    moved: Mutex<HashSet<PlayerId>>,
    pub(crate) has_moved: Notify,
}

#[derive(Clone, Copy)]
struct Seen {
    is_there: bool,
    at: Instant,
}

impl RemotePresence {
    fn asked(&self) -> MutexGuard<'_, HashMap<PlayerId, Seen>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moved(&self) -> MutexGuard<'_, HashSet<PlayerId>> {
        self.moved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a player was connected to another node when that was last asked.
    pub(crate) fn is_there(&self, player: &PlayerId) -> bool {
        let asked = self.asked();
        let seen = asked.get(player);
        seen.is_some_and(|seen| seen.is_there && seen.at.elapsed() < STALE)
    }

    /// Those of these players about whom has not been asked within this time.
    pub(crate) fn unknown<'a>(
        &self,
        players: impl IntoIterator<Item = &'a PlayerId>,
        within: Duration,
    ) -> Vec<PlayerId> {
        let asked = self.asked();
        let is_fresh = |player: &PlayerId| {
            let seen = asked.get(player);
            seen.is_some_and(|seen| seen.at.elapsed() < within)
        };
        let unknown = players.into_iter().filter(|player| !is_fresh(player));
        let unknown: HashSet<&PlayerId> = unknown.collect();
        unknown.into_iter().cloned().collect()
    }

    /// Remembers which of these players are connected elsewhere; gives those of whom that is new.
    pub(crate) fn note(&self, players: Vec<PlayerId>, there: &HashSet<PlayerId>) -> Vec<PlayerId> {
        let mut asked = self.asked();
        if asked.len() + players.len() > MAX_PLAYERS {
            asked.retain(|_, seen| seen.at.elapsed() < FRESH);
        }
        let mut changed = Vec::new();
        let at = Instant::now();
        for player in players {
            let is_there = there.contains(&player);
            let before = asked.insert(player.clone(), Seen { is_there, at });
            if before.is_some_and(|before| before.is_there) != is_there {
                changed.push(player);
            }
        }
        changed
    }

    /// A player has come to this node or left it.
    pub(crate) fn moved_here(&self, player: &PlayerId) {
        self.moved().insert(player.clone());
        self.has_moved.notify_one();
    }

    pub(crate) fn take_moved(&self) -> Vec<PlayerId> {
        self.moved().drain().collect()
    }

    /// They could not be told.
    pub(crate) fn put_back(&self, players: Vec<PlayerId>) {
        self.moved().extend(players);
    }
}
