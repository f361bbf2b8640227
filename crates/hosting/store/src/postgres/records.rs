//! Records of games, read again, and games whose records others have written.

use std::sync::Mutex;

use session::{GameId, Sealed};

use super::appends::{Look, look, signed, to_hash};
use super::link::{Link, Trouble};
use super::lock;
use super::tail_cache::{Known, Tail, TailCache};
use crate::Behind;

/// The records of a game from a sequence number on. If the record before them is not the one that is known here, there
/// are none for a caller who knows it.
pub(super) async fn read(
    link: &Link,
    tails: &Mutex<TailCache>,
    game: &GameId,
    from: u64,
) -> Result<Vec<Sealed>, Trouble> {
    let sql = "
        SELECT r.number, r.seq, r.n_actions, r.text, r.hash FROM games g JOIN records r ON r.number = g.number
        WHERE g.game = $1 AND r.seq >= $2 ORDER BY r.seq";
    let rows = link
        .query(sql, &[&game.as_str(), &signed(from.saturating_sub(1))])
        .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        let tail = Tail {
            number: row.get(0),
            n_records: row.get::<_, i64>(1).unsigned_abs() + 1,
            n_actions: row.get::<_, i32>(2).unsigned_abs(),
            hash: to_hash(row.get(4))?,
        };
        found.push((tail, row.get::<_, String>(3)));
    }
    if !note_read(&mut lock(tails), game, from, &found) {
        return Ok(Vec::new());
    }
    let wanted = found.into_iter().filter(|(tail, _)| tail.n_records > from);
    let sealed = wanted.map(|(tail, text)| Sealed {
        text,
        hash: tail.hash,
    });
    Ok(sealed.collect())
}

/// Remembers the end of what was read. Whether it continues what is known.
fn note_read(tails: &mut TailCache, game: &GameId, from: u64, found: &[(Tail, String)]) -> bool {
    let Some((last, _)) = found.last() else {
        return true;
    };
    match tails.known(game) {
        Some(Known::Rewound) => return true,
        Some(Known::Tail(known)) => {
            let same = found
                .iter()
                .find(|(tail, _)| tail.n_records == known.n_records);
            if same.is_some_and(|(tail, _)| tail.hash != known.hash) {
                tails.remember(game, Known::Rewound);
                return from == 0;
            }
            // A record that was stored since this was read is known already.
            if known.n_records > last.n_records {
                return true;
            }
        }
        None => {}
    }
    tails.remember(game, Known::Tail(*last));
    true
}

/// Which of these games have other records than the caller knows.
pub(super) async fn behind(
    link: &Link,
    tails: &Mutex<TailCache>,
    known: &[(GameId, u64)],
) -> Result<Vec<Behind>, Trouble> {
    let tails_known: Vec<Option<Known>> = {
        let mut tails = lock(tails);
        known.iter().map(|(game, _)| tails.known(game)).collect()
    };
    let is_sure = unchanged(link, known, &tails_known).await?;
    let others: Vec<usize> = (0..known.len()).filter(|index| !is_sure[*index]).collect();
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let looks: Vec<Look<'_>> = others
        .iter()
        .map(|index| Look {
            game: &known[*index].0,
            a: known[*index].1.checked_sub(1),
            b: None,
        })
        .collect();
    let found = look(link, &looks).await?;
    let mut behind = Vec::new();
    for (index, found) in others.into_iter().zip(found) {
        let (game, n_known) = &known[index];
        let n_records = found.map_or(0, |found| found.tail.n_records);
        let is_rewound = match tails_known[index] {
            Some(Known::Tail(tail)) if tail.n_records == *n_known => {
                found.and_then(|found| found.a) != Some(tail.hash)
            }
            Some(Known::Rewound) => true,
            Some(Known::Tail(_)) | None => false,
        };
        let n_records = match is_rewound {
            true => n_records.min(n_known.saturating_sub(1)),
            false => n_records,
        };
        if n_records != *n_known {
            let game = game.clone();
            behind.push(Behind { game, n_records });
        }
    }
    Ok(behind)
}

/// Which of these games surely end with the record that the caller knows.
async fn unchanged(
    link: &Link,
    known: &[(GameId, u64)],
    tails: &[Option<Known>],
) -> Result<Vec<bool>, Trouble> {
    let mut is_sure = vec![false; known.len()];
    let (mut places, mut numbers, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut hashes: Vec<&[u8]> = Vec::new();
    for (place, ((_, n_known), known)) in (0i64..).zip(known.iter().zip(tails)) {
        if let Some(Known::Tail(tail)) = known
            && tail.n_records == *n_known
        {
            places.push(place);
            numbers.push(tail.number);
            ends.push(signed(*n_known));
            hashes.push(&tail.hash.0);
        }
    }
    if places.is_empty() {
        return Ok(is_sure);
    }
    let sql = "
        SELECT k.place FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])
            AS k (place, number, n_records, hash)
        JOIN records l ON l.number = k.number AND l.seq = k.n_records - 1 AND l.hash = k.hash
        WHERE NOT EXISTS (SELECT FROM records n WHERE n.number = k.number AND n.seq = k.n_records)";
    for row in link
        .query(sql, &[&places, &numbers, &ends, &hashes])
        .await?
    {
        let place = usize::try_from(row.get::<_, i64>(0)).map_err(Trouble::refused)?;
        if let Some(is_sure) = is_sure.get_mut(place) {
            *is_sure = true;
        }
    }
    Ok(is_sure)
}
