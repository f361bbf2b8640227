//! Games in short, in tables.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::{GameId, Millis, PlayerId};

use super::records::{self, Tail};
use super::tail_cache::TailCache;
use super::transaction::Transaction;
use super::values;
use crate::batch::Batch;
use crate::{AppendError, Begun, Behind, Page, Space, Summary};

/// A game with its last record. What comes after it says which.
const LISTED: &str = "SELECT number, summary, n_actions, at FROM games
    JOIN heads USING (number) JOIN records ON records.id = heads.last";

/// Adds records to a game if it has as many as expected. Nothing is written in a conflict.
///
/// The database lets one writer in at a time, so nobody can come between the look and the write.
pub(super) fn append(
    transaction: &mut Transaction<'_>,
    tails: &mut TailCache,
    batch: &Batch,
) -> Result<std::result::Result<(), AppendError>> {
    let tail = tails.find(transaction.db, &batch.game)?;
    let actual = tail.as_ref().map_or(0, |tail| tail.n_records);
    if actual != batch.expected {
        return Ok(Err(AppendError::Conflict { actual }));
    }
    match (tail, batch.created(), batch.records.first()) {
        (Some(tail), _, Some(_)) => {
            let tail = records::insert(transaction, batch, tail)?;
            tails.remember(&batch.game, tail);
            if batch.records.iter().any(Summary::is_changed_by) {
                update_summary(transaction.db, batch, tail.number)?;
            }
        }
        (None, Some(created), Some(first)) => {
            begin(transaction, batch, Summary::begin(0, first.at, created))?;
        }
        (None, None, _) | (_, _, None) => {}
    }
    Ok(Ok(()))
}

/// The same, and begins another game unless that has begun before.
pub(super) fn append_and_begin(
    transaction: &mut Transaction<'_>,
    tails: &mut TailCache,
    batch: &Batch,
    beginning: &Batch,
) -> Result<std::result::Result<(), AppendError>> {
    if let Err(error) = append(transaction, tails, batch)? {
        return Ok(Err(error));
    }
    // The only other answer is that it has begun.
    drop(append(transaction, tails, beginning)?);
    Ok(Ok(()))
}

/// Begins a game and removes its seeks, if the game has not begun and the seeks are all there.
pub(super) fn begin_game(
    transaction: &mut Transaction<'_>,
    tails: &mut TailCache,
    batch: &Batch,
    seeks: &[GameId],
) -> Result<Begun> {
    if tails.find(transaction.db, &batch.game)?.is_some() {
        return Ok(Begun::Before);
    }
    let space = Space::Seeks.name();
    for seek in seeks {
        if values::get(transaction.db, &space, seek.as_str())?.is_none() {
            return Ok(Begun::NoSeek { seek: seek.clone() });
        }
    }
    for seek in seeks {
        values::take(transaction.db, &space, seek.as_str())?;
    }
    // There is no such game, so there is no conflict.
    drop(append(transaction, tails, batch)?);
    Ok(Begun::Now)
}

/// Which of these games have another number of records.
pub(super) fn behind(db: &Connection, known: &[(GameId, u64)]) -> Result<Vec<Behind>> {
    let mut behind = Vec::new();
    for (game, n_known) in known {
        let n_records = records::tail(db, game)?.map_or(0, |tail| tail.n_records);
        if n_records != *n_known {
            let game = game.clone();
            behind.push(Behind { game, n_records });
        }
    }
    Ok(behind)
}

fn begin(transaction: &mut Transaction<'_>, batch: &Batch, mut summary: Summary) -> Result<()> {
    for record in batch.records.iter() {
        summary.note(record);
    }
    let db = transaction.db;
    let mut insert =
        db.prepare_cached("INSERT INTO games (game, is_live, summary) VALUES (?, 1, ?)")?;
    let number = insert.insert(params![batch.game.as_str(), to_json(&summary, batch)?])?;
    records::insert(transaction, batch, Tail::of_new_game(number))?;
    take_seats(db, &summary, number)?;
    match summary.is_live() {
        true => Ok(()),
        false => finish(db, number),
    }
}

/// Writes a game with its number.
pub(super) fn import(transaction: &mut Transaction<'_>, batch: &Batch, number: u64) -> Result<()> {
    let Some(summary) = batch.summary(number) else {
        return Ok(());
    };
    let db = transaction.db;
    let sql = "INSERT INTO games (number, game, is_live, summary) VALUES (?, ?, ?, ?)";
    let number = db.prepare_cached(sql)?.insert(params![
        number,
        batch.game.as_str(),
        summary.is_live(),
        to_json(&summary, batch)?
    ])?;
    records::insert(transaction, batch, Tail::of_new_game(number))?;
    take_seats(db, &summary, number)
}

/// Whether a game is listed as its records have it.
pub(super) fn is_listed_rightly(db: &Connection, batch: &Batch) -> Result<bool> {
    let sql = "SELECT number, is_live FROM games WHERE game = ?";
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (number, is_live): (u64, bool) = db.query_row(sql, [batch.game.as_str()], row)?;
    let Some(right) = batch.summary(number) else {
        return Ok(false);
    };
    match summary(db, &batch.game) {
        Ok(Some(listed)) => Ok(listed == right && is_live == right.is_live()),
        Ok(None) | Err(rusqlite::Error::FromSqlConversionFailure(..)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Lists a game as its records have it.
pub(super) fn relist(db: &Connection, batch: &Batch) -> Result<()> {
    let sql = "SELECT number FROM games WHERE game = ?";
    let number: i64 = db.query_row(sql, [batch.game.as_str()], |row| row.get(0))?;
    let Some(summary) = batch.summary(number.unsigned_abs()) else {
        return Ok(());
    };
    db.execute(
        "UPDATE games SET summary = ?, is_live = ? WHERE number = ?",
        params![to_json(&summary, batch)?, summary.is_live(), number],
    )?;
    take_seats(db, &summary, number)
}

fn update_summary(db: &Connection, batch: &Batch, number: i64) -> Result<()> {
    let mut select = db.prepare_cached(&format!("{LISTED} WHERE number = ?"))?;
    let mut summary = select.query_row([number], read_summary)?;
    let was_live = summary.is_live();
    for record in batch.records.iter() {
        summary.note(record);
    }
    db.prepare_cached("UPDATE games SET summary = ? WHERE number = ?")?
        .execute(params![to_json(&summary, batch)?, number])?;
    take_seats(db, &summary, number)?;
    match was_live && !summary.is_live() {
        true => finish(db, number),
        false => Ok(()),
    }
}

/// A player may have both seats of a game, which is still one game.
fn take_seats(db: &Connection, summary: &Summary, number: i64) -> Result<()> {
    let mut insert =
        db.prepare_cached("INSERT OR IGNORE INTO seats (player, number) VALUES (?, ?)")?;
    let seats = [&summary.seats.white, &summary.seats.black];
    for sitter in seats.into_iter().flatten() {
        insert.execute(params![sitter.player.as_str(), number])?;
    }
    Ok(())
}

fn finish(db: &Connection, number: i64) -> Result<()> {
    db.prepare_cached("UPDATE games SET is_live = 0 WHERE number = ?")?
        .execute([number])?;
    db.prepare_cached("UPDATE counters SET value = value + 1 WHERE name = 'finished_games'")?
        .execute(())?;
    Ok(())
}

/// Removes a game with everything that belongs to it; whether there was one.
pub(super) fn remove(db: &Connection, tails: &mut TailCache, game: &GameId) -> Result<bool> {
    let Some(tail) = tails.find(db, game)? else {
        return Ok(false);
    };
    tails.clear();
    records::remove(db, tail.number)?;
    for table in ["seats", "heads", "games"] {
        let delete = format!("DELETE FROM {table} WHERE number = ?");
        db.prepare_cached(&delete)?.execute([tail.number])?;
    }
    Ok(true)
}

pub(super) fn summary(db: &Connection, game: &GameId) -> Result<Option<Summary>> {
    let mut select = db.prepare_cached(&format!("{LISTED} WHERE game = ?"))?;
    select.query_row([game.as_str()], read_summary).optional()
}

pub(super) fn live(db: &Connection, page: Page) -> Result<Vec<Summary>> {
    let mut select = db.prepare_cached(&format!(
        "{LISTED} WHERE is_live = 1 AND number < ? ORDER BY number DESC LIMIT ?"
    ))?;
    let rows = select.query_map(params![before(page), page.limit()], read_summary)?;
    readable(rows)
}

pub(super) fn listed(db: &Connection, page: Page) -> Result<Vec<Summary>> {
    let mut select = db.prepare_cached(&format!(
        "{LISTED} WHERE is_live = 1 AND number < ? AND
         CASE WHEN json_valid(summary) THEN json_extract(summary, '$.unlisted') END IS NOT 1
         ORDER BY number DESC LIMIT ?"
    ))?;
    let rows = select.query_map(params![before(page), page.limit()], read_summary)?;
    readable(rows)
}

pub(super) fn of_player(db: &Connection, player: &PlayerId, page: Page) -> Result<Vec<Summary>> {
    let mut select = db.prepare_cached(&format!(
        "{LISTED} WHERE number IN
             (SELECT number FROM seats WHERE player = ? AND number < ? ORDER BY number DESC LIMIT ?)
         ORDER BY number DESC"
    ))?;
    let which = params![player.as_str(), before(page), page.limit()];
    readable(select.query_map(which, read_summary)?)
}

/// One game whose summary is damaged does not hide all others.
fn readable(rows: impl Iterator<Item = Result<Summary>>) -> Result<Vec<Summary>> {
    let is_damaged =
        |row: &Result<Summary>| matches!(row, Err(rusqlite::Error::FromSqlConversionFailure(..)));
    rows.filter(|row| !is_damaged(row)).collect()
}

fn before(page: Page) -> i64 {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    before.unwrap_or(i64::MAX)
}

pub(super) fn count_live(db: &Connection) -> Result<u64> {
    db.prepare_cached("SELECT count(*) FROM games WHERE is_live = 1")?
        .query_row((), |row| row.get(0))
}

pub(super) fn count_finished(db: &Connection) -> Result<u64> {
    db.prepare_cached("SELECT value FROM counters WHERE name = 'finished_games'")?
        .query_row((), |row| row.get(0))
}

fn read_summary(row: &Row<'_>) -> Result<Summary> {
    let text: String = row.get("summary")?;
    let not_json = |why| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(why));
    let rarely_changed: Summary = serde_json::from_str(&text).map_err(not_json)?;
    Ok(Summary {
        number: row.get("number")?,
        n_actions: row.get("n_actions")?,
        changed_at: Millis(row.get("at")?),
        ..rarely_changed
    })
}

fn to_json(summary: &Summary, batch: &Batch) -> Result<String> {
    let not_json = |why| rusqlite::Error::ToSqlConversionFailure(Box::new(why));
    summary.to_stored(batch.end()).map_err(not_json)
}
