//! What a thread works with during one transaction.

use rusqlite::{CachedStatement, Connection, Params, Result};

/// A connection, and the statements that every move needs. They are looked up once for all the moves that
/// share a transaction.
pub(super) struct Pen<'c> {
    pub(super) db: &'c Connection,
    add_record: Option<CachedStatement<'c>>,
    move_head: Option<CachedStatement<'c>>,
}

impl<'c> Pen<'c> {
    pub(super) fn new(db: &'c Connection) -> Pen<'c> {
        Pen {
            db,
            add_record: None,
            move_head: None,
        }
    }

    /// Adds a record and gives its id.
    pub(super) fn add_record(&mut self, record: impl Params) -> Result<i64> {
        let sql = "INSERT INTO records (before, seq, at, n_actions, text, hash) VALUES (?, ?, ?, ?, ?, ?)";
        prepared(self.db, &mut self.add_record, sql)?.insert(record)
    }

    /// Says which record of a game is its last.
    pub(super) fn move_head(&mut self, number: i64, last: Option<i64>) -> Result<()> {
        let sql = "UPDATE heads SET last = ?2 WHERE number = ?1";
        prepared(self.db, &mut self.move_head, sql)?.execute((number, last))?;
        Ok(())
    }
}

fn prepared<'a, 'c>(
    db: &'c Connection,
    kept: &'a mut Option<CachedStatement<'c>>,
    sql: &str,
) -> Result<&'a mut CachedStatement<'c>> {
    match kept {
        Some(statement) => Ok(statement),
        None => Ok(kept.insert(db.prepare_cached(sql)?)),
    }
}
