//! The tables, and how they came about.

use rusqlite::Connection;

use crate::StoreError;

/// Each step leads from one version of the tables to the next. Steps that have been released are never
/// changed; new ones are added at the end.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/0001_games_and_players.sql")];

/// Marks a database file as ours: "Rook" in ASCII.
const APPLICATION_ID: i32 = 0x526f_6f6b;

/// Brings the tables to the newest version.
///
/// # Errors
/// The file belongs to another program or to a newer version of this one, or the database fails.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let version = pragma("user_version").map_err(StoreError::failed)?;
    let owner = pragma("application_id").map_err(StoreError::failed)?;
    let is_new = version == 0 && owner == 0 && is_empty(connection)?;
    if owner != APPLICATION_ID && !is_new {
        return Err(StoreError::failed(
            "the file is not a database of this server",
        ));
    }
    let done = usize::try_from(version).map_err(StoreError::failed)?;
    if done > MIGRATIONS.len() {
        let why = "the database was written by a newer version of this server";
        return Err(StoreError::failed(why));
    }
    for (version, step) in (1..).zip(MIGRATIONS).skip(done) {
        run(connection, version, step).map_err(StoreError::failed)?;
    }
    Ok(())
}

fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    let count = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection
        .query_row(count, (), |row| row.get(0))
        .map_err(StoreError::failed)?;
    Ok(tables == 0)
}

fn run(connection: &mut Connection, version: i32, step: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(step)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", version)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(connection: &Connection) -> Vec<(String, Option<String>)> {
        let mut select = connection
            .prepare("SELECT name, sql FROM sqlite_schema ORDER BY name")
            .unwrap();
        let rows = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)));
        rows.unwrap().map(Result::unwrap).collect()
    }

    fn version(connection: &Connection) -> usize {
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
        version.unwrap()
    }

    /// A file that any released version has left behind.
    #[test]
    fn databases_of_every_version_are_brought_up_to_date() {
        let mut fresh = Connection::open_in_memory().unwrap();
        migrate(&mut fresh).unwrap();
        assert_eq!(version(&fresh), MIGRATIONS.len());
        for done in 1..=MIGRATIONS.len() {
            let mut old = Connection::open_in_memory().unwrap();
            for (version, step) in (1..).zip(MIGRATIONS).take(done) {
                run(&mut old, version, step).unwrap();
            }
            let put = "INSERT INTO entries (space, key, value) VALUES ('server', 'k', 'kept')";
            old.execute(put, ()).unwrap();
            migrate(&mut old).unwrap();
            assert_eq!(version(&old), MIGRATIONS.len(), "from version {done}");
            assert_eq!(schema(&old), schema(&fresh), "from version {done}");
            let kept = old.query_row("SELECT value FROM entries", (), |row| row.get(0));
            assert_eq!(kept, Ok("kept".to_owned()));
        }
    }
}
