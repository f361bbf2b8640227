//! A few threads on which computers think.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use crate::system;

type Job = Box<dyn FnOnce() + Send>;

/// Whoever causes jobs: those of one owner wait for each other, not for those of others.
pub(crate) type Owner = Arc<str>;

/// A few threads of low priority. When all are busy, jobs wait, and their owners take turns; so thinking never takes more
/// than these threads, gives way to answering people, and nobody with many jobs makes others wait for all of them.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: HashMap<Owner, VecDeque<Job>>,
    /// Owners of jobs, in the order of their turns.
    turns: VecDeque<Owner>,
    is_closed: bool,
}

impl Waiting {
    fn add(&mut self, owner: &Owner, job: Job) {
        let own = self.jobs.entry(Arc::clone(owner)).or_default();
        if own.is_empty() {
            self.turns.push_back(Arc::clone(owner));
        }
        own.push_back(job);
    }

    /// The next job. If its owner has more of them, the others have their turns first.
    fn next(&mut self) -> Option<Job> {
        let owner = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&owner)?;
        let job = own.pop_front();
        match own.is_empty() {
            true => drop(self.jobs.remove(&owner)),
            false => self.turns.push_back(owner),
        }
        job
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; nothing comes when the pool is gone.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.next() {
                return Some(job);
            }
            let woken = self.has_changed.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Pool {
    /// Starts so many threads. They end with the pool.
    pub(crate) fn start(n_threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            has_changed: Condvar::new(),
        });
        let n_started = if system::is_repeatable() {
            0
        } else {
            n_threads
        };
        for number in 1..=n_started {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinking-{number}"));
            thread.spawn(move || work(&shared))?;
        }
        Ok(Pool(shared))
    }

    /// Does something on a thread of the pool; nothing comes back if it panics. If the caller leaves before it has
    /// begun, it is not done at all.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: &Owner,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        if system::is_repeatable() {
            return catch_unwind(AssertUnwindSafe(job)).ok();
        }
        let (answer, answered) = oneshot::channel();
        let job = move || {
            if !answer.is_closed() {
                drop(answer.send(job()));
            }
        };
        self.0.lock().add(owner, Box::new(job));
        self.0.has_changed.notify_one();
        answered.await.ok()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.has_changed.notify_all();
    }
}

fn work(shared: &Shared) {
    step_back();
    while let Some(job) = shared.next() {
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
    use std::sync::mpsc;

    use super::*;

    fn owner(name: &str) -> Owner {
        name.into()
    }

    #[tokio::test]
    async fn jobs_are_done_and_a_panic_costs_no_thread() {
        let pool = Pool::start(1).unwrap();
        let ada = owner("ada");
        let broken: Option<()> = pool.run(&ada, || panic!("this is meant to happen")).await;
        assert_eq!(broken, None);
        assert_eq!(pool.run(&ada, || 6 * 7).await, Some(42));
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
        let ada = owner("ada");
        let mut first = Box::pin(pool.run(&ada, move || held.recv()));
        begin(&mut first).await;
        let mut second = Box::pin(pool.run(&ada, move || done.send(())));
        begin(&mut second).await;
        drop(second);
        drop(first);
        release.send(()).unwrap();
        assert_eq!(pool.run(&ada, || 1).await, Some(1));
        assert!(was_done.recv().is_err(), "it was begun");
    }

    /// However many jobs one owner has, those of others wait for one of them.
    #[tokio::test]
    async fn owners_take_turns() {
        let pool = Pool::start(1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel::<&str>();
        let eve = owner("eve");
        let (begun, has_begun) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(&eve, move || {
            drop(begun);
            held.recv()
        }));
        begin(&mut first).await;
        assert!(has_begun.recv().is_err(), "it sends nothing");
        let jobs = ["eve", "eve", "eve", "ada", "eve", "ben", "ada"];
        let mut waiting: Vec<_> = jobs
            .into_iter()
            .map(|name| {
                let done = done.clone();
                let pool = &pool;
                Box::pin(async move { pool.run(&owner(name), move || done.send(name)).await })
            })
            .collect();
        for job in &mut waiting {
            begin(job).await;
        }
        release.send(()).unwrap();
        for job in waiting {
            job.await.unwrap().unwrap();
        }
        drop(done);
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["eve", "ada", "ben", "eve", "ada", "eve", "eve"]);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn thinking_gives_way() {
        let own = rustix::process::nice(0).unwrap();
        let pool = Pool::start(1).unwrap();
        let theirs = pool
            .run(&owner("ada"), || rustix::process::nice(0).unwrap())
            .await;
        assert!(theirs.unwrap() > own || own == 19);
    }
}
