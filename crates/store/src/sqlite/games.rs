//! Games and their records in tables.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::{GameId, Hash, Millis, PlayerId, Sealed};

use crate::batch::Batch;
use crate::{AppendError, Page, Summary};

const COLUMNS: &str = "number, n_records, n_actions, changed_at, summary";

/// What an append needs to know of a game.
struct Head {
    number: i64,
    n_records: u64,
    hash: Hash,
}

/// Adds records to a game if it has as many as expected. Nothing is written in a conflict.
pub(super) fn append(
    db: &Connection,
    batch: &Batch,
) -> Result<std::result::Result<(), AppendError>> {
    let head = head(db, &batch.game)?;
    let actual = head.as_ref().map_or(0, |head| head.n_records);
    if actual != batch.expected {
        return Ok(Err(AppendError::Conflict { actual }));
    }
    let head = match (head, batch.created(), batch.records.first()) {
        (Some(head), _, Some(_)) => head,
        (None, Some(created), Some(first)) => begin(db, &Summary::begin(0, first.at, created))?,
        (None, None, _) | (_, _, None) => return Ok(Ok(())),
    };
    insert(db, batch, &head)?;
    update_summary(db, batch, head.number)?;
    Ok(Ok(()))
}

fn head(db: &Connection, game: &GameId) -> Result<Option<Head>> {
    let mut select =
        db.prepare_cached("SELECT number, n_records, head FROM games WHERE game = ?")?;
    let read = |row: &Row<'_>| {
        Ok(Head {
            number: row.get(0)?,
            n_records: row.get(1)?,
            hash: Hash(row.get(2)?),
        })
    };
    select.query_row([game.as_str()], read).optional()
}

fn begin(db: &Connection, summary: &Summary) -> Result<Head> {
    let mut insert = db.prepare_cached(
        "INSERT INTO games (game, is_live, n_records, n_actions, changed_at, head, summary)
         VALUES (?, 1, 0, 0, ?, ?, ?)",
    )?;
    let number = insert.insert(params![
        summary.game.as_str(),
        summary.changed_at.0,
        Hash::START.0,
        to_json(summary)?,
    ])?;
    for player in players(summary) {
        take_seat(db, player, number)?;
    }
    Ok(Head {
        number,
        n_records: 0,
        hash: Hash::START,
    })
}

fn players(summary: &Summary) -> impl Iterator<Item = &PlayerId> {
    let sitters = [&summary.seats.white, &summary.seats.black];
    sitters.into_iter().flatten().map(|sitter| &sitter.player)
}

/// A player may have both seats of a game, which is still one game.
fn take_seat(db: &Connection, player: &PlayerId, number: i64) -> Result<()> {
    let mut insert =
        db.prepare_cached("INSERT OR IGNORE INTO seats (player, number) VALUES (?, ?)")?;
    insert.execute(params![player.as_str(), number])?;
    Ok(())
}

fn insert(db: &Connection, batch: &Batch, head: &Head) -> Result<()> {
    let mut insert =
        db.prepare_cached("INSERT INTO records (number, seq, text, hash) VALUES (?, ?, ?, ?)")?;
    let mut hash = head.hash;
    for (record, text) in batch.records.iter().zip(&batch.texts) {
        hash = hash.next(text);
        insert.execute(params![head.number, record.seq, text, hash.0])?;
    }
    db.prepare_cached("UPDATE games SET head = ? WHERE number = ?")?
        .execute(params![hash.0, head.number])?;
    Ok(())
}

/// Most records change only numbers; the rest of the summary is rewritten when it must be.
fn update_summary(db: &Connection, batch: &Batch, number: i64) -> Result<()> {
    let mut select = db.prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE number = ?"))?;
    let mut summary = select.query_row([number], read_summary)?;
    let was_live = summary.is_live();
    for record in &batch.records {
        summary.note(record);
    }
    let mut update = db.prepare_cached(
        "UPDATE games SET n_records = ?, n_actions = ?, changed_at = ? WHERE number = ?",
    )?;
    update.execute(params![
        summary.n_records,
        summary.n_actions,
        summary.changed_at.0,
        number
    ])?;
    if batch.records.iter().any(Summary::is_changed_by) {
        rewrite_summary(db, &summary, was_live, number)?;
    }
    Ok(())
}

fn rewrite_summary(db: &Connection, summary: &Summary, was_live: bool, number: i64) -> Result<()> {
    let mut update =
        db.prepare_cached("UPDATE games SET is_live = ?, summary = ? WHERE number = ?")?;
    update.execute(params![summary.is_live(), to_json(summary)?, number])?;
    for player in players(summary) {
        take_seat(db, player, number)?;
    }
    if was_live && !summary.is_live() {
        db.prepare_cached("UPDATE counters SET value = value + 1 WHERE name = 'finished_games'")?
            .execute(())?;
    }
    Ok(())
}

pub(super) fn read(db: &Connection, game: &GameId, from: u64) -> Result<Vec<Sealed>> {
    let mut select = db.prepare_cached(
        "SELECT text, hash FROM records
         WHERE number = (SELECT number FROM games WHERE game = ?) AND seq >= ?
         ORDER BY seq",
    )?;
    let read = |row: &Row<'_>| {
        Ok(Sealed {
            text: row.get(0)?,
            hash: Hash(row.get(1)?),
        })
    };
    // Numbers of SQLite are signed; no game has more records than they can count.
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    select
        .query_map(params![game.as_str(), from], read)?
        .collect()
}

pub(super) fn summary(db: &Connection, game: &GameId) -> Result<Option<Summary>> {
    let mut select = db.prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE game = ?"))?;
    select.query_row([game.as_str()], read_summary).optional()
}

pub(super) fn live(db: &Connection, page: Page) -> Result<Vec<Summary>> {
    let mut select = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM games
         WHERE is_live = 1 AND number < ? ORDER BY number DESC LIMIT ?"
    ))?;
    let rows = select.query_map(params![before(page), page.limit()], read_summary)?;
    rows.collect()
}

pub(super) fn of_player(db: &Connection, player: &PlayerId, page: Page) -> Result<Vec<Summary>> {
    let mut select = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM seats JOIN games USING (number)
         WHERE player = ? AND number < ? ORDER BY number DESC LIMIT ?"
    ))?;
    let which = params![player.as_str(), before(page), page.limit()];
    select.query_map(which, read_summary)?.collect()
}

fn before(page: Page) -> i64 {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    before.unwrap_or(i64::MAX)
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
        n_records: row.get("n_records")?,
        n_actions: row.get("n_actions")?,
        changed_at: Millis(row.get("changed_at")?),
        ..rarely_changed
    })
}

fn to_json(summary: &Summary) -> Result<String> {
    let not_json = |why| rusqlite::Error::ToSqlConversionFailure(Box::new(why));
    serde_json::to_string(summary).map_err(not_json)
}
