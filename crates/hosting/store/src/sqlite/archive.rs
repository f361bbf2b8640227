//! Everything that a database keeps.

use std::sync::Arc;

use rusqlite::{Connection, Result, Row, params};
use session::{GameId, Millis, PlayerId, Record};

use super::transaction::Transaction;
use super::{SqliteStore, answer, games, lock, players, values};
use crate::archive::{Archive, ArchivedEntry, ArchivedGame, Counts, PAGE};
use crate::batch::Batch;
use crate::{Entry, Player, StoreError, StoreFuture};

impl Archive for SqliteStore {
    fn games_after(
        &self,
        number: u64,
    ) -> StoreFuture<std::result::Result<Vec<(u64, String)>, StoreError>> {
        self.read(move |db| games_after(db, number))
    }

    fn players_after(
        &self,
        id: Option<&PlayerId>,
    ) -> StoreFuture<std::result::Result<Vec<Player>, StoreError>> {
        let id = id.cloned();
        self.read(move |db| players::all(db, id.as_ref(), PAGE))
    }

    fn entries_after(
        &self,
        last: Option<(String, String)>,
    ) -> StoreFuture<std::result::Result<Vec<ArchivedEntry>, StoreError>> {
        self.read(move |db| entries_after(db, last.as_ref()))
    }

    fn counts(&self) -> StoreFuture<std::result::Result<Counts, StoreError>> {
        self.read(counts)
    }

    fn import_games(
        &self,
        games: Vec<ArchivedGame>,
    ) -> StoreFuture<std::result::Result<(), StoreError>> {
        let batches = games.into_iter().map(|archived| {
            let batch = Batch::sealed(&archived.game, &archived.records)?;
            Ok((archived.number, batch))
        });
        let batches: std::result::Result<Vec<(u64, Batch)>, StoreError> = batches.collect();
        let tails = Arc::clone(&self.tails);
        match batches {
            Ok(batches) => self.try_write(move |transaction| {
                lock(&tails).clear();
                import_games(transaction, &batches).map(Ok)
            }),
            Err(error) => answer(Err(error)),
        }
    }

    fn import_players(
        &self,
        players: Vec<Player>,
    ) -> StoreFuture<std::result::Result<(), StoreError>> {
        self.write(move |db| {
            players
                .iter()
                .try_for_each(|player| players::put(db, player))
        })
    }

    fn import_entries(
        &self,
        entries: Vec<ArchivedEntry>,
    ) -> StoreFuture<std::result::Result<(), StoreError>> {
        self.write(move |db| {
            let mut entries = entries.iter();
            entries.try_for_each(|archived| values::put(db, &archived.space, &archived.entry))
        })
    }

    fn import_finished(&self, finished: u64) -> StoreFuture<std::result::Result<(), StoreError>> {
        self.write(move |db| {
            let sql = "UPDATE counters SET value = ? WHERE name = 'finished_games'";
            db.prepare_cached(sql)?.execute([finished])?;
            Ok(())
        })
    }

    fn is_listed_rightly(
        &self,
        game: &GameId,
        records: Arc<[Record]>,
    ) -> StoreFuture<std::result::Result<bool, StoreError>> {
        match Batch::new(game, 0, records) {
            Ok(batch) => self.read(move |db| games::is_listed_rightly(db, &batch)),
            Err(error) => answer(Err(error)),
        }
    }

    fn relist(
        &self,
        game: &GameId,
        records: Arc<[Record]>,
    ) -> StoreFuture<std::result::Result<(), StoreError>> {
        match Batch::new(game, 0, records) {
            Ok(batch) => self.write(move |db| games::relist(db, &batch)),
            Err(error) => answer(Err(error)),
        }
    }

    /// The folder's lock keeps others away.
    fn users(&self) -> StoreFuture<std::result::Result<u64, StoreError>> {
        answer(Ok(0))
    }
}

fn games_after(db: &Connection, number: u64) -> Result<Vec<(u64, String)>> {
    let mut select = db.prepare_cached(
        "SELECT number, game FROM games WHERE number > ? ORDER BY number LIMIT ?",
    )?;
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    select.query_map(params![number, PAGE], row)?.collect()
}

fn entries_after(db: &Connection, last: Option<&(String, String)>) -> Result<Vec<ArchivedEntry>> {
    let mut select = db.prepare_cached(
        "SELECT space, key, value, expires FROM entries WHERE (space, key) > (?, ?)
         ORDER BY space, key LIMIT ?",
    )?;
    let (space, key) = last.map_or(("", ""), |(space, key)| (space, key));
    let read = |row: &Row<'_>| {
        Ok(ArchivedEntry {
            space: row.get(0)?,
            entry: Entry {
                key: row.get(1)?,
                value: row.get(2)?,
                expires: row.get::<_, Option<u64>>(3)?.map(Millis),
            },
        })
    };
    select.query_map(params![space, key, PAGE], read)?.collect()
}

fn counts(db: &Connection) -> Result<Counts> {
    let count = |sql: &str| db.query_row(sql, (), |row| row.get(0));
    Ok(Counts {
        games: count("SELECT count(*) FROM games")?,
        records: count("SELECT count(*) FROM records")?,
        players: count("SELECT count(*) FROM players")?,
        entries: count(
            "SELECT count(*) FROM entries WHERE NOT (space = 'server' AND key IN ('copy', 'stamp'))",
        )?,
    })
}

fn import_games(transaction: &mut Transaction<'_>, batches: &[(u64, Batch)]) -> Result<()> {
    for (number, batch) in batches {
        games::import(transaction, batch, *number)?;
    }
    Ok(())
}
