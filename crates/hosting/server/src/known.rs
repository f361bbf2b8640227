//! What is remembered of many, for as long as there is something to remember.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many are remembered at most. If all of them are busy, newcomers are turned away.
const MAX_KNOWN: usize = 50_000;

/// Fewer are not worth looking through.
const FEW: usize = 1000;

/// How long to wait before all are looked through again without need.
const PAUSE: Duration = Duration::from_secs(1);

/// Something that can be forgotten when it is at rest, for it would begin anew just like that.
pub(crate) trait Rest {
    fn is_at_rest(&self) -> bool;
}

/// What is remembered of many. Whoever uses something for longer keeps it, so that it is looked for only once.
#[derive(Debug)]
pub(crate) struct Known<K, V>(Mutex<Entries<K, V>>);

#[derive(Debug)]
struct Entries<K, V> {
    map: HashMap<K, Arc<V>>,
    /// How many there may be before those at rest are forgotten.
    room: usize,
    swept_at: Instant,
}

impl<K: Eq + Hash, V: Rest> Known<K, V> {
    pub(crate) fn new() -> Known<K, V> {
        Known(Mutex::new(Entries {
            map: HashMap::new(),
            room: FEW,
            swept_at: Instant::now(),
        }))
    }

    /// What is known of somebody, or something new; `None` if there is no room for it.
    pub(crate) fn of(&self, key: K, new: impl FnOnce() -> V) -> Option<Arc<V>> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.map.get(&key) {
            return Some(Arc::clone(known));
        }
        if entries.map.len() >= entries.room {
            entries.sweep();
        }
        if entries.map.len() >= MAX_KNOWN {
            return None;
        }
        let new = Arc::new(new());
        entries.map.insert(key, Arc::clone(&new));
        Some(new)
    }
}

impl<K: Eq + Hash, V: Rest> Entries<K, V> {
    /// Forgets whoever is at rest and not in use. When that has just been done in vain, it is not done again:
    /// it takes longer the more there are.
    fn sweep(&mut self) {
        if self.map.len() >= MAX_KNOWN && self.swept_at.elapsed() < PAUSE {
            return;
        }
        self.swept_at = Instant::now();
        self.map
            .retain(|_, known| Arc::strong_count(known) > 1 || !known.is_at_rest());
        self.room = (2 * self.map.len()).clamp(FEW, MAX_KNOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Busy(bool);

    impl Rest for Busy {
        fn is_at_rest(&self) -> bool {
            !self.0
        }
    }

    fn len(known: &Known<usize, Busy>) -> usize {
        known.0.lock().unwrap().map.len()
    }

    #[test]
    fn those_at_rest_are_forgotten_unless_somebody_uses_them() {
        let known = Known::new();
        let used = known.of(0, || Busy(false)).unwrap();
        for key in 1..10 * FEW {
            assert!(known.of(key, || Busy(key % 100 == 0)).is_some());
        }
        assert!(len(&known) < 2 * FEW, "{}", len(&known));
        let again = known.of(0, || panic!("it is known")).unwrap();
        assert!(Arc::ptr_eq(&used, &again));
        for key in (100..10 * FEW).step_by(100) {
            assert!(known.of(key, || panic!("{key} is busy")).is_some());
        }
    }

    #[test]
    fn there_is_an_end_even_if_all_are_busy() {
        let known = Known::new();
        let n_known = (0..MAX_KNOWN + 10).filter(|key| known.of(*key, || Busy(true)).is_some());
        assert_eq!(n_known.count(), MAX_KNOWN);
        assert!(known.of(1, || Busy(true)).is_some());
    }
}
