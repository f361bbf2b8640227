//! The one thread that writes.
//!
//! It takes whatever work has arrived, does it in one transaction, and answers after the commit: many
//! games share one wait for the disk. Where they do, it lets a moment pass before the next commit, for
//! more to arrive; a lone game waits for nobody.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::work::Work;
use crate::StoreError;

/// How much work one commit carries at most. More would make the first wait for the last.
const MAX_SHARED: usize = 512;

/// What a busy writer waits for more work. Far less than the disk takes, and time for many moves.
const MOMENT: Duration = Duration::from_micros(250);

/// What a writer has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Commits, each with one wait for the disk.
    pub commits: u64,
    /// Writes that shared them.
    pub writes: u64,
}

#[derive(Default)]
pub(crate) struct Counters {
    commits: AtomicU64,
    writes: AtomicU64,
}

impl Counters {
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            commits: self.commits.load(Ordering::Relaxed),
            writes: self.writes.load(Ordering::Relaxed),
        }
    }

    fn committed(&self, writes: usize) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.writes.fetch_add(writes as u64, Ordering::Relaxed);
    }
}

/// Works until nobody can hand over work any more.
pub(crate) fn run(
    mut connection: Connection,
    queue: &Receiver<Box<dyn Work>>,
    counters: &Counters,
) {
    let mut is_busy = false;
    while let Ok(first) = queue.recv() {
        if is_busy {
            std::thread::sleep(MOMENT);
        }
        let mut shared = vec![first];
        shared.extend(queue.try_iter().take(MAX_SHARED - 1));
        is_busy = shared.len() > 1;
        commit(&mut connection, shared, counters);
    }
}

/// Commits all of the work together. If that fails, each piece is tried by itself, so that what cannot be
/// written does not take down what can.
fn commit(connection: &mut Connection, mut shared: Vec<Box<dyn Work>>, counters: &Counters) {
    let outcome = try_commit(connection, &mut shared);
    match outcome {
        Ok(()) => {
            counters.committed(shared.len());
            shared.into_iter().for_each(|work| work.answer(None));
        }
        Err(error) if shared.len() == 1 => {
            let error = StoreError::failed(error);
            shared
                .into_iter()
                .for_each(|work| work.answer(Some(error.clone())));
        }
        Err(_) => {
            for alone in shared {
                commit(connection, vec![alone], counters);
            }
        }
    }
}

/// An error on the way drops the transaction, which rolls it back.
fn try_commit(connection: &mut Connection, shared: &mut [Box<dyn Work>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for work in shared {
        work.run(&transaction)?;
    }
    transaction.commit()
}
