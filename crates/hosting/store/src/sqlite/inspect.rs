//! A look at a database from outside, beside a server that may be running.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, OpenFlags, params};
use session::{GameId, Record, Sealed};

use super::{PATIENCE, games, records, schema};
use crate::StoreError;
use crate::batch::Batch;

/// Reads a database without changing it, also while a server writes to it.
pub struct Inspector {
    db: Connection,
}

impl Inspector {
    /// Opens a database file.
    ///
    /// # Errors
    /// There is none, or it is not one of this server.
    pub fn open(path: &Path) -> Result<Inspector, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(StoreError::failed)?;
        db.busy_timeout(PATIENCE).map_err(StoreError::failed)?;
        schema::check(&db)?;
        Ok(Inspector { db })
    }

    /// What the database itself finds wrong with its file; nothing if it is well.
    ///
    /// # Errors
    /// It cannot even look.
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        let faults = || -> rusqlite::Result<Vec<String>> {
            let mut check = self.db.prepare("PRAGMA quick_check(20)")?;
            check.query_map((), |row| row.get(0))?.collect()
        };
        let faults = faults().map_err(StoreError::failed)?;
        Ok(faults.into_iter().filter(|fault| fault != "ok").collect())
    }

    /// Up to so many games after the one with this number, oldest first, with their numbers.
    ///
    /// # Errors
    /// The database fails.
    pub fn games(&self, after: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError> {
        let games = || -> rusqlite::Result<Vec<_>> {
            let mut select = self.db.prepare_cached(
                "SELECT number, game FROM games WHERE number > ? ORDER BY number LIMIT ?",
            )?;
            let rows =
                select.query_map(params![after, limit], |row| Ok((row.get(0)?, row.get(1)?)));
            rows?.collect()
        };
        games().map_err(StoreError::failed)
    }

    /// The records of a game.
    ///
    /// # Errors
    /// The database fails.
    pub fn records(&self, game: &GameId) -> Result<Vec<Sealed>, StoreError> {
        records::read(&self.db, game, 0).map_err(StoreError::failed)
    }

    /// Whether lists show a game as its records have it.
    ///
    /// # Errors
    /// The database fails.
    pub fn is_listed_rightly(
        &self,
        game: &GameId,
        records: Arc<[Record]>,
    ) -> Result<bool, StoreError> {
        let batch = Batch::new(game, 0, records)?;
        games::is_listed_rightly(&self.db, &batch).map_err(StoreError::failed)
    }

    /// Writes a copy of the whole database, as it is at one moment, to a file that does not exist yet. Only the owner
    /// may read it: it contains the secret that signs tokens.
    ///
    /// # Errors
    /// The file exists or cannot be written, or the database fails.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        let copied = self.copy(to);
        if copied.is_err() {
            // A half-written file is not a backup.
            drop(fs::remove_file(part(to)));
        }
        copied
    }

    fn copy(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::failed("the file exists already"));
        }
        let part = part(to);
        create_private(&part).map_err(StoreError::failed)?;
        let name = part
            .to_str()
            .ok_or_else(|| StoreError::failed("the name of the file is not Unicode"))?;
        let copied = self.db.execute("VACUUM INTO ?", [name]);
        copied.map_err(StoreError::failed)?;
        let durable = File::open(&part).and_then(|file| file.sync_all());
        durable.map_err(StoreError::failed)?;
        fs::rename(&part, to).map_err(StoreError::failed)
    }
}

fn part(to: &Path) -> std::path::PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A new empty file, or an emptied one that was left behind.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
