//! States that were looked at before: sixteen bytes each, in a table that several threads may share.
//!
//! A place is two numbers that are written one after the other without a lock. The first is the key mixed with the
//! second, so that a place which two threads wrote at once belongs to no key and is not found.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::Mixer;

use crate::score::MATE_BOUND;

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A number for an action, to know it again among those of one state; never 0.
pub(crate) type Mark = u32;

/// The number of an action.
pub(crate) fn mark(action: &impl Hash) -> Mark {
    ((Mixer::of(action) >> 32) as u32).max(1)
}

/// What is known about a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// How far below the state was searched.
    pub(crate) depth: i32,
    /// For the seat to act, with forced wins counted from this state.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) best: Option<Mark>,
    age: u8,
}

/// What a player at full strength remembers between moves. One table may serve any games, one after the other.
pub struct SearchMemory(TranspositionTable);

impl SearchMemory {
    /// A table for about so many states, of [`BYTES`] each.
    pub fn new(states: usize) -> SearchMemory {
        SearchMemory(TranspositionTable::new(states))
    }

    pub(crate) fn get(&self) -> &TranspositionTable {
        &self.0
    }

    /// Another search begins, for which all entries are old.
    pub(crate) fn grow_older(&mut self) {
        self.0.age = (self.0.age + 1) % AGES;
    }
}

/// A table of a fixed size: a new state takes the place of an older one.
pub(crate) struct TranspositionTable {
    places: Vec<[AtomicU64; 2]>,
    /// Which search an entry comes from, to know old ones.
    age: u8,
}

/// Bytes that the table takes for one state.
pub const BYTES: usize = 16;

impl TranspositionTable {
    /// A table for about so many states.
    pub(crate) fn new(size: usize) -> TranspositionTable {
        let size = size.clamp(1, 1 << 26).next_power_of_two();
        TranspositionTable {
            places: (0..size).map(|_| Default::default()).collect(),
            age: 0,
        }
    }

    fn index(&self, key: u64) -> usize {
        // The size is a power of two.
        key as usize & (self.places.len() - 1)
    }

    fn read(&self, index: usize, key: u64) -> Option<Entry> {
        let [check, data] = &self.places[index];
        let data = data.load(Ordering::Relaxed);
        let is_it = data != 0 && check.load(Ordering::Relaxed) ^ data == key;
        is_it.then(|| Entry::unpack(data))
    }

    fn write(&self, index: usize, key: u64, entry: Entry) {
        let [check, data] = &self.places[index];
        let packed = entry.pack();
        check.store(key ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }

    /// What is known about a state, in the places where [`TranspositionTable::keep`] puts it.
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let places = self.neighbours(key);
        places.into_iter().find_map(|index| self.read(index, key))
    }

    /// Remembers a state in place of the least valuable of a few. `value` counts forced wins from the root.
    pub(crate) fn keep(
        &self,
        key: u64,
        depth: i32,
        value: i32,
        bound: Bound,
        best: Option<Mark>,
        ply: usize,
    ) {
        let places = self.neighbours(key);
        let own = places
            .clone()
            .find(|index| self.read(*index, key).is_some());
        let old = own.and_then(|index| self.read(index, key));
        // A shallow look at a state does not drive out what a deep one has found in the same search.
        let is_less = |old: &Entry| old.age == self.age && old.depth > depth + 3;
        if bound != Bound::Exact && old.as_ref().is_some_and(is_less) {
            return;
        }
        let worth = |index: &usize| self.worth(*index);
        let index = own.or_else(|| places.min_by_key(worth)).unwrap_or(0);
        let entry = Entry {
            depth,
            score: shifted(value, ply as i32),
            bound,
            best: best.or_else(|| old.and_then(|old| old.best)),
            age: self.age,
        };
        self.write(index, key, entry);
    }

    /// How much would be lost by writing over a place.
    fn worth(&self, index: usize) -> i32 {
        let data = self.places[index][1].load(Ordering::Relaxed);
        if data == 0 {
            return i32::MIN;
        }
        let entry = Entry::unpack(data);
        let older = (AGES + self.age - entry.age) % AGES;
        entry.depth - 8 * i32::from(older)
    }

    /// The places of a state that is looked for with its neighbours.
    fn neighbours(&self, key: u64) -> std::ops::Range<usize> {
        let n = NEIGHBOURS.min(self.places.len());
        let first = self.index(key) & !(n - 1);
        first..first + n
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.read(self.index(key), key)
    }

    /// Remembers a state in place of whatever is there. The best action of an earlier search stays where the new one
    /// found none.
    pub(crate) fn put(&self, key: u64, depth: i32, score: i32, bound: Bound, best: Option<Mark>) {
        let index = self.index(key);
        let best = best.or_else(|| self.read(index, key).and_then(|old| old.best));
        let entry = Entry {
            depth,
            score,
            bound,
            best,
            age: self.age,
        };
        self.write(index, key, entry);
    }
}

/// Places of which a state may have any.
const NEIGHBOURS: usize = 4;

/// Ages go round.
const AGES: u8 = 32;

/// Changes a forced win from being counted from one state to another.
pub(crate) fn shifted(value: i32, by: i32) -> i32 {
    if value >= MATE_BOUND {
        value + by
    } else if value <= -MATE_BOUND {
        value - by
    } else {
        value
    }
}

impl Entry {
    /// The value of the state, counted from the root, if it answers what is asked.
    pub(crate) fn answer(&self, depth: i32, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let value = shifted(self.score, -(ply as i32));
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (answers && self.depth >= depth).then_some(value)
    }

    /// From the low end: score 16 bits, depth 8, bound 2, age 5, one bit that is always set, best action 32.
    fn pack(self) -> u64 {
        let score = self.score.clamp(-32_767, 32_767) as i16 as u16;
        let depth = self.depth.clamp(-100, 100) as i8 as u8;
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        u64::from(score)
            | u64::from(depth) << 16
            | bound << 24
            | u64::from(self.age) << 26
            | 1 << 31
            | u64::from(self.best.unwrap_or(0)) << 32
    }

    fn unpack(data: u64) -> Entry {
        let best = (data >> 32) as u32;
        Entry {
            score: i32::from(data as u16 as i16),
            depth: i32::from((data >> 16) as u8 as i8),
            bound: match data >> 24 & 3 {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            age: (data >> 26) as u8 % AGES,
            best: (best != 0).then_some(best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_with_the_same_place_are_told_apart() {
        let table = TranspositionTable::new(4);
        table.put(1, 3, 50, Bound::Exact, Some(7));
        table.put(1, 4, 60, Bound::AtLeast, None);
        let entry = table.get(1).unwrap();
        assert_eq!((entry.depth, entry.score, entry.best), (4, 60, Some(7)));
        assert!(table.get(5).is_none());
        table.put(5, 1, 0, Bound::AtMost, None);
        assert!(table.get(1).is_none() && table.get(5).is_some());
    }

    #[test]
    fn what_is_packed_is_read_again() {
        let table = TranspositionTable::new(1);
        for score in [-30_001, -1, 0, 1, 30_001] {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                for (depth, best) in [(-1, None), (0, Some(1)), (64, Some(Mark::MAX))] {
                    table.put(score as u64, depth, score, bound, best.or(Some(3)));
                    let entry = table.get(score as u64).unwrap();
                    assert_eq!((entry.score, entry.depth), (score, depth));
                    assert_eq!((entry.bound, entry.best), (bound, best.or(Some(3))));
                }
            }
        }
    }
}
