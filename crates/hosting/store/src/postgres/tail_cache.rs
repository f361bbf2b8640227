//! The last record of each game as this node knows it. New records are added only after that very record.

use std::cmp::Ordering;
use std::collections::HashMap;

use session::{GameId, Hash, Record};

use crate::batch::Batch;
use crate::listing::count_actions;

/// Games that are surely remembered; up to twice as many may be. Others are looked up before the next record is added.
pub(super) const CAPACITY: usize = 50_000;

/// The end of a game's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) number: i64,
    pub(super) n_records: u64,
    pub(super) n_actions: u32,
    pub(super) hash: Hash,
}

impl Tail {
    /// A game without records.
    pub(super) const START: Tail = Tail {
        number: 0,
        n_records: 0,
        n_actions: 0,
        hash: Hash::START,
    };

    /// The end after one more record.
    pub(super) fn next(self, record: &Record, text: &str) -> Tail {
        Tail {
            number: self.number,
            n_records: record.seq + 1,
            n_actions: count_actions(self.n_actions, record),
            hash: self.hash.next(text),
        }
    }

    /// The end after these records.
    pub(super) fn after(self, batch: &Batch) -> Tail {
        let records = batch.records.iter().zip(&batch.texts);
        records.fold(self, |tail, (record, text)| tail.next(record, text))
    }
}

/// What is known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Tail(Tail),
    /// The database does not have the records any more that were known: it was replaced by one that has lost something.
    /// The next append to the game is told so, in case nobody was told yet.
    Rewound,
}

/// What is known of games that were used lately.
#[derive(Default)]
pub(super) struct TailCache {
    young: HashMap<GameId, Known>,
    old: HashMap<GameId, Known>,
}

impl TailCache {
    pub(super) fn known(&mut self, game: &GameId) -> Option<Known> {
        if let Some(known) = self.young.get(game) {
            return Some(*known);
        }
        let (game, known) = self.old.remove_entry(game)?;
        self.insert(game, known);
        Some(known)
    }

    pub(super) fn tail(&mut self, game: &GameId) -> Option<Tail> {
        match self.known(game)? {
            Known::Tail(tail) => Some(tail),
            Known::Rewound => None,
        }
    }

    pub(super) fn remember(&mut self, game: &GameId, known: Known) {
        match self.young.get_mut(game) {
            Some(before) => *before = known,
            None => self.insert(game.clone(), known),
        }
    }

    fn insert(&mut self, game: GameId, known: Known) {
        if self.young.len() >= CAPACITY {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(game, known);
    }

    pub(super) fn forget(&mut self, game: &GameId) {
        self.young.remove(game);
        self.old.remove(game);
    }

    /// Records that others have stored, if they follow what is known.
    pub(super) fn learn(&mut self, game: &GameId, records: &[Record]) {
        let Some(mut tail) = self.tail(game) else {
            return;
        };
        for record in records {
            match record.seq.cmp(&tail.n_records) {
                Ordering::Less => {}
                Ordering::Equal => tail = tail.next(record, &record.to_text()),
                Ordering::Greater => return,
            }
        }
        self.remember(game, Known::Tail(tail));
    }
}
