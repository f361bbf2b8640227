//! Games in short, one by one and in lists.

use session::{GameId, Millis, PlayerId};
use tokio_postgres::Row;

use super::appends::signed;
use super::link::{Link, Trouble};
use crate::batch::Batch;
use crate::{Page, StoreError, Summary};

/// A game with its last record. What comes after it says which.
macro_rules! with_last_record {
    () => {
        "SELECT g.number, g.summary, l.n_actions, l.at FROM games g JOIN LATERAL
         (SELECT n_actions, at FROM records WHERE number = g.number ORDER BY seq DESC LIMIT 1) l ON true"
    };
}

/// The summary of a game with more records, and whether it was live before them. If others change it meanwhile, the
/// records are not added either.
pub(super) async fn after(
    link: &Link,
    batch: &Batch,
    number: i64,
) -> Result<Option<(bool, Summary)>, Trouble> {
    let sql = concat!(with_last_record!(), " WHERE g.number = $1");
    let rows = link.query(sql, &[&number]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let mut summary = read_summary(row).map_err(Trouble::refused)?;
    let was_live = summary.is_live();
    for record in batch.records.iter() {
        summary.note(record);
    }
    Ok(Some((was_live, summary)))
}

pub(super) async fn summary(link: &Link, game: &GameId) -> Result<Option<Summary>, Trouble> {
    let sql = concat!(with_last_record!(), " WHERE g.game = $1");
    let rows = link.query(sql, &[&game.as_str()]).await?;
    let summary = rows.first().map(read_summary);
    summary.transpose().map_err(Trouble::refused)
}

pub(super) async fn live(link: &Link, page: Page) -> Result<Vec<Summary>, Trouble> {
    let sql = concat!(
        with_last_record!(),
        " WHERE g.is_live AND g.number < $1 ORDER BY g.number DESC LIMIT $2"
    );
    let rows = link.query(sql, &[&before(page), &limit(page)]).await?;
    Ok(readable(&rows))
}

pub(super) async fn listed(link: &Link, page: Page) -> Result<Vec<Summary>, Trouble> {
    let sql = concat!(
        with_last_record!(),
        " WHERE g.is_live AND g.is_listed AND g.number < $1 ORDER BY g.number DESC LIMIT $2"
    );
    let rows = link.query(sql, &[&before(page), &limit(page)]).await?;
    Ok(readable(&rows))
}

pub(super) async fn of_player(
    link: &Link,
    player: &PlayerId,
    page: Page,
) -> Result<Vec<Summary>, Trouble> {
    let sql = concat!(
        with_last_record!(),
        " WHERE g.number IN (SELECT number FROM seats WHERE player = $1 AND number < $2 ORDER BY number DESC LIMIT $3)
          ORDER BY g.number DESC"
    );
    let which: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&player.as_str(), &before(page), &limit(page)];
    Ok(readable(&link.query(sql, &which).await?))
}

pub(super) async fn count_live(link: &Link) -> Result<u64, Trouble> {
    let sql = "SELECT count(*) FROM games WHERE is_live";
    let count: i64 = link.query_one(sql, &[]).await?.get(0);
    Ok(count.unsigned_abs())
}

pub(super) async fn count_finished(link: &Link) -> Result<u64, Trouble> {
    let sql = "SELECT sum(value)::bigint FROM counters WHERE name = 'finished_games'";
    let count: Option<i64> = link.query_one(sql, &[]).await?.get(0);
    Ok(count.unwrap_or(0).unsigned_abs())
}

/// One game whose summary is damaged does not hide all others.
fn readable(rows: &[Row]) -> Vec<Summary> {
    rows.iter()
        .filter_map(|row| read_summary(row).ok())
        .collect()
}

fn before(page: Page) -> i64 {
    page.before.map_or(i64::MAX, signed)
}

fn limit(page: Page) -> i64 {
    i64::from(page.limit())
}

fn read_summary(row: &Row) -> Result<Summary, StoreError> {
    let rarely_changed: Summary = serde_json::from_str(row.get(1)).map_err(StoreError::failed)?;
    Ok(Summary {
        number: row.get::<_, i64>(0).unsigned_abs(),
        n_actions: row.get::<_, i32>(2).unsigned_abs(),
        changed_at: Millis(row.get::<_, i64>(3).unsigned_abs()),
        ..rarely_changed
    })
}
