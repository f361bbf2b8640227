//! The folder of a database: one server at a time, and a note by which a lost database is noticed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The name of the database in its folder.
const DATABASE: &str = "rookery.db";

/// Locked by the process that has the folder. The system frees it when that process ends, however it ends.
const LOCK: &str = "rookery.lock";

/// Contains the last stamp that the database has surely stored.
const STAMP: &str = "rookery.stamp";

/// The folder of a database, for this process alone while this value lives.
pub(super) struct Folder {
    path: PathBuf,
    /// Its lock ends with it.
    _lock: File,
}

/// The database in a folder, for commands that work beside a running server.
pub fn database_in(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

impl Folder {
    /// Takes the folder for this process.
    ///
    /// # Errors
    /// Another process has it, or files cannot be written there.
    pub(super) fn lock(path: &Path) -> Result<Folder, StoreError> {
        let failed = |why: io::Error| StoreError::failed(format!("{LOCK}: {why}"));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path.join(LOCK)).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(&mut file)),
            Err(TryLockError::Error(why)) => return Err(failed(why)),
        }
        file.set_len(0).map_err(failed)?;
        writeln!(file, "{}", std::process::id()).map_err(failed)?;
        Ok(Folder {
            path: path.to_owned(),
            _lock: file,
        })
    }

    pub(super) fn database(&self) -> PathBuf {
        database_in(&self.path)
    }

    /// Checks that the files are those of the last run, before they are opened: an empty database is made only where
    /// there was none.
    pub(super) fn check_files(&self) -> Result<(), StoreError> {
        let size = |name: &str| fs::metadata(self.path.join(name)).map_or(0, |file| file.len());
        let is_empty = size(DATABASE) == 0;
        if is_empty && self.stamp().is_some() {
            return Err(lost(&format!("{DATABASE} is missing or empty")));
        }
        if is_empty && size(&format!("{DATABASE}-wal")) > 0 {
            return Err(lost(&format!(
                "{DATABASE} is missing or empty, but its log {DATABASE}-wal is there"
            )));
        }
        Ok(())
    }

    /// Checks that the database has everything that it surely had.
    pub(super) fn check_stamp(&self, stored: u64) -> Result<(), StoreError> {
        match self.stamp() {
            Some(stamp) if stamp > stored => Err(lost(&format!(
                "{DATABASE} is older than it was in the last run; its log {DATABASE}-wal was lost, or an old copy was put in its place"
            ))),
            Some(_) | None => Ok(()),
        }
    }

    fn stamp(&self) -> Option<u64> {
        let text = fs::read_to_string(self.path.join(STAMP)).ok()?;
        text.trim().parse().ok()
    }

    /// Notes a stamp that the database has stored. It need not be on the disk at once: an older note is true as well.
    pub(super) fn note_stamp(&self, stamp: u64) -> io::Result<()> {
        let new = self.path.join(format!("{STAMP}.new"));
        fs::write(&new, format!("{stamp}\n"))?;
        fs::rename(new, self.path.join(STAMP))
    }
}

fn in_use(file: &mut File) -> StoreError {
    let mut text = String::new();
    // Some systems do not let others read a locked file.
    let read = file.read_to_string(&mut text);
    let process = match (read, text.trim()) {
        (Ok(_), id) if !id.is_empty() => format!("process {id}"),
        _ => "another process".to_owned(),
    };
    StoreError::failed(format!(
        "{process} uses this folder; two servers on one folder would spoil each other's games. Stop it first, or use another folder"
    ))
}

fn lost(what: &str) -> StoreError {
    StoreError::failed(format!(
        "{what}. Put the missing file back, or a backup. To start with what is there, delete {STAMP} and all files that begin with {DATABASE}- first"
    ))
}
