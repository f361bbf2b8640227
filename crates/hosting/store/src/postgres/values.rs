//! Small values by name in a table.

use session::Millis;
use tokio_postgres::Row;

use super::appends::signed;
use super::link::{Link, Trouble};
use crate::Entry;

pub(super) async fn put(link: &Link, space: &str, entry: &Entry) -> Result<(), Trouble> {
    let sql = "INSERT INTO entries (space, key, value, expires) VALUES ($1, $2, $3, $4)
               ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires";
    let expires = entry.expires.map(|expires| signed(expires.0));
    link.execute(sql, &[&space, &entry.key, &entry.value, &expires])
        .await?;
    Ok(())
}

/// Of several writers who have read the same, the database lets one write.
pub(super) async fn replace(
    link: &Link,
    space: &str,
    read: Option<&str>,
    entry: &Entry,
) -> Result<bool, Trouble> {
    let expires = entry.expires.map(|expires| signed(expires.0));
    let changed = match read {
        None => {
            let sql = "INSERT INTO entries (space, key, value, expires) VALUES ($1, $2, $3, $4)
                       ON CONFLICT DO NOTHING";
            link.execute(sql, &[&space, &entry.key, &entry.value, &expires])
                .await?
        }
        Some(read) => {
            let sql = "UPDATE entries SET value = $3, expires = $4
                       WHERE space = $1 AND key = $2 AND value = $5";
            link.execute(sql, &[&space, &entry.key, &entry.value, &expires, &read])
                .await?
        }
    };
    Ok(changed == 1)
}

pub(super) async fn get(link: &Link, space: &str, key: &str) -> Result<Option<Entry>, Trouble> {
    let sql = "SELECT key, value, expires FROM entries WHERE space = $1 AND key = $2";
    let rows = link.query(sql, &[&space, &key]).await?;
    Ok(rows.first().map(read))
}

pub(super) async fn take(link: &Link, space: &str, key: &str) -> Result<Option<Entry>, Trouble> {
    let sql = "DELETE FROM entries WHERE space = $1 AND key = $2 RETURNING key, value, expires";
    let rows = link.query(sql, &[&space, &key]).await?;
    Ok(rows.first().map(read))
}

pub(super) async fn all(link: &Link, space: &str) -> Result<Vec<Entry>, Trouble> {
    let sql = "SELECT key, value, expires FROM entries WHERE space = $1 ORDER BY key";
    let rows = link.query(sql, &[&space]).await?;
    Ok(rows.iter().map(read).collect())
}

pub(super) async fn prune(link: &Link, now: Millis) -> Result<u64, Trouble> {
    let sql = "DELETE FROM entries WHERE expires <= $1";
    link.execute(sql, &[&signed(now.0)]).await
}

fn read(row: &Row) -> Entry {
    let expires: Option<i64> = row.get(2);
    Entry {
        key: row.get(0),
        value: row.get(1),
        expires: expires.map(|expires| Millis(expires.unsigned_abs())),
    }
}
