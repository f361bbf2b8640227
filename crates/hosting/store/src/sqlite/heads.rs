//! What the writer remembers of the games it wrote last, so that it need not look before every write.

use std::collections::HashMap;

use rusqlite::{Connection, Result};
use session::GameId;

use super::records::{self, Head};

/// Games remembered. When there are more, all are forgotten and looked up again when they are needed.
const REMEMBERED: usize = 4096;

/// The ends of games' records.
#[derive(Default)]
pub(super) struct Heads {
    known: HashMap<GameId, Head>,
    /// The database's own count of changes by others, when it was last looked at.
    version: Option<i64>,
}

impl Heads {
    /// To be called in every transaction before anything else: if somebody else has written to the file
    /// meanwhile, nothing that was remembered counts.
    pub(super) fn begin(&mut self, db: &Connection) -> Result<()> {
        let mut select = db.prepare_cached("PRAGMA data_version")?;
        let version = Some(select.query_row((), |row| row.get(0))?);
        if self.version != version {
            self.forget();
            self.version = version;
        }
        Ok(())
    }

    /// To be called when a transaction was not committed: what it wrote is not there.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    pub(super) fn find(&self, db: &Connection, game: &GameId) -> Result<Option<Head>> {
        match self.known.get(game) {
            Some(head) => Ok(Some(*head)),
            None => records::head(db, game),
        }
    }

    pub(super) fn remember(&mut self, game: &GameId, head: Head) {
        if let Some(known) = self.known.get_mut(game) {
            *known = head;
            return;
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(game.clone(), head);
    }
}
