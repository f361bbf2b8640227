//! What has gone through a bus.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What has gone through a bus so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BusCounts {
    /// Messages that were sent.
    pub sent: u64,
    /// Messages of others that were heard.
    pub heard: u64,
    /// Messages that there was no room for, on the way out or in.
    pub lost: u64,
    /// How often the connection was lost.
    pub broken: u64,
    /// Whether there is a connection now.
    pub is_connected: bool,
    /// How long a message took to go out and come back, the last time that this was measured.
    pub round_trip: Duration,
}

/// What [`BusCounts`] is made of.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    sent: AtomicU64,
    heard: AtomicU64,
    lost: AtomicU64,
    broken: AtomicU64,
    connected: AtomicU64,
    round_trip_us: AtomicU64,
}

impl Counters {
    pub(crate) fn sent(&self, n: usize) {
        self.sent.fetch_add(n as u64, Ordering::Relaxed);
    }

    pub(crate) fn heard(&self) {
        self.heard.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn lost(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn connected(&self, is_connected: bool) {
        let was = self
            .connected
            .swap(u64::from(is_connected), Ordering::Relaxed);
        if was == 1 && !is_connected {
            self.broken.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn round_trip(&self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.round_trip_us.store(took, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> BusCounts {
        BusCounts {
            sent: self.sent.load(Ordering::Relaxed),
            heard: self.heard.load(Ordering::Relaxed),
            lost: self.lost.load(Ordering::Relaxed),
            broken: self.broken.load(Ordering::Relaxed),
            is_connected: self.connected.load(Ordering::Relaxed) == 1,
            round_trip: Duration::from_micros(self.round_trip_us.load(Ordering::Relaxed)),
        }
    }
}
