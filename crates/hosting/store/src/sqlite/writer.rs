//! The one thread that writes.
//!
//! It takes whatever work has arrived, does it in one transaction, and answers after the commit: many
//! games share one wait for the disk. Where they do, it lets a moment pass before the next commit, for
//! more to arrive; a lone game does not wait.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::lock;
use super::stamps::{Stamps, checkpoint};
use super::tail_cache::TailCache;
use super::transaction::Transaction;
use super::work::Work;
use crate::StoreError;
use crate::figures::Counters;

/// How much work one commit carries at most. More would make the first wait for the last.
const MAX_SHARED: usize = 512;

/// What a busy writer waits for more work before it commits. Disks take about as long. Waiting longer would
/// make commits fuller still, but the server would have nothing to do meanwhile, and going on with cold
/// caches costs more than is saved.
const MOMENT: Duration = Duration::from_micros(500);

/// When nothing has been written for so long, the log is moved into the database file.
const IDLE: Duration = Duration::from_secs(1);

/// But not more often than this: a heartbeat alone is little work.
const CHECKPOINTS: Duration = Duration::from_secs(60);

/// Works until the queue is closed.
pub(crate) fn run(
    connection: &Connection,
    queue: &Receiver<Box<dyn Work>>,
    counters: &Counters,
    tails: &Mutex<TailCache>,
    stamps: Option<Stamps>,
) {
    let mut writer = Writer {
        connection,
        counters,
        tails,
        stamps,
        checkpoint_due: Instant::now() + CHECKPOINTS,
    };
    let mut is_busy = false;
    loop {
        let first = match queue.recv_timeout(IDLE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                writer.rest();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if is_busy {
            std::thread::sleep(MOMENT);
        }
        let mut shared = vec![first];
        shared.extend(queue.try_iter().take(MAX_SHARED - 1));
        is_busy = shared.len() > 1;
        writer.commit(shared);
    }
}

struct Writer<'a> {
    connection: &'a Connection,
    counters: &'a Counters,
    tails: &'a Mutex<TailCache>,
    stamps: Option<Stamps>,
    /// From when on an idle writer moves the log into the database file.
    checkpoint_due: Instant,
}

impl Writer<'_> {
    /// What an idle writer does. If it fails, the log keeps what it has.
    fn rest(&mut self) {
        if self.checkpoint_due <= Instant::now() {
            self.checkpoint_due = Instant::now() + CHECKPOINTS;
            drop(checkpoint(self.connection));
        }
    }

    /// Commits all of the work together. If that fails, each piece is tried by itself, so that what cannot
    /// be written does not take down what can.
    fn commit(&mut self, mut shared: Vec<Box<dyn Work>>) {
        let began = Instant::now();
        match self.try_commit(&mut shared) {
            Ok(()) => {
                self.counters.committed(shared.len(), began.elapsed());
                shared.into_iter().for_each(|work| work.answer(None));
                if let Some(stamps) = &mut self.stamps {
                    stamps.committed();
                }
            }
            Err(error) if shared.len() == 1 => {
                let error = StoreError::failed(error);
                shared
                    .into_iter()
                    .for_each(|work| work.answer(Some(error.clone())));
            }
            Err(_) => {
                for alone in shared {
                    self.commit(vec![alone]);
                }
            }
        }
    }

    fn try_commit(&mut self, shared: &mut [Box<dyn Work>]) -> rusqlite::Result<()> {
        let done = self.transact(shared);
        if done.is_err() {
            lock(self.tails).clear();
            // A commit that failed may have rolled back already. If rolling back fails as well, the next
            // transaction cannot begin, and says so.
            if !self.connection.is_autocommit() {
                drop(self.say("ROLLBACK"));
            }
        }
        done
    }

    fn transact(&mut self, shared: &mut [Box<dyn Work>]) -> rusqlite::Result<()> {
        self.say("BEGIN IMMEDIATE")?;
        lock(self.tails).begin(self.connection)?;
        let mut transaction = Transaction::new(self.connection);
        for work in shared {
            work.run(&mut transaction)?;
        }
        drop(transaction);
        if let Some(stamps) = &mut self.stamps {
            stamps.write(self.connection)?;
        }
        self.say("COMMIT")
    }

    /// Runs a statement that is kept for the next time: reading one costs as much as writing a move.
    fn say(&self, statement: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(statement)?.execute(())?;
        Ok(())
    }
}
