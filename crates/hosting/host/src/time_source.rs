//! What time it is for a host.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

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
}

impl TimeSource {
    /// Time that begins now by this clock.
    pub fn new(wall: WallClock) -> TimeSource {
        TimeSource {
            at_start: wall(),
            started: Instant::now(),
            wall,
        }
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
    async fn time_can_begin_later_but_not_earlier() {
        let time = TimeSource::new(Arc::new(|| NOON));
        assert_eq!(time.clone().not_before(NOON - HOUR).now(), NOON);
        assert_eq!(time.not_before(NOON + HOUR).now(), NOON + HOUR);
    }
}
