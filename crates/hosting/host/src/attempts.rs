//! Limits on how often something may be tried.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use session::Millis;

/// Allows so many attempts in a span of time for each key. An attempt used up comes back after its share
/// of the span.
#[derive(Debug)]
pub struct Attempts {
    burst: u32,
    span: Millis,
    used: Mutex<HashMap<String, Used>>,
}

#[derive(Clone, Copy, Debug)]
struct Used {
    /// In thousandths of an attempt.
    amount: u64,
    at: Millis,
}

/// Keys remembered at most. Those that have all their attempts back go first.
const MAX_KEYS: usize = 50_000;

impl Attempts {
    /// `burst` attempts in every `span`.
    pub fn new(burst: u32, span: Millis) -> Attempts {
        Attempts {
            burst,
            span,
            used: Mutex::default(),
        }
    }

    /// Uses up one attempt of a key, if it has one left.
    pub fn allow(&self, key: &str, now: Millis) -> bool {
        self.allow_many(key, 1, now)
    }

    /// Uses up several attempts of a key, if it has so many left. Nothing costs more than all a key can
    /// have.
    pub fn allow_many(&self, key: &str, n: u32, now: Millis) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MAX_KEYS && !used.contains_key(key) {
            used.retain(|_, used| self.left_over(*used, now) > 0);
            if used.len() >= MAX_KEYS {
                return false;
            }
        }
        let before = used.get(key).map_or(0, |used| self.left_over(*used, now));
        let after = before + u64::from(n.min(self.burst)) * 1000;
        if after > u64::from(self.burst) * 1000 {
            return false;
        }
        used.insert(
            key.to_owned(),
            Used {
                amount: after,
                at: now,
            },
        );
        true
    }

    /// What is still used up of an earlier amount.
    fn left_over(&self, used: Used, now: Millis) -> u64 {
        let passed = (now - used.at).0;
        let back =
            u128::from(passed) * u128::from(self.burst) * 1000 / u128::from(self.span.0.max(1));
        used.amount
            .saturating_sub(u64::try_from(back).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_come_back_one_by_one() {
        let attempts = Attempts::new(3, Millis::from_secs(30));
        let at = |second| attempts.allow("ada", Millis::from_secs(second));
        assert_eq!(
            [at(100), at(100), at(100), at(100)],
            [true, true, true, false]
        );
        assert!(!at(109));
        assert!(at(110));
        assert!(!at(110));
        assert!(attempts.allow("ben", Millis::from_secs(110)));
    }
}
