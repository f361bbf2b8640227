//! The heartbeat of a host: it resumes games after a restart, notes that it is alive, and wakes games that are due.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Seat;
use session::{Clock, GameId, Millis};
use store::{Entry, Page, Space, Store, Summary};
use tokio::task::JoinSet;

use super::{Host, Lifecycle};
use crate::game::Message;
use crate::{HostError, Occupant};

/// How often the server notes that it is alive. After a crash, at most so much time is charged to nobody
/// although the server was there; a little more if it crashes before all games go on.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The name of that note.
const ALIVE: &str = "alive";

/// Games that are let go on at the same time. Together they share waits for the disk.
const AT_ONCE: usize = 64;

/// The longest time a computer takes for an action, with others waiting for the same threads.
const LONGEST_THOUGHT: Millis = Millis::from_secs(600);

/// How soon a game is tried again that could not go on.
const RETRY: Duration = Duration::from_millis(500);

/// What the heartbeat knows.
pub(super) struct Heartbeat {
    pub(super) started_at: Millis,
    /// When the server last noted that it was alive, before it started.
    pub(super) last_alive: Millis,
    /// Whether the last note could be stored.
    is_storing: AtomicBool,
}

impl Heartbeat {
    pub(super) async fn load(store: &dyn Store, now: Millis) -> Result<Heartbeat, HostError> {
        let note = store.get(&Space::Server, ALIVE).await?;
        let last_alive = note.and_then(|entry| entry.value.parse().ok().map(Millis));
        Ok(Heartbeat {
            started_at: now,
            last_alive: last_alive.unwrap_or(now),
            is_storing: AtomicBool::new(true),
        })
    }
}

impl Host {
    /// Counts the games that are being played, and gives those that go on by themselves.
    pub(super) async fn count_games(&self) -> Result<Vec<GameId>, HostError> {
        let mut timed = Vec::new();
        let mut page = Page::first(Page::MAX);
        loop {
            let games = self.0.store.live_games(page).await?;
            for summary in &games {
                self.0.counters.running.fetch_add(1, Ordering::Relaxed);
                if self.goes_on_by_itself(summary) {
                    timed.push(summary.game.clone());
                }
            }
            match games.last() {
                Some(last) => page = Page::after(last, Page::MAX),
                None => return Ok(timed),
            }
        }
    }

    /// Whether clocks may run in a game, or a computer may have been about to act when the server stopped.
    fn goes_on_by_itself(&self, summary: &Summary) -> bool {
        let seats = &summary.seats;
        let mut sitters = Seat::BOTH.iter().filter_map(|&seat| seats[seat].as_ref());
        let was_changed = summary.changed_at + LONGEST_THOUGHT >= self.last_alive();
        let has_computer = sitters.any(|sitter| Occupant::of(&sitter.player).is_computer());
        summary.clock != Clock::Untimed || (was_changed && has_computer)
    }

    /// Lets games go on, then notes again and again that the server is alive and forgets what has expired.
    ///
    /// The first note comes only when every game has stored that it goes on. Until then the old note still says
    /// how long the server was away, so that a second crash charges that time to nobody either.
    pub(super) async fn run_heartbeat(self, timed: Vec<GameId>) {
        self.resume(timed).await;
        self.0.lifecycle.advance(Lifecycle::Running);
        let mut interval = tokio::time::interval(HEARTBEAT);
        loop {
            interval.tick().await;
            if self.is_closing() {
                return;
            }
            self.note_alive().await;
            drop(self.0.store.prune(self.now()).await);
            self.0.lobby.prune(self.now());
            self.withdraw_abandoned().await;
        }
    }

    /// Comes back when all of these games go on, or the server closes.
    async fn resume(&self, mut games: Vec<GameId>) {
        loop {
            games = self.try_resume(games).await;
            if games.is_empty() || self.is_closing() {
                return;
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Loads games, which lets them go on; gives those with which that should be tried again.
    async fn try_resume(&self, games: Vec<GameId>) -> Vec<GameId> {
        let mut games = games.into_iter();
        let mut loading = JoinSet::new();
        let mut again = Vec::new();
        loop {
            for id in games.by_ref().take(AT_ONCE - loading.len()) {
                let host = self.clone();
                loading.spawn(async move {
                    let loaded = host.look(&id, |_, _| ()).await;
                    (id, loaded)
                });
            }
            match loading.join_next().await {
                Some(Ok((id, Err(error)))) => match error.may_pass() {
                    true => again.push(id),
                    false => tracing::error!(game = %id, %error, "a game cannot go on"),
                },
                Some(Ok((_, Ok(())))) => {}
                // It panicked, which is in the log.
                Some(Err(_)) => {}
                None => return again,
            }
        }
    }

    pub(super) async fn note_alive(&self) {
        let entry = Entry {
            key: ALIVE.to_owned(),
            value: self.now().0.to_string(),
            expires: None,
        };
        let stored = self.0.store.put(&Space::Server, entry).await;
        let is_storing = &self.0.heartbeat.is_storing;
        is_storing.store(stored.is_ok(), Ordering::SeqCst);
        if let Err(error) = stored {
            tracing::warn!(%error, "the sign of life could not be stored");
        }
    }

    /// Whether the last sign of life could be stored.
    pub fn is_storing(&self) -> bool {
        self.0.heartbeat.is_storing.load(Ordering::SeqCst)
    }

    /// Wakes games that are due.
    pub(super) async fn run_deadlines(self) {
        while !self.is_stopping() {
            for id in self.0.deadlines.due_games(&self.0.time).await {
                match self.game(&id) {
                    Ok(game) => drop(game.send_surely(Message::Wake).await),
                    // There is no room for it now; it is still due.
                    Err(_) => self.wake_at(self.now() + Millis::from_secs(1), &id),
                }
            }
        }
    }
}
