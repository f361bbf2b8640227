//! Rate limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::idle_map::{Idle, IdleMap};

/// What can be owed to a bucket at most, in its depths. Nobody is shut out for longer than it takes to come back.
const MOST_OWED: u64 = 8;

/// A token bucket without a lock, cheap enough to be asked for every message of every connection.
#[derive(Debug)]
pub struct Bucket {
    since: Instant,
    /// One token comes back in this many nanoseconds.
    step: u64,
    /// The depth of the bucket, in nanoseconds.
    depth: u64,
    /// When the bucket will be full again, in nanoseconds.
    used_until: AtomicU64,
}

impl Bucket {
    /// `most` tokens per `span`; all of them at once after a pause.
    pub fn new(most: u32, span: Duration) -> Bucket {
        let span = nanos(span);
        let step = span / u64::from(most.max(1));
        Bucket {
            since: Instant::now(),
            step,
            depth: span.max(step),
            used_until: AtomicU64::new(0),
        }
    }

    /// `most` tokens per second; those of two seconds at once after a pause.
    pub fn per_second(most: u32) -> Bucket {
        Bucket::new(most.saturating_mul(2), Duration::from_secs(2))
    }

    /// Takes a token, if there is one.
    pub fn allow(&self) -> bool {
        self.allow_at(Instant::now(), 1)
    }

    /// Takes `n` tokens at a moment, if there are so many. Nothing costs more than half the depth, so that a client
    /// that never pauses can have it, too.
    pub fn allow_at(&self, now: Instant, n: u32) -> bool {
        let now = nanos(now.saturating_duration_since(self.since));
        let cost = self.step.saturating_mul(u64::from(n));
        let cost = cost.min((self.depth / 2).max(self.step));
        let take = |used_until: u64| {
            let after = used_until.max(now).saturating_add(cost);
            (after - now <= self.depth).then_some(after)
        };
        let taken = self
            .used_until
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.is_ok()
    }

    /// Gives a token back that was taken, so that it was as if it had not been.
    pub fn give_back(&self) {
        let less = |used_until: u64| Some(used_until.saturating_sub(self.step));
        // The closure never gives `None`, so this cannot fail.
        let _ = self
            .used_until
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    /// Takes `n` tokens whether there are so many or not; until they have come back nothing is given. Says how long
    /// it takes until no more is owed than the bucket holds.
    pub fn charge_at(&self, now: Instant, n: u64) -> Duration {
        let now = nanos(now.saturating_duration_since(self.since));
        let cost = self.step.saturating_mul(n);
        let most = now.saturating_add(self.depth.saturating_mul(MOST_OWED));
        let charge = |used_until: u64| used_until.max(now).saturating_add(cost).min(most);
        let (Ok(before) | Err(before)) =
            self.used_until
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used_until| {
                    Some(charge(used_until))
                });
        Duration::from_nanos((charge(before) - now).saturating_sub(self.depth))
    }

    /// Whether the bucket is full.
    pub fn is_idle(&self) -> bool {
        self.used_until.load(Ordering::Relaxed) <= nanos(self.since.elapsed())
    }
}

impl Idle for Bucket {
    fn is_idle(&self) -> bool {
        Bucket::is_idle(self)
    }
}

/// A rate limit of its own for each key.
#[derive(Debug)]
pub struct KeyedBuckets {
    most: u32,
    span: Duration,
    /// By the hash of a key: anybody may choose a long one.
    buckets: IdleMap<[u8; 32], Bucket>,
}

impl KeyedBuckets {
    /// `most` tokens per `span` for each key; all of them at once after a pause.
    pub fn new(most: u32, span: Duration) -> KeyedBuckets {
        KeyedBuckets {
            most,
            span,
            buckets: IdleMap::new(),
        }
    }

    /// Takes `n` tokens of a key, if there are so many. There are none while too many other keys are in use.
    pub fn allow(&self, key: &str, n: u32) -> bool {
        let new = || Bucket::new(self.most, self.span);
        let bucket = self.buckets.of(Sha256::digest(key).into(), new);
        bucket.is_some_and(|bucket| bucket.allow_at(Instant::now(), n))
    }

    /// Gives `n` tokens of a key back that were taken.
    pub fn give_back(&self, key: &str, n: u32) {
        let new = || Bucket::new(self.most, self.span);
        if let Some(bucket) = self.buckets.of(Sha256::digest(key).into(), new) {
            (0..n).for_each(|_| bucket.give_back());
        }
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_up_comes_back_one_by_one() {
        let bucket = Bucket::new(3, Duration::from_secs(30));
        let at = |second| bucket.allow_at(bucket.since + Duration::from_secs(second), 1);
        assert_eq!([at(0), at(0), at(0), at(0)], [true, true, true, false]);
        assert!(!at(9));
        assert!(at(10));
        assert!(!at(10));
        assert_eq!(
            [at(100), at(100), at(100), at(100)],
            [true, true, true, false]
        );
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let buckets = KeyedBuckets::new(3, Duration::from_secs(3600));
        for _ in 0..20 {
            assert!(buckets.allow("ada", 1));
            buckets.give_back("ada", 1);
        }
        let allowed = (0..4).filter(|_| buckets.allow("ada", 1)).count();
        assert_eq!(allowed, 3);
    }

    #[test]
    fn costly_things_use_up_more_but_never_more_than_half() {
        let bucket = Bucket::per_second(10);
        let at = |second, n| bucket.allow_at(bucket.since + Duration::from_secs(second), n);
        assert!(at(0, 4) && at(0, 1_000_000) && at(0, 6) && !at(0, 1));
        assert!(!at(1, 11) || !at(1, 1));
    }

    #[test]
    fn what_is_charged_afterwards_is_owed_and_comes_back() {
        let bucket = Bucket::per_second(10);
        let now = bucket.since;
        assert_eq!(bucket.charge_at(now, 15), Duration::ZERO);
        assert_eq!(bucket.charge_at(now, 15), Duration::from_secs(1));
        assert!(!bucket.allow_at(now + Duration::from_millis(900), 1));
        assert!(bucket.allow_at(now + Duration::from_millis(1100), 1));
        // However much it was, it is forgiven after a while.
        let wait = bucket.charge_at(now, u64::MAX);
        assert_eq!(wait, Duration::from_secs(14));
        assert!(bucket.allow_at(now + wait + Duration::from_millis(100), 1));
    }

    #[test]
    fn no_number_is_too_large_or_too_small() {
        for most in [0, 1, u32::MAX] {
            let bucket = Bucket::per_second(most);
            assert!(bucket.allow(), "{most}");
            bucket.allow_at(
                bucket.since + Duration::from_secs(u64::from(u32::MAX)),
                most,
            );
        }
    }

    #[test]
    fn every_key_has_a_limit_of_its_own() {
        let buckets = KeyedBuckets::new(3, Duration::from_secs(3600));
        let long = "a".repeat(100_000);
        for key in ["ada", "ben", &long] {
            let allowed: Vec<bool> = (0..4).map(|_| buckets.allow(key, 1)).collect();
            assert_eq!(allowed, [true, true, true, false]);
        }
    }

    /// However many threads ask, no more is given than there is.
    #[test]
    fn many_who_ask_at_once_get_no_more() {
        let bucket = Bucket::new(1000, Duration::from_secs(3600));
        let now = Instant::now();
        let count = || (0..1000).filter(|_| bucket.allow_at(now, 1)).count();
        let allowed: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(count)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert_eq!(allowed, 1000);
        assert!(!bucket.is_idle());
    }
}
