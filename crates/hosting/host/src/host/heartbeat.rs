//! The heartbeat of a host: it resumes games after a restart, notes that it is alive, and wakes games that are due.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Seat;
use session::{Clock, GameId, Millis};
use store::{Entry, Page, Space, Store, Summary};
use tokio::task::JoinSet;

use super::{Host, Lifecycle};
use crate::game::Message;
use crate::{HostError, Occupant, TimeSource};

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

/// A clock that is corrected by less than this between two heartbeats was not set, but drifts.
const STEP: Millis = Millis::from_secs(1);

/// What the heartbeat knows.
pub(super) struct Heartbeat {
    /// Whether the last note could be stored.
    is_storing: AtomicBool,
}

impl Heartbeat {
    pub(super) fn new() -> Heartbeat {
        Heartbeat {
            is_storing: AtomicBool::new(true),
        }
    }
}

/// When the server last noted that it was alive; never, in a new store.
pub(super) async fn last_alive(store: &dyn Store) -> Result<Option<Millis>, HostError> {
    let note = store.get(&Space::Server, ALIVE).await?;
    Ok(note.and_then(|entry| entry.value.parse().ok().map(Millis)))
}

/// The time goes on where it was. If the machine's clock was set back meanwhile, games would otherwise stand still
/// until it has caught up.
pub(super) fn go_on(
    wall: TimeSource,
    last_alive: Option<Millis>,
    changed_at: Option<Millis>,
) -> TimeSource {
    let Some(latest) = last_alive.max(changed_at) else {
        return wall;
    };
    let behind_ms = (latest - wall.now()).0;
    if behind_ms > 0 {
        tracing::warn!(
            behind_ms,
            "the machine's clock is behind the time of the last run; the server goes on from there"
        );
    }
    wall.not_before(latest + Millis(1))
}

/// The games that are being played, at the start.
pub(super) struct LiveGames {
    pub(super) count: u64,
    /// Those that go on by themselves.
    pub(super) resumed: Vec<GameId>,
    /// When one of them was last changed.
    pub(super) changed_at: Option<Millis>,
}

impl LiveGames {
    pub(super) async fn load(
        store: &dyn Store,
        last_alive: Option<Millis>,
    ) -> Result<LiveGames, HostError> {
        let mut live = LiveGames {
            count: 0,
            resumed: Vec::new(),
            changed_at: None,
        };
        let mut page = Page::first(Page::MAX);
        loop {
            let games = store.live_games(page).await?;
            for summary in &games {
                live.add(summary, last_alive);
            }
            match games.last() {
                Some(last) => page = Page::after(last, Page::MAX),
                None => return Ok(live),
            }
        }
    }

    fn add(&mut self, summary: &Summary, last_alive: Option<Millis>) {
        self.count += 1;
        self.changed_at = self.changed_at.max(Some(summary.changed_at));
        if goes_on_by_itself(summary, last_alive) {
            self.resumed.push(summary.game.clone());
        }
    }
}

/// Whether clocks may run in a game, or a computer may have been about to act when the server stopped.
fn goes_on_by_itself(summary: &Summary, last_alive: Option<Millis>) -> bool {
    let seats = &summary.seats;
    let mut sitters = Seat::BOTH.iter().filter_map(|&seat| seats[seat].as_ref());
    let was_changed = Some(summary.changed_at + LONGEST_THOUGHT) >= last_alive;
    let has_computer = sitters.any(|sitter| Occupant::of(&sitter.player).is_computer());
    summary.clock != Clock::Untimed || (was_changed && has_computer)
}

impl Host {
    /// Lets games go on, then notes again and again that the server is alive and forgets what has expired.
    ///
    /// The first note comes only when every game has stored that it goes on. Until then the old note still says
    /// how long the server was away, so that a second crash charges that time to nobody either.
    pub(super) async fn run_heartbeat(self, timed: Vec<GameId>) {
        self.resume(timed).await;
        self.0.lifecycle.advance(Lifecycle::Running);
        let mut interval = tokio::time::interval(HEARTBEAT);
        let mut ahead = self.wall_ahead();
        loop {
            interval.tick().await;
            if self.is_closing() {
                return;
            }
            ahead = self.note_step(ahead);
            if !self.0.nodes.is_anybody_resuming() {
                self.note_alive().await;
            }
            drop(self.0.store.prune(self.now()).await);
            self.0.lobby.prune(self.now());
            self.withdraw_abandoned().await;
            self.keep_results().await;
        }
    }

    /// By how many milliseconds the machine's clock is ahead of the host's time.
    fn wall_ahead(&self) -> i64 {
        let (wall, now) = (self.0.time.wall(), self.now());
        wall.0.cast_signed().saturating_sub(now.0.cast_signed())
    }

    /// Says so if the machine's clock was set; by how much it is ahead now.
    fn note_step(&self, before: i64) -> i64 {
        let ahead = self.wall_ahead();
        let by_ms = ahead.saturating_sub(before);
        if by_ms.unsigned_abs() > STEP.0 {
            tracing::warn!(by_ms, "the machine's clock was set; games do not notice");
        }
        ahead
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
    pub(crate) async fn try_resume(&self, games: Vec<GameId>) -> Vec<GameId> {
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
                    Err(_) => self.0.deadlines.set(self.now() + Millis::from_secs(1), id),
                }
            }
        }
    }
}
