//! Records in a table.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::{GameId, Hash, Sealed};

use super::transaction::Transaction;
use crate::batch::Batch;
use crate::listing::count_actions;

/// The end of a game's records, where new ones are added.
#[derive(Clone, Copy)]
pub(super) struct Tail {
    pub(super) number: i64,
    last: Option<i64>,
    pub(super) n_records: u64,
    n_actions: u32,
    hash: Hash,
}

impl Tail {
    /// The game with this number has no records yet.
    pub(super) fn of_new_game(number: i64) -> Tail {
        Tail {
            number,
            last: None,
            n_records: 0,
            n_actions: 0,
            hash: Hash::START,
        }
    }
}

pub(super) fn tail(db: &Connection, game: &GameId) -> Result<Option<Tail>> {
    let mut select = db.prepare_cached(
        "SELECT number, last, seq, n_actions, hash FROM games
         JOIN heads USING (number) JOIN records ON records.id = heads.last WHERE game = ?",
    )?;
    let read = |row: &Row<'_>| {
        Ok(Tail {
            number: row.get(0)?,
            last: row.get(1)?,
            n_records: row.get::<_, u64>(2)? + 1,
            n_actions: row.get(3)?,
            hash: Hash(row.get(4)?),
        })
    };
    select.query_row([game.as_str()], read).optional()
}

/// Adds records at the end, and gives the new end.
pub(super) fn insert(
    transaction: &mut Transaction<'_>,
    batch: &Batch,
    mut tail: Tail,
) -> Result<Tail> {
    let is_new = tail.last.is_none();
    for (record, text) in batch.records.iter().zip(&batch.texts) {
        tail.hash = tail.hash.next(text);
        tail.n_records = record.seq + 1;
        tail.n_actions = count_actions(tail.n_actions, record);
        let row = params![
            tail.last,
            record.seq,
            record.at.0,
            tail.n_actions,
            text,
            tail.hash.0
        ];
        tail.last = Some(transaction.add_record(row)?);
    }
    if is_new {
        let begin = "INSERT INTO heads (number, last) VALUES (?, ?)";
        let mut begin = transaction.db.prepare_cached(begin)?;
        begin.execute((tail.number, tail.last))?;
    } else {
        transaction.move_tail(tail.number, tail.last)?;
    }
    Ok(tail)
}

/// Removes all records of a game, found from the last one backwards.
pub(super) fn remove(db: &Connection, number: i64) -> Result<()> {
    let mut delete = db.prepare_cached(
        "WITH RECURSIVE chain (id) AS (
             SELECT last FROM heads WHERE number = ?
             UNION ALL
             SELECT records.before FROM chain JOIN records ON records.id = chain.id
             WHERE records.before IS NOT NULL
         )
         DELETE FROM records WHERE id IN (SELECT id FROM chain)",
    )?;
    delete.execute([number])?;
    Ok(())
}

/// The records of a game from a sequence number on, found from the last one backwards.
pub(super) fn read(db: &Connection, game: &GameId, from: u64) -> Result<Vec<Sealed>> {
    let mut select = db.prepare_cached(
        "WITH RECURSIVE chain (before, seq, text, hash) AS (
             SELECT before, seq, text, hash FROM games
             JOIN heads USING (number) JOIN records ON records.id = heads.last
             WHERE game = ?1 AND seq >= ?2
             UNION ALL
             SELECT records.before, records.seq, records.text, records.hash
             FROM chain JOIN records ON records.id = chain.before WHERE chain.seq > ?2
         )
         SELECT text, hash FROM chain ORDER BY seq",
    )?;
    let read = |row: &Row<'_>| {
        Ok(Sealed {
            text: row.get(0)?,
            hash: Hash(row.get(1)?),
        })
    };
    // Numbers of SQLite are signed; no game has more records than they can count.
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let rows = select.query_map(params![game.as_str(), from], read)?;
    rows.collect()
}
