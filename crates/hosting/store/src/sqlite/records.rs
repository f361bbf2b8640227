//! Records in a table.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::{GameId, Hash, Sealed};

use super::pen::Pen;
use crate::batch::Batch;
use crate::listing::count_actions;

/// The end of a game's records, where new ones are added.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) number: i64,
    last: Option<i64>,
    pub(super) n_records: u64,
    n_actions: u32,
    hash: Hash,
}

impl Head {
    /// The game with this number has no records yet.
    pub(super) fn of_new_game(number: i64) -> Head {
        Head {
            number,
            last: None,
            n_records: 0,
            n_actions: 0,
            hash: Hash::START,
        }
    }
}

pub(super) fn head(db: &Connection, game: &GameId) -> Result<Option<Head>> {
    let mut select = db.prepare_cached(
        "SELECT number, last, seq, n_actions, hash FROM games
         JOIN heads USING (number) JOIN records ON records.id = heads.last WHERE game = ?",
    )?;
    let read = |row: &Row<'_>| {
        Ok(Head {
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
pub(super) fn insert(pen: &mut Pen<'_>, batch: &Batch, mut head: Head) -> Result<Head> {
    let is_new = head.last.is_none();
    for (record, text) in batch.records.iter().zip(&batch.texts) {
        head.hash = head.hash.next(text);
        head.n_records = record.seq + 1;
        head.n_actions = count_actions(head.n_actions, record);
        let row = params![
            head.last,
            record.seq,
            record.at.0,
            head.n_actions,
            text,
            head.hash.0
        ];
        head.last = Some(pen.add_record(row)?);
    }
    if is_new {
        let begin = "INSERT INTO heads (number, last) VALUES (?, ?)";
        let mut begin = pen.db.prepare_cached(begin)?;
        begin.execute((head.number, head.last))?;
    } else {
        pen.move_head(head.number, head.last)?;
    }
    Ok(head)
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
