//! Deadlines of games that sleep.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use session::{GameId, Millis};
use tokio::sync::Notify;

use crate::TimeSource;

/// Wakes games whose deadline comes while they sleep.
#[derive(Default)]
pub(crate) struct DeadlineTimer {
    due: Mutex<BTreeSet<(Millis, GameId)>>,
    changed: Notify,
}

/// The longest sleep, also when nothing is due.
const LONGEST: Duration = Duration::from_secs(60);

impl DeadlineTimer {
    fn due(&self) -> std::sync::MutexGuard<'_, BTreeSet<(Millis, GameId)>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, at: Millis, game: GameId) {
        self.due().insert((at, game));
        self.changed.notify_one();
    }

    /// The games of which it is known when they are due.
    pub(crate) fn known(&self) -> HashSet<GameId> {
        self.due().iter().map(|(_, game)| game.clone()).collect()
    }

    /// Waits for the next deadline, and gives the games that are due.
    pub(crate) async fn due_games(&self, time: &TimeSource) -> Vec<GameId> {
        loop {
            let games = self.take_due(time.now());
            if !games.is_empty() {
                return games;
            }
            let first = self.due().first().map(|(at, _)| *at);
            let wait = first.map_or(LONGEST, |at| Duration::from_millis((at - time.now()).0));
            tokio::select! {
                biased;
                () = self.changed.notified() => {}
                () = tokio::time::sleep(wait.min(LONGEST)) => {}
            }
        }
    }

    fn take_due(&self, now: Millis) -> Vec<GameId> {
        let mut due = self.due();
        let mut games = Vec::new();
        while due.first().is_some_and(|(at, _)| *at <= now) {
            games.extend(due.pop_first().map(|(_, game)| game));
        }
        games
    }
}
