//! Numbers that the database and a file beside it both have. If the database has a smaller one, it has lost something.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};

use super::folder::Folder;
use crate::StoreError;

/// How often a stamp is written while there is something to write. What is lost of less time is not noticed.
const INTERVAL: Duration = Duration::from_secs(5);

/// Writes stamps.
pub(super) struct Stamps {
    folder: Arc<Folder>,
    last: u64,
    /// When the next is due.
    due: Instant,
}

impl Stamps {
    /// Checks that the database has all stamps, and makes it durable as it is.
    pub(super) fn begin(folder: Arc<Folder>, db: &Connection) -> Result<Stamps, StoreError> {
        let last = read(db).map_err(StoreError::failed)?;
        folder.check_stamp(last)?;
        let mut stamps = Stamps {
            folder,
            last,
            due: Instant::now(),
        };
        stamps.write(db).map_err(StoreError::failed)?;
        // A new database is in the file itself from the beginning, and not only in its log.
        checkpoint(db).map_err(StoreError::failed)?;
        let noted = stamps.folder.note_stamp(stamps.last);
        noted.map_err(StoreError::failed)?;
        Ok(stamps)
    }

    /// Writes the next stamp as a part of a transaction, if it is due.
    pub(super) fn write(&mut self, db: &Connection) -> rusqlite::Result<()> {
        if self.due > Instant::now() {
            return Ok(());
        }
        let sql = "INSERT INTO entries (space, key, value) VALUES ('server', 'stamp', ?)
             ON CONFLICT (space, key) DO UPDATE SET value = excluded.value";
        let next = self.last + 1;
        db.prepare_cached(sql)?.execute(params![next.to_string()])?;
        self.last = next;
        Ok(())
    }

    /// Notes the stamp of a transaction that is on the disk now.
    pub(super) fn committed(&mut self) {
        let now = Instant::now();
        if self.due > now {
            return;
        }
        self.due = now + INTERVAL;
        // Without it a loss is noticed later or not at all; nothing else depends on it.
        drop(self.folder.note_stamp(self.last));
    }
}

fn read(db: &Connection) -> rusqlite::Result<u64> {
    let sql = "SELECT value FROM entries WHERE space = 'server' AND key = 'stamp'";
    let text: Option<String> = db.query_row(sql, (), |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Moves what the log has into the database file, as far as readers let it.
pub(super) fn checkpoint(db: &Connection) -> rusqlite::Result<()> {
    db.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(()))
}
