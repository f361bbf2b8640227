//! A few threads on which computers think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::{Semaphore, oneshot};

use crate::system;

type Job = Box<dyn FnOnce() + Send>;

/// A few threads of low priority. When all are busy, jobs wait, first come first served; so thinking never takes
/// more than these threads, and gives way to answering people.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    jobs: SyncSender<Job>,
}

impl Pool {
    /// Starts so many threads. They end with the pool.
    pub(crate) fn start(n_threads: usize) -> std::io::Result<Pool> {
        let (jobs, waiting) = mpsc::sync_channel::<Job>(n_threads);
        let waiting = Arc::new(Mutex::new(waiting));
        let n_started = if system::is_repeatable() {
            0
        } else {
            n_threads
        };
        for number in 1..=n_started {
            let waiting = Arc::clone(&waiting);
            let thread = thread::Builder::new().name(format!("thinking-{number}"));
            thread.spawn(move || work(&waiting))?;
        }
        Ok(Pool {
            places: Arc::new(Semaphore::new(n_threads)),
            jobs,
        })
    }

    /// Does something on a thread of the pool; nothing comes back if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        if system::is_repeatable() {
            return catch_unwind(AssertUnwindSafe(job)).ok();
        }
        let (answer, answered) = oneshot::channel();
        let job = move || {
            // The place is kept until the job is done, even if its caller has gone.
            let _place = place;
            drop(answer.send(job()));
        };
        // With a place there is room for the job, so this does not wait.
        self.jobs.try_send(Box::new(job)).ok()?;
        answered.await.ok()
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    step_back();
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(job) = next else {
            return;
        };
        // A panic has been printed already, and must not cost a thread.
        drop(catch_unwind(AssertUnwindSafe(job)));
    }
}

/// Lets every other thread of the process go first when processors are short.
#[cfg(target_os = "linux")]
fn step_back() {
    // In Linux, and only there, this concerns the calling thread and not the process.
    if let Err(error) = rustix::process::nice(15) {
        tracing::debug!(%error, "computers think at the usual priority");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn jobs_are_done_and_a_panic_costs_no_thread() {
        let pool = Pool::start(1).unwrap();
        let broken: Option<()> = pool.run(|| panic!("this is meant to happen")).await;
        assert_eq!(broken, None);
        assert_eq!(pool.run(|| 6 * 7).await, Some(42));
    }

    #[tokio::test]
    async fn a_caller_that_leaves_does_not_block_others() {
        let pool = Pool::start(1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(move || held.recv()));
        // Polled once, the job is on its thread; then its caller leaves.
        let polled = std::future::poll_fn(|context| {
            std::task::Poll::Ready(first.as_mut().poll(context).is_pending())
        });
        assert!(polled.await);
        drop(first);
        release.send(()).unwrap();
        assert_eq!(pool.run(|| 1).await, Some(1));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn thinking_gives_way() {
        let own = rustix::process::nice(0).unwrap();
        let pool = Pool::start(1).unwrap();
        let theirs = pool.run(|| rustix::process::nice(0).unwrap()).await;
        assert!(theirs.unwrap() > own || own == 19);
    }
}
