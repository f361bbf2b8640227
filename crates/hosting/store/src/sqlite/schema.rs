//! The tables, and how they came about.

use rusqlite::Connection;

use crate::StoreError;

/// Each step leads from one version of the tables to the next. Steps that have been released are never
/// changed; new ones are added at the end.
const MIGRATIONS: [&str; 1] = [include_str!(
    "../../migrations/sqlite/0001_games_and_players.sql"
)];

/// Marks a database file as ours: "Rook" in ASCII.
const APPLICATION_ID: i32 = 0x526f_6f6b;

/// Brings the tables to the newest version.
///
/// # Errors
/// The file belongs to another program or to a newer version of this one, or the database fails.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let done = match is_empty(connection)? && owner(connection)? == 0 {
        true => 0,
        false => version(connection)?,
    };
    for (version, step) in (1..).zip(MIGRATIONS).skip(done) {
        run(connection, version, step).map_err(StoreError::failed)?;
    }
    Ok(())
}

/// Whether these are tables of this server, in a version that can be read as it is.
///
/// # Errors
/// They are not, or the database fails.
pub(crate) fn check(connection: &Connection) -> Result<(), StoreError> {
    match version(connection)? == MIGRATIONS.len() {
        true => Ok(()),
        false => Err(StoreError::failed(
            "the database was written by an older version of this server; start the server once",
        )),
    }
}

/// How many migrations a database of this server has seen.
fn version(connection: &Connection) -> Result<usize, StoreError> {
    if owner(connection)? != APPLICATION_ID {
        return Err(StoreError::failed(
            "the file is not a database of this server",
        ));
    }
    let done = pragma(connection, "user_version")?;
    let done = usize::try_from(done).map_err(StoreError::failed)?;
    match done > MIGRATIONS.len() {
        true => Err(StoreError::failed(
            "the database was written by a newer version of this server",
        )),
        false => Ok(done),
    }
}

fn owner(connection: &Connection) -> Result<i32, StoreError> {
    pragma(connection, "application_id")
}

fn pragma(connection: &Connection, name: &str) -> Result<i32, StoreError> {
    let value = connection.pragma_query_value(None, name, |row| row.get(0));
    value.map_err(StoreError::failed)
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
