//! The tables, and how they came about.

use super::link::{Link, Trouble};

/// Each step leads from one version of the tables to the next. Steps that have been released are never changed; new ones
/// are added at the end.
const MIGRATIONS: [&str; 1] = [include_str!(
    "../../migrations/postgres/0001_games_and_players.sql"
)];

/// Brings the tables to the newest version. Of several nodes that start at once, one does it and the others wait.
pub(super) async fn migrate(link: &Link) -> Result<(), Trouble> {
    check_encoding(link).await?;
    link.transact(steps(link), |()| true).await
}

async fn check_encoding(link: &Link) -> Result<(), Trouble> {
    let row = link
        .query_one("SELECT current_setting('server_encoding')", &[])
        .await?;
    match row.get(0) {
        "UTF8" => Ok(()),
        other => Err(Trouble::refused(format!(
            "the database has the encoding {other}; create it with ENCODING 'UTF8'"
        ))),
    }
}

async fn steps(link: &Link) -> Result<(), Trouble> {
    // The number is "Rook" in ASCII; the lock ends with the transaction.
    link.batch(
        "SET LOCAL statement_timeout = '60s';
         SET LOCAL idle_in_transaction_session_timeout = '60s';
         SELECT pg_advisory_xact_lock(1383034731)",
    )
    .await?;
    let done = version(link).await?;
    if done == 0 {
        link.batch("CREATE TABLE rookery_schema (version integer PRIMARY KEY)")
            .await?;
    }
    for (version, step) in (1i32..).zip(MIGRATIONS).skip(done) {
        link.batch(step).await?;
        link.execute(
            "INSERT INTO rookery_schema (version) VALUES ($1)",
            &[&version],
        )
        .await?;
    }
    Ok(())
}

/// Whether these are tables of this server, in this version.
pub(super) async fn check(link: &Link) -> Result<(), Trouble> {
    match version(link).await? {
        0 => Err(Trouble::refused(
            "the database has no tables of this server",
        )),
        done if done < MIGRATIONS.len() => Err(Trouble::refused(
            "the database was written by an older version of this server; start the server once",
        )),
        _ => Ok(()),
    }
}

/// How many migrations the database has seen.
async fn version(link: &Link) -> Result<usize, Trouble> {
    let exists = link
        .query_one("SELECT to_regclass('rookery_schema') IS NOT NULL", &[])
        .await?;
    if !exists.get::<_, bool>(0) {
        return Ok(0);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM rookery_schema";
    let newest: i32 = link.query_one(newest, &[]).await?.get(0);
    match usize::try_from(newest) {
        Ok(done) if done <= MIGRATIONS.len() => Ok(done),
        Ok(_) | Err(_) => Err(Trouble::refused(
            "the database was written by a newer version of this server",
        )),
    }
}
