//! What time it is for a host.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use session::Millis;
use tokio::time::Instant;

/// Tells the time of day. It may be set forward or back at any moment.
pub type WallClock = Arc<dyn Fn() -> Millis + Send + Sync>;

/// What time it is for a host: the time of day when it started, plus what has passed since by a clock that nobody
/// can set. So a step of the machine's clock neither takes nor gives time to a player.
///
/// What has passed is measured by the runtime's clock: a test that pauses that one decides how time passes.
#[derive(Clone)]
pub struct TimeSource {
    wall: WallClock,
    at_start: Millis,
    started: Instant,
    /// What is shared with a clock that several machines go by.
    shared: Option<Arc<SharedTime>>,
}

/// How this machine's time follows a clock that several machines go by.
#[derive(Default)]
struct SharedTime {
    /// What is added to the own time, in milliseconds.
    correction: AtomicI64,
    /// The latest time that was told: it never goes back.
    latest: AtomicU64,
}

impl TimeSource {
    /// Time that begins now by this clock.
    pub fn new(wall: WallClock) -> TimeSource {
        TimeSource {
            at_start: wall(),
            started: Instant::now(),
            wall,
            shared: None,
        }
    }

    /// The same time, which can be corrected.
    #[must_use]
    pub fn correctable(self) -> TimeSource {
        TimeSource {
            shared: Some(Arc::default()),
            ..self
        }
    }

    /// The shared clock showed this at some moment of the last `took`. A correction that may be right stays as it is; another one
    /// is changed as little as possible, so that what was measured badly does no harm.
    pub(crate) fn correct(&self, shown: Millis, took: Duration) {
        let Some(shared) = &self.shared else {
            return;
        };
        let own = self.uncorrected().0.cast_signed();
        let took = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
        let least = shown.0.cast_signed().saturating_sub(own);
        // A time is told in whole milliseconds, by both clocks.
        let most = least.saturating_add(took).saturating_add(1);
        let before = shared.correction.load(Ordering::Relaxed);
        let is_first = before == 0 && shared.latest.load(Ordering::Relaxed) == 0;
        let after = match is_first {
            true => least.saturating_add(took / 2),
            false => before.clamp(least.saturating_sub(1), most),
        };
        shared.correction.store(after, Ordering::Relaxed);
    }

    /// The same time, or a later one if it is earlier than `moment`.
    #[must_use]
    pub fn not_before(self, moment: Millis) -> TimeSource {
        let missing = moment - self.now();
        TimeSource {
            at_start: self.at_start + missing,
            ..self
        }
    }

    /// The time for everything that the host does and stores.
    pub fn now(&self) -> Millis {
        match &self.shared {
            None => self.uncorrected(),
            Some(shared) => {
                let own = self.uncorrected().0;
                let now = own.saturating_add_signed(shared.correction.load(Ordering::Relaxed));
                Millis(now.max(shared.latest.fetch_max(now, Ordering::Relaxed)))
            }
        }
    }

    fn uncorrected(&self) -> Millis {
        let passed = self.started.elapsed().as_millis();
        self.at_start + Millis(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// The time of day by the machine's clock, as it is set at the moment.
    pub fn wall(&self) -> Millis {
        (self.wall)()
    }
}

/// The time of day by the clock of the system.
pub fn now() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::*;

    const NOON: Millis = Millis::from_days(20_000);
    const HOUR: Millis = Millis::from_secs(3600);

    #[tokio::test(start_paused = true)]
    async fn a_step_of_the_wall_clock_changes_nothing() {
        let wall = Arc::new(AtomicU64::new(NOON.0));
        let read = Arc::clone(&wall);
        let time = TimeSource::new(Arc::new(move || Millis(read.load(Ordering::SeqCst))));
        for step in [NOON + HOUR, NOON - HOUR] {
            wall.store(step.0, Ordering::SeqCst);
            assert_eq!((time.now(), time.wall()), (NOON, step));
        }
        tokio::time::advance(Duration::from_millis(1500)).await;
        assert_eq!(time.now(), NOON + Millis(1500));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_of_a_shared_clock_is_followed_and_never_goes_back() {
        let second = Duration::from_secs(1);
        let time = TimeSource::new(Arc::new(|| NOON)).correctable();
        time.correct(NOON + HOUR, Duration::from_millis(20));
        assert_eq!(time.now(), NOON + HOUR + Millis(10));
        tokio::time::advance(second).await;
        // It may have been shown at the beginning of the two seconds or at their end: nothing is wrong with it.
        time.correct(NOON + HOUR, 2 * second);
        assert_eq!(time.now(), NOON + HOUR + Millis(1010));
        // The own clock is slower than the shared one.
        tokio::time::advance(second).await;
        time.correct(NOON + HOUR + Millis(2500), Duration::from_millis(4));
        assert_eq!(time.now(), NOON + HOUR + Millis(2499));
        // It is faster: time stands still until the other has caught up.
        time.correct(NOON + HOUR + Millis(2000), Duration::from_millis(4));
        assert_eq!(time.now(), NOON + HOUR + Millis(2499));
        tokio::time::advance(second).await;
        assert_eq!(time.now(), NOON + HOUR + Millis(3005));
    }

    #[tokio::test(start_paused = true)]
    async fn time_can_begin_later_but_not_earlier() {
        let time = TimeSource::new(Arc::new(|| NOON));
        assert_eq!(time.clone().not_before(NOON - HOUR).now(), NOON);
        assert_eq!(time.not_before(NOON + HOUR).now(), NOON + HOUR);
    }
}
