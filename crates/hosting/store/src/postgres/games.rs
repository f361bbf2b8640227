//! Games, as they begin, grow and are removed.

use std::sync::Mutex;

use rules::BySeat;
use session::{GameId, Sitter};

use super::appends::{Look, look, signed};
use super::link::{Link, Trouble};
use super::tail_cache::{Known, Tail, TailCache};
use super::{lock, summaries};
use crate::batch::Batch;
use crate::{AppendError, Begun, Space, Summary};

/// A new game with its first records, if it has not begun and all seeks that led to it are there, which are removed.
/// A transaction that removes one of them at the same time is waited for.
const BEGIN: &str = "
    WITH found AS MATERIALIZED (
        SELECT key FROM entries WHERE space = $1 AND key = ANY ($2::text[]) ORDER BY key FOR UPDATE
    ), made AS (
        INSERT INTO games (game, is_live, is_listed, summary) SELECT $3::text, $4::boolean, $5::boolean, $6::text
        WHERE (SELECT count(*) FROM found) = cardinality($2::text[])
        ON CONFLICT (game) DO NOTHING RETURNING number
    ), added AS (
        INSERT INTO records (number, seq, at, n_actions, text, hash)
        SELECT made.number, r.seq, r.at, r.n_actions, r.text, r.hash
        FROM made, unnest($7::bigint[], $8::bigint[], $9::integer[], $10::text[], $11::bytea[])
            AS r (seq, at, n_actions, text, hash)
    ), seated AS (
        INSERT INTO seats (player, number) SELECT player, made.number FROM made, unnest($12::text[]) AS player
        ON CONFLICT DO NOTHING
    ), gone AS (
        DELETE FROM entries WHERE space = $1 AND key = ANY ($2::text[]) AND EXISTS (SELECT FROM made)
    ), counted AS (
        UPDATE counters SET value = value + 1
        WHERE name = 'finished_games' AND part = $13 AND NOT $4::boolean AND EXISTS (SELECT FROM made)
    )
    SELECT (SELECT number FROM made), ARRAY (SELECT key FROM found)";

/// More records of a game, after the one with the given hash and if there is no other after it, and what they change in
/// lists. If somebody adds one at the same moment, the key refuses all of this.
const ADD: &str = "
    WITH free AS MATERIALIZED (
        SELECT b.number FROM records b WHERE b.number = $1::bigint AND b.seq = $2::bigint - 1 AND b.hash = $3::bytea
        AND NOT EXISTS (SELECT FROM records a WHERE a.number = $1::bigint AND a.seq = $2::bigint)
    ), added AS (
        INSERT INTO records (number, seq, at, n_actions, text, hash)
        SELECT free.number, r.seq, r.at, r.n_actions, r.text, r.hash
        FROM free, unnest($4::bigint[], $5::bigint[], $6::integer[], $7::text[], $8::bytea[])
            AS r (seq, at, n_actions, text, hash)
    ), changed AS (
        UPDATE games SET summary = coalesce($9::text, summary), is_live = is_live AND NOT $10::boolean
        FROM free WHERE games.number = free.number AND $9::text IS NOT NULL
    ), seated AS (
        INSERT INTO seats (player, number) SELECT player, free.number FROM free, unnest($11::text[]) AS player
        ON CONFLICT DO NOTHING
    ), counted AS (
        UPDATE counters SET value = value + 1
        WHERE name = 'finished_games' AND part = $12 AND $10::boolean AND EXISTS (SELECT FROM free)
    )
    SELECT number FROM free";

/// What became of a game that was to begin.
pub(super) struct BegunAs {
    /// Its number, if it has.
    pub(super) number: Option<i64>,
    /// The seeks that were there.
    found: Vec<String>,
}

/// The columns of records.
#[derive(Default)]
struct Columns<'a> {
    seqs: Vec<i64>,
    ats: Vec<i64>,
    n_actions: Vec<i32>,
    texts: Vec<&'a str>,
    hashes: Vec<Vec<u8>>,
}

impl<'a> Columns<'a> {
    fn of(batch: &'a Batch, mut tail: Tail) -> Columns<'a> {
        let mut columns = Columns::default();
        for (record, text) in batch.records.iter().zip(&batch.texts) {
            tail = tail.next(record, text);
            columns.seqs.push(signed(record.seq));
            columns.ats.push(signed(record.at.0));
            columns.n_actions.push(tail.n_actions.cast_signed());
            columns.texts.push(text);
            columns.hashes.push(tail.hash.0.to_vec());
        }
        columns
    }
}

/// A player may have both seats of a game, which is still one game.
pub(super) fn players_at(seats: &BySeat<Option<Sitter>>) -> Vec<&str> {
    let sitters = [&seats.white, &seats.black].into_iter().flatten();
    let mut players: Vec<&str> = sitters.map(|sitter| sitter.player.as_str()).collect();
    players.dedup();
    players
}

fn to_json(summary: &Summary, batch: &Batch) -> Result<String, Trouble> {
    let text = summary.to_stored(batch.end());
    text.map_err(Trouble::refused)
}

/// Begins a game, if it has not begun and its seeks are there.
pub(super) async fn begin(
    link: &Link,
    batch: &Batch,
    seeks: &[GameId],
    part: i32,
) -> Result<BegunAs, Trouble> {
    let no_beginning = || Trouble::refused("a game begins with its creation");
    let summary = batch.summary(0).ok_or_else(no_beginning)?;
    let columns = Columns::of(batch, Tail::START);
    let mut seeks: Vec<&str> = seeks.iter().map(GameId::as_str).collect();
    seeks.sort_unstable();
    seeks.dedup();
    let row = link
        .query_one(
            BEGIN,
            &[
                &Space::Seeks.name(),
                &seeks,
                &batch.game.as_str(),
                &summary.is_live(),
                &!summary.unlisted,
                &to_json(&summary, batch)?,
                &columns.seqs,
                &columns.ats,
                &columns.n_actions,
                &columns.texts,
                &columns.hashes,
                &players_at(&summary.seats),
                &part,
            ],
        )
        .await?;
    Ok(BegunAs {
        number: row.get(0),
        found: row.get(1),
    })
}

/// Begins a game, and says what became of it.
pub(super) async fn begin_with_seeks(
    link: &Link,
    tails: &Mutex<TailCache>,
    batch: &Batch,
    seeks: &[GameId],
    part: i32,
) -> Result<Begun, Trouble> {
    let begun = begin(link, batch, seeks, part).await?;
    if let Some(number) = begun.number {
        let tail = Tail {
            number,
            ..Tail::START.after(batch)
        };
        lock(tails).remember(&batch.game, Known::Tail(tail));
        return Ok(Begun::Now);
    }
    let is_missing = |seek: &&GameId| !begun.found.iter().any(|found| found == seek.as_str());
    let missing = seeks.iter().find(is_missing);
    let here = Look {
        game: &batch.game,
        a: None,
        b: None,
    };
    let has_begun = look(link, &[here]).await?.iter().any(Option::is_some);
    match missing {
        Some(seek) if !has_begun => Ok(Begun::NoSeek { seek: seek.clone() }),
        Some(_) | None => Ok(Begun::Before),
    }
}

/// Adds records to a game that has begun; its number if they were added.
pub(super) async fn add(
    link: &Link,
    batch: &Batch,
    before: Tail,
    part: i32,
) -> Result<Option<i64>, Trouble> {
    let summary = match batch.records.iter().any(Summary::is_changed_by) {
        true => summaries::after(link, batch, before.number).await?,
        false => None,
    };
    let columns = Columns::of(batch, before);
    let text = match &summary {
        Some((_, summary)) => Some(to_json(summary, batch)?),
        None => None,
    };
    let has_ended =
        matches!(&summary, Some((was_live, summary)) if *was_live && !summary.is_live());
    let players = match &summary {
        Some((_, summary)) => players_at(&summary.seats),
        None => Vec::new(),
    };
    let rows = link
        .query(
            ADD,
            &[
                &before.number,
                &signed(batch.expected),
                &&before.hash.0[..],
                &columns.seqs,
                &columns.ats,
                &columns.n_actions,
                &columns.texts,
                &columns.hashes,
                &text,
                &has_ended,
                &players,
                &part,
            ],
        )
        .await?;
    Ok(rows.first().map(|row| row.get(0)))
}

/// Adds records to a game and begins another that follows from them; both or neither.
pub(super) async fn add_and_begin(
    link: &Link,
    tails: &Mutex<TailCache>,
    batch: &Batch,
    beginning: &Batch,
    part: i32,
) -> Result<Result<(), AppendError>, Trouble> {
    let game = &batch.game;
    let known = lock(tails).tail(game);
    let looked = Look {
        game,
        a: known.and_then(|tail| tail.n_records.checked_sub(1)),
        b: batch.end().checked_sub(1),
    };
    let found = look(link, &[looked]).await?.into_iter().flatten().next();
    let actual = found.map_or(0, |found| found.tail.n_records);
    let conflict = |actual| Ok(Err(AppendError::Conflict { actual }));
    if let (Some(known), Some(found)) = (known, found) {
        let is_own = known.n_records == batch.expected && found.b == Some(known.after(batch).hash);
        if is_own {
            lock(tails).remember(game, Known::Tail(known.after(batch)));
            return Ok(Ok(()));
        }
        if found.a != Some(known.hash) {
            lock(tails).remember(game, Known::Tail(found.tail));
            return conflict(actual.min(batch.expected.saturating_sub(1)));
        }
    }
    let Some(before) = found
        .map(|found| found.tail)
        .filter(|tail| tail.n_records == batch.expected)
    else {
        return conflict(actual);
    };
    lock(tails).remember(game, Known::Tail(before));
    let both = async {
        let added = add(link, batch, before, part).await?;
        if added.is_some() {
            begin(link, beginning, &[], part).await?;
        }
        Ok(added)
    };
    match link.transact(both, Option::is_some).await {
        Ok(Some(_)) => {
            lock(tails).remember(game, Known::Tail(before.after(batch)));
            Ok(Ok(()))
        }
        Ok(None) => conflict(batch.expected + 1),
        Err(trouble) if trouble.is_duplicate() => conflict(batch.expected + 1),
        Err(trouble) => Err(trouble),
    }
}

/// Writes a game with its number.
pub(super) async fn import(link: &Link, number: i64, batch: &Batch) -> Result<(), Trouble> {
    let Some(summary) = batch.summary(0) else {
        return Ok(());
    };
    let columns = Columns::of(batch, Tail::START);
    let sql = "
        WITH made AS (
            INSERT INTO games (number, game, is_live, is_listed, summary) VALUES ($1, $2, $3, $4, $5)
        ), added AS (
            INSERT INTO records (number, seq, at, n_actions, text, hash) SELECT $1, r.*
            FROM unnest($6::bigint[], $7::bigint[], $8::integer[], $9::text[], $10::bytea[]) AS r
        )
        INSERT INTO seats (player, number) SELECT player, $1 FROM unnest($11::text[]) AS player";
    link.execute(
        sql,
        &[
            &number,
            &batch.game.as_str(),
            &summary.is_live(),
            &!summary.unlisted,
            &to_json(&summary, batch)?,
            &columns.seqs,
            &columns.ats,
            &columns.n_actions,
            &columns.texts,
            &columns.hashes,
            &players_at(&summary.seats),
        ],
    )
    .await?;
    Ok(())
}

/// Whether a game is listed as its records have it.
pub(super) async fn is_listed_rightly(link: &Link, batch: &Batch) -> Result<bool, Trouble> {
    let sql = "SELECT number, is_live, is_listed FROM games WHERE game = $1";
    let row = link.query_one(sql, &[&batch.game.as_str()]).await?;
    let (is_live, is_listed): (bool, bool) = (row.get(1), row.get(2));
    let Some(right) = batch.summary(row.get::<_, i64>(0).unsigned_abs()) else {
        return Ok(false);
    };
    match summaries::summary(link, &batch.game).await {
        Ok(Some(found)) => {
            Ok(found == right && is_live == right.is_live() && is_listed != right.unlisted)
        }
        Ok(None) | Err(Trouble::Refused { .. }) => Ok(false),
        Err(trouble @ Trouble::Lost(_)) => Err(trouble),
    }
}

/// Lists a game as its records have it.
pub(super) async fn relist(link: &Link, batch: &Batch) -> Result<(), Trouble> {
    let Some(summary) = batch.summary(0) else {
        return Ok(());
    };
    let sql = "
        WITH changed AS (
            UPDATE games SET summary = $2, is_live = $3, is_listed = $4 WHERE game = $1 RETURNING number
        )
        INSERT INTO seats (player, number) SELECT player, changed.number FROM changed, unnest($5::text[]) AS player
        ON CONFLICT DO NOTHING";
    link.execute(
        sql,
        &[
            &batch.game.as_str(),
            &to_json(&summary, batch)?,
            &summary.is_live(),
            &!summary.unlisted,
            &players_at(&summary.seats),
        ],
    )
    .await?;
    Ok(())
}

/// Removes a game with everything that belongs to it; whether there was one.
pub(super) async fn remove(
    link: &Link,
    tails: &Mutex<TailCache>,
    game: &GameId,
) -> Result<bool, Trouble> {
    let sql = "
        WITH gone AS (DELETE FROM games WHERE game = $1 RETURNING number),
        records_gone AS (DELETE FROM records USING gone WHERE records.number = gone.number),
        seats_gone AS (DELETE FROM seats USING gone WHERE seats.number = gone.number)
        SELECT number FROM gone";
    let rows = link.query(sql, &[&game.as_str()]).await?;
    lock(tails).forget(game);
    Ok(!rows.is_empty())
}
