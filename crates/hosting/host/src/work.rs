//! How much processor time something takes, and where it is done if that is much.

use std::time::{Duration, Instant};

use tokio::runtime::{Handle, RuntimeFlavor};

use crate::system;

/// Work above this is not done where everybody else is served.
const HEAVY: Duration = Duration::from_millis(2);

/// Does something; says how much time of a processor that took. Waiting for a processor does not count.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    // What is repeated exactly must not depend on how fast this machine is.
    if system::is_repeatable() {
        return (work(), Duration::ZERO);
    }
    let before = processor_time();
    let done = work();
    (done, processor_time().saturating_sub(before))
}

/// The processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(seconds, nanos)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A move that takes so long is worth being measured the next time. Most take a tenth of it.
const NOTABLE: Duration = Duration::from_micros(300);

/// So many are measured after one that took long. What takes long need not be what is done most often.
const WATCHED: u8 = 32;

/// Of what was light so far, every so manieth is timed: reading the clock costs, too. A move has two parts, and an odd
/// number times both of them in turn.
const TIMED: u8 = 7;

/// How heavy the work for one game is.
#[derive(Debug, Default)]
pub(crate) struct Weight {
    is_heavy: bool,
    /// So many of the next are measured.
    n_measured: u8,
    /// So many of the next are neither measured nor timed.
    n_untimed: u8,
}

impl Weight {
    /// Does work that may be heavy; says how long it took. What was heavy the last time is done aside, so that those who
    /// are served by the same thread need not wait.
    pub(crate) fn carry<T>(&mut self, work: impl FnOnce() -> T) -> (T, Duration) {
        let (done, took) = match self.is_heavy && may_step_aside() {
            true => tokio::task::block_in_place(|| measured(work)),
            false => measured(work),
        };
        self.is_heavy = took > HEAVY;
        (done, took)
    }

    /// The same for what happens all the time and is mostly light: it is measured only where it took long before, for
    /// asking the system for processor time costs, too.
    pub(crate) fn carry_light<T>(&mut self, work: impl FnOnce() -> T) -> (T, Duration) {
        if self.n_untimed > 0 {
            self.n_untimed -= 1;
            return (work(), Duration::ZERO);
        }
        let began = Instant::now();
        let (done, took) = match self.n_measured {
            0 => (work(), Duration::ZERO),
            _ => self.carry(work),
        };
        let is_notable = began.elapsed() > NOTABLE && !system::is_repeatable();
        self.n_measured = match is_notable {
            true => WATCHED,
            false => self.n_measured.saturating_sub(1),
        };
        if self.n_measured == 0 {
            self.n_untimed = TIMED - 1;
        }
        (done, took)
    }
}

/// A runtime with one thread has nobody else to do the rest meanwhile.
fn may_step_aside() -> bool {
    Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a processor for a while, and says how long it was about it.
    fn work() -> Duration {
        let (_, took) = measured(|| {
            let before = processor_time();
            while processor_time() - before < 2 * HEAVY {}
        });
        took
    }

    #[test]
    fn work_counts_and_waiting_does_not() {
        assert!(work() >= 2 * HEAVY);
        let (_, slept) = measured(|| std::thread::sleep(2 * HEAVY));
        assert!(slept < 2 * HEAVY, "{slept:?}");
    }

    #[test]
    fn light_work_is_measured_once_it_was_not_light() {
        let mut weight = Weight::default();
        assert_eq!(weight.carry_light(work).1, Duration::ZERO);
        assert!(weight.carry_light(work).1 >= 2 * HEAVY);
    }

    #[test]
    fn heavy_work_is_noticed_soon_after_light_work() {
        let mut weight = Weight::default();
        assert_eq!(weight.carry_light(|| ()).1, Duration::ZERO);
        let unnoticed = (0..TIMED).take_while(|_| weight.carry_light(work).1.is_zero());
        assert_eq!(unnoticed.count(), usize::from(TIMED));
        assert!(weight.carry_light(work).1 >= 2 * HEAVY);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn heavy_work_is_done_aside() {
        let carried = tokio::spawn(async {
            let mut weight = Weight::default();
            let (_, first) = weight.carry(work);
            assert!(weight.is_heavy && first >= HEAVY);
            // The only thread would be busy here, were it not done aside.
            let (other, done) = (tokio::spawn(async {}), std::sync::mpsc::channel());
            let (tell, told) = done;
            let waiting = tokio::spawn(async move {
                drop(other.await);
                let _ = tell.send(());
            });
            weight.carry(|| told.recv()).0.unwrap();
            waiting.await.unwrap();
            assert!(!weight.is_heavy, "waiting is not work");
        });
        carried.await.unwrap();
    }
}
