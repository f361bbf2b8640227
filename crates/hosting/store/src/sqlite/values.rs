//! Small values by name in a table.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::Millis;

use crate::Entry;

pub(super) fn put(db: &Connection, space: &str, entry: &Entry) -> Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT OR REPLACE INTO entries (space, key, value, expires) VALUES (?, ?, ?, ?)",
    )?;
    let expires = entry.expires.map(signed);
    insert.execute(params![space, entry.key, entry.value, expires])?;
    Ok(())
}

/// The connection writes, so nobody else does between the look and the write.
pub(super) fn replace(
    db: &Connection,
    space: &str,
    read: Option<&str>,
    entry: &Entry,
) -> Result<bool> {
    let found = get(db, space, &entry.key)?.map(|entry| entry.value);
    if found.as_deref() != read {
        return Ok(false);
    }
    put(db, space, entry)?;
    Ok(true)
}

pub(super) fn get(db: &Connection, space: &str, key: &str) -> Result<Option<Entry>> {
    let mut select =
        db.prepare_cached("SELECT key, value, expires FROM entries WHERE space = ? AND key = ?")?;
    select.query_row([space, key], read).optional()
}

pub(super) fn take(db: &Connection, space: &str, key: &str) -> Result<Option<Entry>> {
    let mut delete = db.prepare_cached(
        "DELETE FROM entries WHERE space = ? AND key = ? RETURNING key, value, expires",
    )?;
    delete.query_row([space, key], read).optional()
}

pub(super) fn all(db: &Connection, space: &str) -> Result<Vec<Entry>> {
    let mut select =
        db.prepare_cached("SELECT key, value, expires FROM entries WHERE space = ? ORDER BY key")?;
    select.query_map([space], read)?.collect()
}

pub(super) fn prune(db: &Connection, now: Millis) -> Result<u64> {
    let mut delete = db.prepare_cached("DELETE FROM entries WHERE expires <= ?")?;
    Ok(delete.execute([signed(now)])? as u64)
}

fn read(row: &Row<'_>) -> Result<Entry> {
    Ok(Entry {
        key: row.get(0)?,
        value: row.get(1)?,
        expires: row.get::<_, Option<u64>>(2)?.map(Millis),
    })
}

/// Numbers of SQLite are signed; a moment that late is as good as the last one.
fn signed(moment: Millis) -> i64 {
    i64::try_from(moment.0).unwrap_or(i64::MAX)
}
