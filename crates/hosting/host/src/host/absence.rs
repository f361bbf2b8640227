//! Times for which nobody pays: this process did not run, because the machine was suspended, stopped it or gave it no
//! processor; or it could not reach the store that it shares with other nodes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::Millis;

use super::Host;
use crate::game::{Game, Message};

/// How often the host looks whether it still runs. So much of an absence may be charged to a player.
const PULSE: Duration = Duration::from_millis(250);

/// A pulse that is later than this means that we were absent. Less is what a busy machine does.
const TOLERATED: Millis = Millis::from_secs(1);

/// Where other nodes run, a longer absence is theirs to forgive: they have taken over meanwhile.
const TAKEN_OVER: Millis = Millis::from_secs(3);

/// Absences that are remembered for games that sleep. Older ones are charged to the player to act there.
const MAX_ABSENCES: usize = 256;

/// A time that is charged to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Absence {
    /// When the host was last known to run.
    pub(crate) since: Millis,
    /// When it ran again.
    pub(crate) until: Millis,
}

/// Notices absences. The first to look at the time after an absence notes it, so that no clock runs out before.
pub(crate) struct Absences {
    /// When the next pulse is due, in milliseconds.
    due: AtomicU64,
    /// How many there have been.
    count: AtomicU64,
    /// How long they were together, in milliseconds.
    total: AtomicU64,
    latest: Mutex<VecDeque<Absence>>,
    /// Whether other nodes run, which take over after a while.
    is_watched: AtomicBool,
    /// Since when the store has not been reached, in milliseconds.
    outage_since: AtomicU64,
}

/// The store is reached.
const NO_OUTAGE: u64 = u64::MAX;

impl Absences {
    /// Nothing is noticed before the first pulse.
    pub(super) fn new() -> Absences {
        Absences {
            due: AtomicU64::new(u64::MAX),
            count: AtomicU64::new(0),
            total: AtomicU64::new(0),
            latest: Mutex::default(),
            is_watched: AtomicBool::new(false),
            outage_since: AtomicU64::new(NO_OUTAGE),
        }
    }

    /// Says whether other nodes run.
    pub(crate) fn set_watched(&self, is_watched: bool) {
        self.is_watched.store(is_watched, Ordering::Relaxed);
    }

    fn latest(&self) -> MutexGuard<'_, VecDeque<Absence>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self) -> Millis {
        Millis(self.due.load(Ordering::SeqCst))
    }

    fn pulse(&self, now: Millis) {
        self.notice(now);
        let next = now.0 + PULSE.as_millis() as u64;
        self.due.store(next, Ordering::SeqCst);
    }

    /// How many absences there have been, up to now.
    pub(crate) fn count(&self, now: Millis) -> u64 {
        if now - self.due() > TOLERATED {
            self.notice(now);
        }
        self.count.load(Ordering::SeqCst)
    }

    pub(super) fn total(&self) -> Millis {
        Millis(self.total.load(Ordering::Relaxed))
    }

    /// Notes an absence if there was one, once.
    fn notice(&self, now: Millis) {
        let mut latest = self.latest();
        let since = self.due();
        if now - since <= TOLERATED {
            return;
        }
        self.due.store(now.0, Ordering::SeqCst);
        self.total.fetch_add((now - since).0, Ordering::Relaxed);
        let for_ms = (now - since).0;
        if self.is_watched.load(Ordering::Relaxed) && now - since > TAKEN_OVER {
            tracing::warn!(
                for_ms,
                "the server did not run; other nodes have taken over"
            );
            return;
        }
        self.add(&mut latest, Absence { since, until: now });
        tracing::warn!(for_ms, "the server did not run; nobody is charged for it");
    }

    fn add(&self, latest: &mut VecDeque<Absence>, absence: Absence) {
        if latest.len() >= MAX_ABSENCES {
            latest.pop_front();
        }
        latest.push_back(absence);
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    /// The store was last reached at this time.
    pub(crate) fn begin_outage(&self, since: Millis) {
        // The earliest counts.
        self.outage_since.fetch_min(since.0, Ordering::SeqCst);
    }

    /// The store is reached again.
    pub(crate) fn end_outage(&self, now: Millis) {
        let since = self.outage_since.swap(NO_OUTAGE, Ordering::SeqCst);
        if since != NO_OUTAGE {
            let since = Millis(since);
            self.add(&mut self.latest(), Absence { since, until: now });
            let for_ms = (now - since).0;
            tracing::warn!(
                for_ms,
                "the store was not reached; nobody is charged for it"
            );
        }
    }

    /// The time since the store was last reached, if it is not reached now.
    pub(crate) fn outage(&self, now: Millis) -> Option<Absence> {
        let since = self.outage_since.load(Ordering::SeqCst);
        (since != NO_OUTAGE).then_some(Absence {
            since: Millis(since),
            until: now,
        })
    }

    /// Those after the first `seen`, oldest first.
    pub(crate) fn after(&self, seen: u64) -> Vec<Absence> {
        let latest = self.latest();
        let forgotten = self.count.load(Ordering::SeqCst) - latest.len() as u64;
        let skipped = usize::try_from(seen.saturating_sub(forgotten)).unwrap_or(usize::MAX);
        latest.iter().skip(skipped).copied().collect()
    }
}

impl Host {
    /// Looks again and again whether the host still runs. After an absence, all games in memory hear of it at once.
    pub(super) async fn run_pulse(self) {
        let mut told = 0;
        while !self.is_stopping() {
            self.0.absences.pulse(self.now());
            let count = self.n_absences();
            if count != told {
                told = count;
                self.wake_all();
            }
            tokio::time::sleep(PULSE).await;
        }
    }

    /// A game that has no room for this message has others, and looks before it does anything.
    fn wake_all(&self) {
        let mut games: Vec<Game> = self.games().values().cloned().collect();
        games.sort_by(|one, other| one.id().cmp(other.id()));
        for game in games {
            drop(game.send(Message::Wake));
        }
    }

    /// How many absences there have been, up to now.
    pub(crate) fn n_absences(&self) -> u64 {
        self.0.absences.count(self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Millis = Millis::from_days(20_000);

    fn after(milliseconds: u64) -> Millis {
        NOON + Millis(milliseconds)
    }

    #[test]
    fn an_absence_is_noted_once_by_the_first_to_look() {
        let absences = Absences::new();
        assert_eq!(absences.count(NOON), 0, "nothing has begun");
        absences.pulse(NOON);
        assert_eq!(absences.count(after(1250)), 0, "late, but not too late");
        assert_eq!(absences.count(after(8000)), 1);
        assert_eq!(absences.count(after(8001)), 1);
        absences.pulse(after(8002));
        let noted = Absence {
            since: after(250),
            until: after(8000),
        };
        assert_eq!(absences.after(0), [noted]);
        assert_eq!(absences.after(1), []);
        assert_eq!(absences.total(), Millis(7750));
    }

    #[test]
    fn where_others_run_they_forgive_long_absences() {
        let absences = Absences::new();
        absences.set_watched(true);
        absences.pulse(NOON);
        assert_eq!(absences.count(after(3000)), 1);
        assert_eq!(absences.count(after(23_000)), 1);
        assert_eq!(absences.total(), Millis(22_750));
    }

    #[test]
    fn an_outage_lasts_until_the_store_is_reached_again() {
        let absences = Absences::new();
        absences.pulse(NOON);
        assert_eq!(absences.outage(after(100)), None);
        absences.begin_outage(NOON);
        absences.begin_outage(after(50));
        let so_far = |until| Absence { since: NOON, until };
        assert_eq!(absences.outage(after(100)), Some(so_far(after(100))));
        assert_eq!(absences.count(after(100)), 0);
        absences.end_outage(after(200));
        absences.end_outage(after(300));
        assert_eq!(absences.outage(after(300)), None);
        assert_eq!(absences.after(0), [so_far(after(200))]);
        assert_eq!(absences.count(after(300)), 1);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let absences = Absences::new();
        absences.pulse(NOON);
        let many = MAX_ABSENCES as u64 + 3;
        for number in 1..=many {
            absences.pulse(after(number * 10_000));
        }
        assert_eq!(absences.count(after(many * 10_000)), many);
        assert_eq!(absences.after(0).len(), MAX_ABSENCES);
        assert_eq!(absences.after(many - 2).len(), 2);
        assert_eq!(absences.after(many).len(), 0);
    }
}
