//! A transaction of the thread that writes.

use rusqlite::{CachedStatement, Connection, Params, Result};

/// A transaction: the connection, and the prepared statements that every move needs. They are looked up once for
/// all moves that share the transaction. Threads that read use only the connection.
pub(super) struct Transaction<'c> {
    pub(super) db: &'c Connection,
    add_record: Option<CachedStatement<'c>>,
    move_tail: Option<CachedStatement<'c>>,
}

impl<'c> Transaction<'c> {
    pub(super) fn new(db: &'c Connection) -> Transaction<'c> {
        Transaction {
            db,
            add_record: None,
            move_tail: None,
        }
    }

    /// Adds a record and gives its id.
    pub(super) fn add_record(&mut self, record: impl Params) -> Result<i64> {
        let sql = "INSERT INTO records (before, seq, at, n_actions, text, hash) VALUES (?, ?, ?, ?, ?, ?)";
        prepared(self.db, &mut self.add_record, sql)?.insert(record)
    }

    /// Makes a record the last one of its game.
    pub(super) fn move_tail(&mut self, number: i64, last: Option<i64>) -> Result<()> {
        let sql = "UPDATE heads SET last = ?2 WHERE number = ?1";
        prepared(self.db, &mut self.move_tail, sql)?.execute((number, last))?;
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
