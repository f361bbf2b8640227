//! Records on their way into the database: those of many games in one statement.
//!
//! A record is added if the one before it is the one that this node knows and nobody else has added one. Who of several
//! nodes was first is decided by the key of the table. A node that was not looks what is there; if it is the very record that
//! was to be added, the answer to an earlier attempt was lost.

use std::collections::HashSet;
use std::sync::Mutex;

use session::{GameId, Hash};

use super::link::{Link, Trouble};
use super::tail_cache::{Known, Tail, TailCache};
use super::work::Append;
use super::{games, lock};
use crate::batch::Batch;
use crate::figures::Counters;
use crate::{AppendError, StoreError, Summary};

/// One record for each of many games.
const ADD: &str = "
    INSERT INTO records (number, seq, at, n_actions, text, hash)
    SELECT r.number, r.seq, r.at, r.n_actions, r.text, r.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::bytea[], $7::bytea[])
        AS r (number, seq, at, n_actions, text, hash, before)
    JOIN records b ON b.number = r.number AND b.seq = r.seq - 1 AND b.hash = r.before
    ON CONFLICT DO NOTHING
    RETURNING number";

/// The ends of games, and the hashes of two of their records.
const LOOK: &str = "
    SELECT k.place, g.number, l.seq, l.n_actions, l.hash, a.hash, b.hash
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS k (game, a, b, place)
    JOIN games g ON g.game = k.game
    JOIN LATERAL
        (SELECT seq, n_actions, hash FROM records WHERE number = g.number ORDER BY seq DESC LIMIT 1) l ON true
    LEFT JOIN records a ON a.number = g.number AND a.seq = k.a
    LEFT JOIN records b ON b.number = g.number AND b.seq = k.b";

/// What to look for: two records by their numbers in the game.
pub(super) struct Look<'a> {
    pub(super) game: &'a GameId,
    pub(super) a: Option<u64>,
    pub(super) b: Option<u64>,
}

/// What was found of a game.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) tail: Tail,
    pub(super) a: Option<Hash>,
    pub(super) b: Option<Hash>,
}

/// Looks at games; what is not there has nothing.
pub(super) async fn look(link: &Link, looks: &[Look<'_>]) -> Result<Vec<Option<Found>>, Trouble> {
    let seq = |seq: Option<u64>| seq.map_or(-1, signed);
    let games: Vec<&str> = looks.iter().map(|look| look.game.as_str()).collect();
    let a: Vec<i64> = looks.iter().map(|look| seq(look.a)).collect();
    let b: Vec<i64> = looks.iter().map(|look| seq(look.b)).collect();
    let mut found = vec![None; looks.len()];
    for row in link.query(LOOK, &[&games, &a, &b]).await? {
        let place = usize::try_from(row.get::<_, i64>(0) - 1).map_err(Trouble::refused)?;
        if let Some(found) = found.get_mut(place) {
            let hash = |column: usize| row.get::<_, Option<&[u8]>>(column).map(to_hash).transpose();
            *found = Some(Found {
                tail: Tail {
                    number: row.get(1),
                    n_records: row.get::<_, i64>(2).unsigned_abs() + 1,
                    n_actions: row.get::<_, i32>(3).unsigned_abs(),
                    hash: to_hash(row.get(4))?,
                },
                a: hash(5)?,
                b: hash(6)?,
            });
        }
    }
    Ok(found)
}

pub(super) fn to_hash(bytes: &[u8]) -> Result<Hash, Trouble> {
    bytes.try_into().map(Hash).map_err(Trouble::refused)
}

/// Numbers of the database are signed; nothing here is that great.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Records, with the end of the game before and after them.
struct Ready {
    append: Append,
    before: Tail,
    after: Tail,
}

impl Ready {
    fn new(append: Append, before: Tail) -> Ready {
        let after = before.after(&append.batch);
        Ready {
            append,
            before,
            after,
        }
    }

    /// Whether it can share the statement for single records.
    fn is_simple(&self) -> bool {
        let records = &self.append.batch.records;
        matches!(&records[..], [record] if !Summary::is_changed_by(record))
    }
}

/// What has no answer yet, and why.
pub(super) struct Unanswered {
    pub(super) appends: Vec<Append>,
    pub(super) trouble: Trouble,
}

/// Adds records to different games.
pub(super) struct Appender<'a> {
    pub(super) link: &'a Link,
    pub(super) tails: &'a Mutex<TailCache>,
    /// The part of counters to which this node adds.
    pub(super) part: i32,
    pub(super) counters: &'a Counters,
}

impl Appender<'_> {
    fn answer(&self, append: Append, answer: Result<(), AppendError>) {
        if matches!(answer, Err(AppendError::Conflict { .. })) {
            self.counters.conflict();
        }
        append.answer(answer);
    }

    /// Answers all of these, unless the connection is lost.
    pub(super) async fn append(&self, appends: Vec<Append>) -> Result<(), Unanswered> {
        let (mut ready, unknown) = self.sort(appends);
        if !unknown.is_empty() {
            match self.find(unknown).await {
                Ok(found) => ready.extend(found),
                Err(mut lost) => {
                    lost.appends.extend(to_appends(ready));
                    return Err(lost);
                }
            }
        }
        let (mut simple, others): (Vec<_>, Vec<_>) = ready.into_iter().partition(Ready::is_simple);
        // All writers take games in the same order, so that no two wait for each other.
        simple.sort_by_key(|ready| ready.before.number);
        if let Err(mut lost) = self.add(simple).await {
            lost.appends.extend(to_appends(others));
            return Err(lost);
        }
        let mut others = others.into_iter();
        while let Some(ready) = others.next() {
            if let Err(mut lost) = self.add_carefully(ready).await {
                lost.appends.extend(to_appends(others));
                return Err(lost);
            }
        }
        Ok(())
    }

    /// Those for games whose ends are known as the callers know them, and the others.
    fn sort(&self, appends: Vec<Append>) -> (Vec<Ready>, Vec<Append>) {
        let mut tails = lock(self.tails);
        let (mut ready, mut unknown) = (Vec::new(), Vec::new());
        for append in appends {
            // Whether what was tried has happened is told only by what was tried.
            match append.tried.or_else(|| tails.tail(&append.batch.game)) {
                Some(tail) if tail.n_records == append.batch.expected => {
                    ready.push(Ready::new(append, tail));
                }
                Some(_) | None => unknown.push(append),
            }
        }
        (ready, unknown)
    }

    /// Looks for the ends of games. Those that are not as expected are answered.
    async fn find(&self, appends: Vec<Append>) -> Result<Vec<Ready>, Unanswered> {
        let known: Vec<Option<Known>> = {
            let mut tails = lock(self.tails);
            let games = appends.iter().map(|append| &append.batch.game);
            games.map(|game| tails.known(game)).collect()
        };
        let looks: Vec<Look<'_>> = appends
            .iter()
            .zip(&known)
            .map(|(append, known)| Look {
                game: &append.batch.game,
                a: last_known(*known),
                b: append.batch.end().checked_sub(1),
            })
            .collect();
        let found = match look(self.link, &looks).await {
            Ok(found) => found,
            Err(trouble) => return give_up(appends, trouble),
        };
        let mut ready = Vec::new();
        for ((append, known), found) in appends.into_iter().zip(known).zip(found) {
            ready.extend(self.judge(append, known, found));
        }
        Ok(ready)
    }

    /// Compares what was found of a game with what is known of it and with what its caller expects.
    fn judge(&self, append: Append, known: Option<Known>, found: Option<Found>) -> Option<Ready> {
        let Batch { game, expected, .. } = &append.batch;
        let (tail, is_rewound) = match (known, found) {
            (Some(Known::Rewound), found) => (found.map(|found| found.tail), true),
            (Some(Known::Tail(known)), Some(found)) => {
                (Some(found.tail), found.a != Some(known.hash))
            }
            (Some(Known::Tail(_)), None) => (None, true),
            (None, found) => (found.map(|found| found.tail), false),
        };
        let n_records = tail.map_or(0, |tail| tail.n_records);
        let mut tails = lock(self.tails);
        match tail {
            Some(tail) => tails.remember(game, Known::Tail(tail)),
            None => tails.forget(game),
        }
        if is_rewound && *expected > 0 {
            let actual = n_records.min(expected - 1);
            self.answer(append, Err(AppendError::Conflict { actual }));
            return None;
        }
        if n_records != *expected {
            self.answer(append, Err(AppendError::Conflict { actual: n_records }));
            return None;
        }
        Some(Ready::new(append, tail.unwrap_or(Tail::START)))
    }

    /// Adds one record to each of these games.
    async fn add(&self, group: Vec<Ready>) -> Result<(), Unanswered> {
        if group.is_empty() {
            return Ok(());
        }
        let stored = match self.insert(&group).await {
            Ok(stored) => stored,
            Err(trouble @ Trouble::Lost(_)) => return give_up(to_appends(group), trouble),
            Err(trouble @ Trouble::Refused { .. }) => return self.add_each(group, trouble).await,
        };
        #[cfg(feature = "testkit")]
        crate::testkit::die_if_due(stored.len());
        let is_stored = |ready: &Ready| stored.contains(&ready.before.number);
        let (stored, others): (Vec<_>, Vec<_>) = group.into_iter().partition(is_stored);
        {
            let mut tails = lock(self.tails);
            for ready in &stored {
                tails.remember(&ready.append.batch.game, Known::Tail(ready.after));
            }
        }
        for ready in stored {
            ready.append.answer(Ok(()));
        }
        self.explain(others, None).await
    }

    /// What cannot be added does not keep back what can.
    async fn add_each(&self, group: Vec<Ready>, trouble: Trouble) -> Result<(), Unanswered> {
        if group.len() == 1 {
            return self.explain(group, Some(trouble)).await;
        }
        let mut group = group.into_iter();
        while let Some(ready) = group.next() {
            if let Err(mut lost) = Box::pin(self.add(vec![ready])).await {
                lost.appends.extend(to_appends(group));
                return Err(lost);
            }
        }
        Ok(())
    }

    async fn insert(&self, group: &[Ready]) -> Result<HashSet<i64>, Trouble> {
        let n = group.len();
        let mut numbers = Vec::with_capacity(n);
        let mut seqs = Vec::with_capacity(n);
        let mut ats = Vec::with_capacity(n);
        let mut n_actions = Vec::with_capacity(n);
        let mut texts: Vec<&str> = Vec::with_capacity(n);
        let mut hashes: Vec<&[u8]> = Vec::with_capacity(n);
        let mut befores: Vec<&[u8]> = Vec::with_capacity(n);
        for ready in group {
            let batch = &ready.append.batch;
            for (record, text) in batch.records.iter().zip(&batch.texts) {
                numbers.push(ready.before.number);
                seqs.push(signed(record.seq));
                ats.push(signed(record.at.0));
                n_actions.push(ready.after.n_actions.cast_signed());
                texts.push(text);
                hashes.push(&ready.after.hash.0);
                befores.push(&ready.before.hash.0);
            }
        }
        let rows = self
            .link
            .query(
                ADD,
                &[&numbers, &seqs, &ats, &n_actions, &texts, &hashes, &befores],
            )
            .await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Adds records that belong together, or that change how the game is listed, or begin it.
    async fn add_carefully(&self, ready: Ready) -> Result<(), Unanswered> {
        let batch = &ready.append.batch;
        if batch.records.is_empty() {
            ready.append.answer(Ok(()));
            return Ok(());
        }
        let added = match ready.before.n_records {
            0 => games::begin(self.link, batch, &[], self.part)
                .await
                .map(|begun| begun.number),
            _ => games::add(self.link, batch, ready.before, self.part).await,
        };
        match added {
            Ok(Some(number)) => {
                let after = Tail {
                    number,
                    ..ready.after
                };
                lock(self.tails).remember(&batch.game, Known::Tail(after));
                ready.append.answer(Ok(()));
                Ok(())
            }
            Ok(None) => self.explain(vec![ready], None).await,
            Err(trouble @ Trouble::Lost(_)) => give_up(to_appends([ready]), trouble),
            Err(trouble @ Trouble::Refused { .. }) => {
                self.explain(vec![ready], Some(trouble)).await
            }
        }
    }

    /// Finds out why records were not added: they are there already, or others, or not even those before them.
    async fn explain(&self, group: Vec<Ready>, trouble: Option<Trouble>) -> Result<(), Unanswered> {
        if group.is_empty() {
            return Ok(());
        }
        let looks: Vec<Look<'_>> = group
            .iter()
            .map(|ready| Look {
                game: &ready.append.batch.game,
                a: ready.append.batch.expected.checked_sub(1),
                b: ready.append.batch.end().checked_sub(1),
            })
            .collect();
        let found = match look(self.link, &looks).await {
            Ok(found) => found,
            Err(lost @ Trouble::Lost(_)) => return give_up(to_appends(group), lost),
            Err(refused @ Trouble::Refused { .. }) => {
                for ready in group {
                    let error = StoreError::from(refused.clone());
                    ready.append.answer(Err(error.into()));
                }
                return Ok(());
            }
        };
        for (ready, found) in group.into_iter().zip(found) {
            let answer = self.explanation(&ready, found, trouble.clone());
            self.answer(ready.append, answer);
        }
        Ok(())
    }

    fn explanation(
        &self,
        ready: &Ready,
        found: Option<Found>,
        trouble: Option<Trouble>,
    ) -> Result<(), AppendError> {
        let Batch { game, expected, .. } = &ready.append.batch;
        let mut tails = lock(self.tails);
        match &found {
            Some(found) => tails.remember(game, Known::Tail(found.tail)),
            None => tails.forget(game),
        }
        let actual = found.map_or(0, |found| found.tail.n_records);
        let (a, b) = found.map_or((None, None), |found| (found.a, found.b));
        if b == Some(ready.after.hash) {
            return Ok(());
        }
        if *expected > 0 && a != Some(ready.before.hash) {
            let actual = actual.min(expected - 1);
            return Err(AppendError::Conflict { actual });
        }
        match trouble {
            Some(trouble) if actual == *expected => Err(StoreError::from(trouble).into()),
            Some(_) | None => Err(AppendError::Conflict { actual }),
        }
    }
}

fn last_known(known: Option<Known>) -> Option<u64> {
    match known {
        Some(Known::Tail(tail)) => tail.n_records.checked_sub(1),
        Some(Known::Rewound) | None => None,
    }
}

fn to_appends(group: impl IntoIterator<Item = Ready>) -> Vec<Append> {
    let to_append = |ready: Ready| {
        let mut append = ready.append;
        append.tried = Some(ready.before);
        append
    };
    group.into_iter().map(to_append).collect()
}

/// Without a connection nothing more can be said. If the database has refused even a look, that is the answer.
fn give_up<T>(appends: Vec<Append>, trouble: Trouble) -> Result<T, Unanswered> {
    Err(Unanswered { appends, trouble })
}
