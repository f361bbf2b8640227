//! A cache of the last record of each game, so that the writer need not read before every write.

use std::collections::HashMap;

use rusqlite::{Connection, Result};
use session::GameId;

use super::records::{self, Tail};

/// Games in the cache. When there are more, it is emptied, and games are looked up again when they are needed.
const CAPACITY: usize = 4096;

/// The last record of each game that was written lately.
#[derive(Default)]
pub(super) struct TailCache {
    known: HashMap<GameId, Tail>,
    /// The database's own count of changes by others, when it was last looked at.
    version: Option<i64>,
}

impl TailCache {
    /// Called first in every transaction: if another program has written to the file meanwhile, the cache is
    /// emptied.
    pub(super) fn begin(&mut self, db: &Connection) -> Result<()> {
        let mut select = db.prepare_cached("PRAGMA data_version")?;
        let version = Some(select.query_row((), |row| row.get(0))?);
        if self.version != version {
            self.clear();
            self.version = version;
        }
        Ok(())
    }

    /// Called when a transaction was not committed: what it wrote does not exist.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    pub(super) fn find(&self, db: &Connection, game: &GameId) -> Result<Option<Tail>> {
        match self.known.get(game) {
            Some(tail) => Ok(Some(*tail)),
            None => records::tail(db, game),
        }
    }

    pub(super) fn remember(&mut self, game: &GameId, tail: Tail) {
        if let Some(known) = self.known.get_mut(game) {
            *known = tail;
            return;
        }
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        self.known.insert(game.clone(), tail);
    }
}
