//! What a store has done so far, in numbers that people watch.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper ends of the buckets of [`Times`], in microseconds.
const BUCKETS: [u64; 8] = [50, 100, 250, 1_000, 5_000, 25_000, 100_000, 1_000_000];

/// How long something took each time, counted in buckets.
#[derive(Debug, Default)]
pub struct Times {
    /// By the first bucket that it fits into.
    buckets: [AtomicU64; BUCKETS.len()],
    beyond: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    /// Counts one.
    pub fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        let bucket = BUCKETS.iter().position(|end| micros <= *end);
        let counter = bucket.map_or(&self.beyond, |bucket| &self.buckets[bucket]);
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// What was counted up to now.
    pub fn read(&self) -> Histogram {
        let mut count = 0;
        let ends = BUCKETS.into_iter().map(Duration::from_micros);
        let at_most = ends
            .zip(&self.buckets)
            .map(|(end, bucket)| {
                count += bucket.load(Ordering::Relaxed);
                (end, count)
            })
            .collect();
        Histogram {
            at_most,
            count: count + self.beyond.load(Ordering::Relaxed),
            sum: Duration::from_micros(self.micros.load(Ordering::Relaxed)),
        }
    }
}

/// What [`Times`] has counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// How many took at most so long.
    pub at_most: Vec<(Duration, u64)>,
    /// How many there were.
    pub count: u64,
    /// How long they took together.
    pub sum: Duration,
}

/// What a writer has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Commits, each with one wait for the disk.
    pub commits: u64,
    /// Writes that shared them.
    pub writes: u64,
}

/// What a store has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreFigures {
    /// What was written.
    pub effort: Effort,
    /// How long commits took.
    pub commit_times: Histogram,
    /// Records that came too late because others had added some to the same game.
    pub conflicts: u64,
    /// How often the connection that writes was lost.
    pub connections_lost: u64,
}

/// What [`StoreFigures`] is made of.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    commits: AtomicU64,
    writes: AtomicU64,
    commit_times: Times,
    conflicts: AtomicU64,
    lost: AtomicU64,
}

impl Counters {
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.writes.fetch_add(writes as u64, Ordering::Relaxed);
        self.commit_times.note(took);
    }

    pub(crate) fn conflict(&self) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn lost(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn effort(&self) -> Effort {
        Effort {
            commits: self.commits.load(Ordering::Relaxed),
            writes: self.writes.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn read(&self) -> StoreFigures {
        StoreFigures {
            effort: self.effort(),
            commit_times: self.commit_times.read(),
            conflicts: self.conflicts.load(Ordering::Relaxed),
            connections_lost: self.lost.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_the_first_bucket_that_they_fit_into() {
        let times = Times::default();
        for micros in [50, 51, 2_000_000] {
            times.note(Duration::from_micros(micros));
        }
        let read = times.read();
        let counts: Vec<u64> = read.at_most.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [1, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(read.count, 3);
        assert_eq!(read.sum, Duration::from_micros(2_000_101));
    }
}
