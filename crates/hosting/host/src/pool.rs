//! A few threads on which computers think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::thinking_queue::{Begun, Owner, ThinkingQueue};
use crate::{Cancel, system};

/// Something to do, and how to tell it that its time is up.
struct Job {
    work: Box<dyn FnOnce() + Send>,
    cancel: Cancel,
}

/// A few threads of low priority. When all are busy, jobs wait; so thinking never takes more than these threads and gives
/// way to answering people. Of many, owners take turns, so nobody makes others wait for all of theirs. The more jobs wait, the sooner those that have begun are told to come to an end.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    has_work: Condvar,
    /// Something has begun, or more wait: somebody may have to end sooner.
    has_changed: Condvar,
}

struct State {
    queue: ThinkingQueue<Job>,
    running: Vec<Running>,
    n_begun: u64,
    longest_wait: Duration,
    is_closed: bool,
}

/// A job that is being done.
struct Running {
    number: u64,
    begun: Begun,
    cancel: Cancel,
}

/// How busy the threads are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Jobs that have not begun.
    pub waiting: usize,
    /// The longest time that one has waited since the start.
    pub longest: Duration,
}

impl State {
    /// Begins the next job.
    fn begin(&mut self) -> Option<(u64, Job)> {
        let (job, begun) = self.queue.next(Instant::now())?;
        self.longest_wait = self.longest_wait.max(begun.waited());
        self.n_begun += 1;
        self.running.push(Running {
            number: self.n_begun,
            begun,
            cancel: job.cancel.clone(),
        });
        Some((self.n_begun, job))
    }

    /// Tells jobs whose time is up to end, and how long the others may still go on.
    fn hurry(&mut self) -> Option<Duration> {
        let now = Instant::now();
        let ends = self.running.iter().filter_map(|running| {
            if running.cancel.is_hurried() {
                return None;
            }
            let rest = self.queue.end(running.begun).saturating_duration_since(now);
            if rest.is_zero() {
                running.cancel.hurry();
                return None;
            }
            Some(rest)
        });
        ends.min()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; nothing comes when the pool is gone.
    fn next(&self) -> Option<(u64, Job)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.begin() {
                self.has_changed.notify_one();
                return Some(job);
            }
            let woken = self.has_work.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Pool {
    /// Starts so many threads. They end with the pool.
    pub(crate) fn start(n_threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                queue: ThinkingQueue::new(n_threads),
                running: Vec::new(),
                n_begun: 0,
                longest_wait: Duration::ZERO,
                is_closed: false,
            }),
            has_work: Condvar::new(),
            has_changed: Condvar::new(),
        });
        if !system::is_repeatable() {
            for number in 1..=n_threads {
                start_thread(format!("thinking-{number}"), &shared, work)?;
            }
            start_thread("thinking-timer".to_owned(), &shared, watch)?;
        }
        Ok(Pool(shared))
    }

    /// Does something on a thread of the pool; nothing comes back if it panics. If the caller leaves before it has
    /// begun, it is not done at all. When its time is up, `cancel` tells it to hurry.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: &Owner,
        cancel: &Cancel,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        if system::is_repeatable() {
            return catch_unwind(AssertUnwindSafe(job)).ok();
        }
        let (answer, answered) = oneshot::channel();
        let work = move || {
            if !answer.is_closed() {
                drop(answer.send(job()));
            }
        };
        let job = Job {
            work: Box::new(work),
            cancel: cancel.clone(),
        };
        self.0.lock().queue.add(owner, job, Instant::now());
        self.0.has_work.notify_one();
        self.0.has_changed.notify_one();
        answered.await.ok()
    }

    /// How busy it is.
    pub(crate) fn waits(&self) -> Waits {
        let state = self.0.lock();
        Waits {
            waiting: state.queue.len(),
            longest: state.longest_wait,
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.has_work.notify_all();
        self.0.has_changed.notify_all();
    }
}

fn start_thread(name: String, shared: &Arc<Shared>, main: fn(&Shared)) -> std::io::Result<()> {
    let shared = Arc::clone(shared);
    let thread = thread::Builder::new().name(name);
    thread.spawn(move || main(&shared)).map(drop)
}

fn work(shared: &Shared) {
    step_back();
    while let Some((number, job)) = shared.next() {
        // A panic has been printed already, and must not cost a thread.
        drop(catch_unwind(AssertUnwindSafe(job.work)));
        let mut state = shared.lock();
        state.running.retain(|running| running.number != number);
    }
}

/// Sees to it that jobs end when their time is up.
fn watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.is_closed {
        state = match state.hurry() {
            Some(rest) => {
                let woken = shared.has_changed.wait_timeout(state, rest);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let woken = shared.has_changed.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            }
        };
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
    use std::sync::mpsc;

    use super::*;

    fn owner(name: &str) -> Owner {
        name.into()
    }

    #[tokio::test]
    async fn jobs_are_done_and_a_panic_costs_no_thread() {
        let pool = Pool::start(1).unwrap();
        let ada = owner("ada");
        let broken: Option<()> = pool
            .run(&ada, &Cancel::default(), || {
                panic!("this is meant to happen")
            })
            .await;
        assert_eq!(broken, None);
        assert_eq!(pool.run(&ada, &Cancel::default(), || 6 * 7).await, Some(42));
    }

    /// Looks at a future once: its job is in the pool then.
    async fn begin<T>(job: &mut std::pin::Pin<Box<impl Future<Output = T>>>) {
        let polled = std::future::poll_fn(|context| {
            std::task::Poll::Ready(job.as_mut().poll(context).is_pending())
        });
        assert!(polled.await);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_not_begun() {
        let pool = Pool::start(1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (done, was_done) = mpsc::channel::<()>();
        let (ada, idle) = (owner("ada"), Cancel::default());
        let mut first = Box::pin(pool.run(&ada, &idle, move || held.recv()));
        begin(&mut first).await;
        let mut second = Box::pin(pool.run(&ada, &idle, move || done.send(())));
        begin(&mut second).await;
        drop(second);
        drop(first);
        release.send(()).unwrap();
        assert_eq!(pool.run(&ada, &Cancel::default(), || 1).await, Some(1));
        assert!(was_done.recv().is_err(), "it was begun");
    }

    /// A search that would go on for ever is told to end, because its time is up.
    #[tokio::test]
    async fn a_job_is_told_when_its_time_is_up() {
        let pool = Pool::start(1).unwrap();
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let endless = move || {
            while !flag.is_hurried() {
                thread::yield_now();
            }
            flag.is_cancelled()
        };
        // Others wait, so that it has little time; nobody else has taken it back.
        let ben = owner("ben");
        let idle = Cancel::default();
        let mut first = Box::pin(pool.run(&ben, &cancel, endless));
        begin(&mut first).await;
        let mut others: Vec<_> = (0..100)
            .map(|_| Box::pin(pool.run(&ben, &idle, || ())))
            .collect();
        for other in &mut others {
            begin(other).await;
        }
        assert_eq!(first.await, Some(false));
        for other in others {
            other.await.unwrap();
        }
        assert_eq!(pool.waits().waiting, 0);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn thinking_gives_way() {
        let own = rustix::process::nice(0).unwrap();
        let pool = Pool::start(1).unwrap();
        let theirs = pool
            .run(&owner("ada"), &Cancel::default(), || {
                rustix::process::nice(0).unwrap()
            })
            .await;
        assert!(theirs.unwrap() > own || own == 19);
    }
}
