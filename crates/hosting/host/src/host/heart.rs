//! What a host does all the time: it lets games go on after a restart, notes that it is alive, and wakes
//! games that are due.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rules::Seat;
use session::{Clock, GameId, Millis};
use store::{Entry, Page, Space, Store, Summary};
use tokio::task::JoinSet;

use super::Host;
use crate::game::Message;
use crate::{HostError, is_computer};

/// How often the server notes that it is alive. After a crash, at most so much time is charged to nobody
/// although the server was there; a little more if it crashes before all games go on.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The name of that note.
const ALIVE: &str = "alive";

/// Games that are let go on at the same time. Together they share waits for the disk.
const AT_ONCE: usize = 64;

/// Longer than this no computer takes for an action, however many others wait for the same threads.
const LONGEST_THOUGHT: Millis = Millis::from_secs(600);

/// How soon a game is tried again that could not go on.
const RETRY: Duration = Duration::from_millis(500);

/// When the server last noted that it was alive.
pub(super) async fn last_alive(store: &dyn Store) -> Result<Option<Millis>, HostError> {
    let note = store.get(&Space::Server, ALIVE).await?;
    Ok(note.and_then(|entry| entry.value.parse().ok().map(Millis)))
}

impl Host {
    /// Counts the games that are being played, and gives those that go on by themselves.
    pub(super) async fn count_games(&self) -> Result<Vec<GameId>, HostError> {
        let mut timed = Vec::new();
        let mut page = Page::first(Page::MAX);
        loop {
            let games = self.0.store.live_games(page).await?;
            for summary in &games {
                self.0.running.fetch_add(1, Ordering::Relaxed);
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
        let has_computer = sitters.any(|sitter| is_computer(&sitter.player));
        summary.clock != Clock::Untimed || (was_changed && has_computer)
    }

    /// Lets games go on, then notes again and again that the server is alive and forgets what has expired.
    ///
    /// The first note comes only when every game has stored that it goes on. Until then the old note still says
    /// how long the server was away, so that a second crash charges that time to nobody either.
    pub(super) async fn beat(self, timed: Vec<GameId>) {
        self.resume(timed).await;
        self.0.is_resumed.store(true, Ordering::SeqCst);
        let mut interval = tokio::time::interval(HEARTBEAT);
        loop {
            interval.tick().await;
            if self.is_closing() {
                return;
            }
            self.note_alive().await;
            drop(self.0.store.prune(self.now()).await);
            self.0.lobby.prune(self.now());
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
                Some(Ok((id, Err(HostError::Store(_) | HostError::Overloaded)))) => again.push(id),
                Some(Ok((id, Err(error)))) => {
                    tracing::error!(game = %id, %error, "a game cannot go on");
                }
                Some(_) => {}
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
        self.0.is_storing.store(stored.is_ok(), Ordering::SeqCst);
        if let Err(error) = stored {
            tracing::warn!(%error, "the sign of life could not be stored");
        }
    }

    /// Whether the last sign of life could be stored.
    pub fn is_storing(&self) -> bool {
        self.0.is_storing.load(Ordering::SeqCst)
    }

    /// Wakes games that are due.
    pub(super) async fn ring(self) {
        while !self.is_stopping() {
            for id in self.0.alarms.ring(self.0.now).await {
                match self.game(&id) {
                    Ok(game) => drop(game.send_surely(Message::Wake).await),
                    // There is no room for it now; it is still due.
                    Err(_) => self.wake_at(self.now() + Millis::from_secs(1), &id),
                }
            }
        }
    }

    fn is_closing(&self) -> bool {
        self.0.is_closing.load(Ordering::SeqCst)
    }
}
