//! States that were looked at before.

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a state.
#[derive(Clone, Debug)]
pub(crate) struct Entry<A> {
    key: u64,
    /// How far below the state was searched.
    pub(crate) depth: i32,
    /// For the seat to act, with forced wins counted from this state.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) best: Option<A>,
}

/// A table of a fixed size: a new state takes the place of an older one.
pub(crate) struct TranspositionTable<A> {
    entries: Vec<Option<Entry<A>>>,
}

impl<A: Clone> TranspositionTable<A> {
    /// A table for about so many states.
    pub(crate) fn new(size: usize) -> TranspositionTable<A> {
        let size = size.clamp(1, 1 << 24).next_power_of_two();
        TranspositionTable {
            entries: vec![None; size],
        }
    }

    fn index(&self, key: u64) -> usize {
        // The size is a power of two.
        key as usize & (self.entries.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Entry<A>> {
        let entry = self.entries[self.index(key)].as_ref();
        entry.filter(|entry| entry.key == key)
    }

    /// Remembers a state. The best action of an earlier search stays where the new one found none.
    pub(crate) fn put(&mut self, key: u64, depth: i32, score: i32, bound: Bound, best: Option<A>) {
        let index = self.index(key);
        let known = self.entries[index].take().filter(|old| old.key == key);
        let best = best.or_else(|| known.and_then(|old| old.best));
        self.entries[index] = Some(Entry {
            key,
            depth,
            score,
            bound,
            best,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_with_the_same_place_are_told_apart() {
        let mut table = TranspositionTable::new(4);
        table.put(1, 3, 50, Bound::Exact, Some('a'));
        table.put(1, 4, 60, Bound::AtLeast, None);
        let entry = table.get(1).unwrap();
        assert_eq!((entry.depth, entry.score, entry.best), (4, 60, Some('a')));
        assert!(table.get(5).is_none());
        table.put(5, 1, 0, Bound::AtMost, None);
        assert!(table.get(1).is_none() && table.get(5).is_some());
    }
}
