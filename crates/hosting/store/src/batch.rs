//! Records on their way into a store.

use std::sync::Arc;

use session::{Change, Created, GameId, Hash, Record, Sealed};

use crate::{StoreError, Summary};

/// Records of one game that belong together, with their texts.
///
/// The texts are made by the caller's thread, so that the one thread that writes need not.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) game: GameId,
    pub(crate) expected: u64,
    pub(crate) records: Arc<[Record]>,
    pub(crate) texts: Vec<String>,
}

impl Batch {
    /// Checks that the records follow each other from `expected` on, and that exactly a new game begins
    /// with a creation.
    pub(crate) fn new(
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> Result<Batch, StoreError> {
        let misuse = |what| Err(StoreError::Misuse { what });
        let in_order = (expected..).zip(records.iter());
        if in_order.into_iter().any(|(seq, record)| record.seq != seq) {
            return misuse("these records do not follow each other");
        }
        let batch = Batch {
            game: game.clone(),
            expected,
            texts: records.iter().map(Record::to_text).collect(),
            records,
        };
        match batch.created() {
            Some(created) if created.game != *game => misuse("the creation names another game"),
            None if expected == 0 && !batch.records.is_empty() => {
                misuse("a game begins with its creation")
            }
            Some(_) | None => Ok(batch),
        }
    }

    /// A whole game as it is stored elsewhere, with its texts as they are there.
    pub(crate) fn sealed(game: &GameId, sealed: &[Sealed]) -> Result<Batch, StoreError> {
        let records = Sealed::open_all(sealed, Some(Hash::START)).map_err(StoreError::failed)?;
        let batch = Batch::new(game, 0, records.into())?;
        Ok(Batch {
            texts: sealed.iter().map(|sealed| sealed.text.clone()).collect(),
            ..batch
        })
    }

    /// The beginning of a game.
    pub(crate) fn beginning(first: Record) -> Result<Batch, StoreError> {
        let Change::Created(created) = &first.change else {
            let what = "a game begins with its creation";
            return Err(StoreError::Misuse { what });
        };
        let game = created.game.clone();
        Batch::new(&game, 0, Arc::new([first]))
    }

    /// Records of one game, and the beginning of another that is stored with them.
    pub(crate) fn with_beginning(
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> Result<(Batch, Batch), StoreError> {
        let batch = Batch::new(game, expected, records)?;
        Ok((batch, Batch::beginning(first)?))
    }

    /// The creation, if the batch begins with it.
    pub(crate) fn created(&self) -> Option<&Created> {
        let Change::Created(created) = &self.records.first()?.change else {
            return None;
        };
        Some(created)
    }

    /// A summary as these records have it; none if they do not begin with a creation.
    pub(crate) fn summary(&self, number: u64) -> Option<Summary> {
        let mut summary = Summary::begin(number, self.records.first()?.at, self.created()?);
        for record in self.records.iter() {
            summary.note(record);
        }
        Some(summary)
    }

    /// How many records the game has with these.
    pub(crate) fn end(&self) -> u64 {
        self.expected + self.records.len() as u64
    }
}
