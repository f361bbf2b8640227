//! Everything that a database keeps.

use std::sync::Arc;

use session::{GameId, Millis, PlayerId, Record};

use super::appends::signed;
use super::link::Link;
use super::work::Repeat;
use super::{PostgresStore, answer, games, players, values};
use crate::archive::{Archive, ArchivedEntry, ArchivedGame, Counts, PAGE};
use crate::batch::Batch;
use crate::{Entry, Player, StoreError, StoreFuture};

/// A node that was heard of within this time is running.
const RUNNING: Millis = Millis::from_secs(10);

impl Archive for PostgresStore {
    fn games_after(&self, number: u64) -> StoreFuture<Result<Vec<(u64, String)>, StoreError>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT number, game FROM games WHERE number > $1 ORDER BY number LIMIT $2";
            let rows = link
                .query(sql, &[&signed(number), &i64::from(PAGE)])
                .await?;
            let row = |row: &tokio_postgres::Row| (row.get::<_, i64>(0).unsigned_abs(), row.get(1));
            Ok(rows.iter().map(row).collect())
        })
    }

    fn players_after(&self, id: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        let after = id.map(PlayerId::to_string).unwrap_or_default();
        self.read(async move |link: &Link| {
            let sql = "SELECT player, created_at, name, password_hash FROM players
                       WHERE player > $1 ORDER BY player LIMIT $2";
            let rows = link.query(sql, &[&after, &i64::from(PAGE)]).await?;
            rows.iter().map(players::read).collect()
        })
    }

    fn entries_after(
        &self,
        last: Option<(String, String)>,
    ) -> StoreFuture<Result<Vec<ArchivedEntry>, StoreError>> {
        let (space, key) = last.unwrap_or_default();
        self.read(async move |link: &Link| {
            let sql = "SELECT space, key, value, expires FROM entries WHERE (space, key) > ($1, $2)
                       ORDER BY space, key LIMIT $3";
            let rows = link.query(sql, &[&space, &key, &i64::from(PAGE)]).await?;
            Ok(rows.iter().map(archived_entry).collect())
        })
    }

    fn counts(&self) -> StoreFuture<Result<Counts, StoreError>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM records),
                (SELECT count(*) FROM players),
                (SELECT count(*) FROM entries WHERE NOT (space = 'server' AND key IN ('copy', 'stamp')))";
            let row = link.query_one(sql, &[]).await?;
            let count = |column: usize| row.get::<_, i64>(column).unsigned_abs();
            Ok(Counts {
                games: count(0),
                records: count(1),
                players: count(2),
                entries: count(3),
            })
        })
    }

    fn import_games(&self, games: Vec<ArchivedGame>) -> StoreFuture<Result<(), StoreError>> {
        let batches = games.into_iter().map(|archived| {
            let batch = Batch::sealed(&archived.game, &archived.records)?;
            Ok((signed(archived.number), batch))
        });
        let batches: Result<Vec<(i64, Batch)>, StoreError> = batches.collect();
        match batches {
            Ok(batches) => self.write(Repeat::No, None, async move |link: &Link| {
                let all = async {
                    for (number, batch) in &batches {
                        games::import(link, *number, batch).await?;
                    }
                    // New games come after those that were imported.
                    let next = "SELECT setval(pg_get_serial_sequence('games', 'number'), max(number)) FROM games";
                    link.query(next, &[]).await?;
                    Ok(())
                };
                link.transact(all, |()| true).await.map(Ok)
            }),
            Err(error) => answer(Err(error)),
        }
    }

    fn import_players(&self, players: Vec<Player>) -> StoreFuture<Result<(), StoreError>> {
        self.write(Repeat::Yes, None, async move |link: &Link| {
            let all = async {
                for player in &players {
                    players::put(link, player).await?;
                }
                Ok(())
            };
            link.transact(all, |()| true).await.map(Ok)
        })
    }

    fn import_entries(&self, entries: Vec<ArchivedEntry>) -> StoreFuture<Result<(), StoreError>> {
        self.write(Repeat::Yes, None, async move |link: &Link| {
            let all = async {
                for archived in &entries {
                    values::put(link, &archived.space, &archived.entry).await?;
                }
                Ok(())
            };
            link.transact(all, |()| true).await.map(Ok)
        })
    }

    fn import_finished(&self, finished: u64) -> StoreFuture<Result<(), StoreError>> {
        self.write(Repeat::Yes, None, async move |link: &Link| {
            let sql = "UPDATE counters SET value = CASE part WHEN 0 THEN $1::bigint ELSE 0 END
                       WHERE name = 'finished_games'";
            link.execute(sql, &[&signed(finished)]).await?;
            Ok(Ok(()))
        })
    }

    fn is_listed_rightly(
        &self,
        game: &GameId,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<bool, StoreError>> {
        match Batch::new(game, 0, records) {
            Ok(batch) => {
                self.read(async move |link: &Link| games::is_listed_rightly(link, &batch).await)
            }
            Err(error) => answer(Err(error)),
        }
    }

    fn relist(&self, game: &GameId, records: Arc<[Record]>) -> StoreFuture<Result<(), StoreError>> {
        match Batch::new(game, 0, records) {
            Ok(batch) => self.write(Repeat::Yes, None, async move |link: &Link| {
                games::relist(link, &batch).await.map(Ok)
            }),
            Err(error) => answer(Err(error)),
        }
    }

    fn users(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(async move |link: &Link| {
            // A node that has said goodbye stays listed for the others, but no longer uses the store.
            let sql = "SELECT count(*) FROM nodes
                       WHERE about NOT LIKE '%\"closing\"%'
                       AND last_beat > extract(epoch FROM clock_timestamp()) * 1000 - $1::bigint";
            let row = link.query_one(sql, &[&signed(RUNNING.0)]).await?;
            Ok(row.get::<_, i64>(0).unsigned_abs())
        })
    }
}

fn archived_entry(row: &tokio_postgres::Row) -> ArchivedEntry {
    let expires: Option<i64> = row.get(3);
    ArchivedEntry {
        space: row.get(0),
        entry: Entry {
            key: row.get(1),
            value: row.get(2),
            expires: expires.map(|expires| Millis(expires.unsigned_abs())),
        },
    }
}
