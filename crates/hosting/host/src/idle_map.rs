//! A map whose idle entries are evicted.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Entries at most. When all are busy, new keys are refused.
const MAX_ENTRIES: usize = 50_000;

/// With fewer entries nothing is evicted.
const FEW: usize = 1000;

/// Pause between two evictions that free nothing.
const PAUSE: Duration = Duration::from_secs(1);

/// An entry that can be evicted while it is idle: a new one would be the same.
pub trait Idle {
    /// Whether the entry can be evicted.
    fn is_idle(&self) -> bool;
}

/// A map whose idle entries are evicted. Callers keep the `Arc` while they use an entry, so each looks it up once.
#[derive(Debug)]
pub struct IdleMap<K, V>(Mutex<Entries<K, V>>);

#[derive(Debug)]
struct Entries<K, V> {
    map: HashMap<K, Arc<V>>,
    /// How many there may be before idle ones are evicted.
    room: usize,
    swept_at: Instant,
}

impl<K: Eq + Hash, V: Idle> IdleMap<K, V> {
    /// An empty map.
    pub fn new() -> IdleMap<K, V> {
        IdleMap(Mutex::new(Entries {
            map: HashMap::new(),
            room: FEW,
            swept_at: Instant::now(),
        }))
    }

    /// The entry of a key, if there is one.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.map.get(key).cloned()
    }

    /// The entry of a key, made if it is missing; `None` when the map is full of busy entries.
    pub fn of(&self, key: K, new: impl FnOnce() -> V) -> Option<Arc<V>> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.map.get(&key) {
            return Some(Arc::clone(known));
        }
        if entries.map.len() >= entries.room {
            entries.sweep();
        }
        if entries.map.len() >= MAX_ENTRIES {
            return None;
        }
        let new = Arc::new(new());
        entries.map.insert(key, Arc::clone(&new));
        Some(new)
    }
}

impl<K: Eq + Hash, V: Idle> Default for IdleMap<K, V> {
    fn default() -> IdleMap<K, V> {
        IdleMap::new()
    }
}

impl<K: Eq + Hash, V: Idle> Entries<K, V> {
    /// Evicts idle entries that are not in use. When an eviction has just freed nothing, it is not repeated: it
    /// takes longer the more entries there are.
    fn sweep(&mut self) {
        if self.map.len() >= MAX_ENTRIES && self.swept_at.elapsed() < PAUSE {
            return;
        }
        self.swept_at = Instant::now();
        self.map
            .retain(|_, known| Arc::strong_count(known) > 1 || !known.is_idle());
        self.room = (2 * self.map.len()).clamp(FEW, MAX_ENTRIES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Busy(bool);

    impl Idle for Busy {
        fn is_idle(&self) -> bool {
            !self.0
        }
    }

    fn len(known: &IdleMap<usize, Busy>) -> usize {
        known.0.lock().unwrap().map.len()
    }

    #[test]
    fn idle_entries_are_evicted_unless_they_are_in_use() {
        let known = IdleMap::new();
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
        let known = IdleMap::new();
        let n_known = (0..MAX_ENTRIES + 10).filter(|key| known.of(*key, || Busy(true)).is_some());
        assert_eq!(n_known.count(), MAX_ENTRIES);
        assert!(known.of(1, || Busy(true)).is_some());
    }
}
