//! What must be true in the end, whatever happened: compared with what is in the database.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use session::{Change, Record};

use crate::charges::charges;
use crate::world::{GameLog, World};

/// What was found in the database.
pub(crate) struct Found {
    pub(crate) n_games: usize,
    pub(crate) n_records: usize,
    /// The most that a move cost its player on the clock beyond the player's own time.
    pub(crate) dearest: Duration,
}

/// Compares every game with what its players were told.
pub(crate) fn judge(world: &World) -> Found {
    let stored = stored_games(world);
    let logs = world.logs.lock().unwrap();
    let mut ids = HashSet::new();
    let mut dearest = Duration::ZERO;
    for log in logs.iter() {
        assert!(ids.insert(&log.game), "{} is there twice", log.game);
        let records = stored.get(&log.game);
        let records = records.unwrap_or_else(|| panic!("{} is lost", log.game));
        judge_game(log, records);
        dearest = dearest.max(unfair_charge(log, records));
    }
    let checked = world.cluster.check();
    assert!(checked.contains(", 0 damaged"), "{checked}");
    Found {
        n_games: logs.len(),
        n_records: stored.values().map(Vec::len).sum(),
        dearest,
    }
}

/// The most that a move was charged beyond the time that passed before its player asked for it. A table asks for a move when
/// the one before is acknowledged, which may be long after the player could have known it; that is the player's own time.
fn unfair_charge(log: &GameLog, records: &[Record]) -> Duration {
    let charges: HashMap<u64, Duration> = charges(records).into_iter().collect();
    let pairs = log.acknowledged.windows(2).filter_map(|pair| {
        let own = pair[1].asked_at.duration_since(pair[0].asked_at);
        Some(charges.get(&pair[1].seq)?.saturating_sub(own))
    });
    pairs.max().unwrap_or_default()
}

/// All records in their order, by game. A game in which one is missing fails here.
pub(crate) fn stored_games(world: &World) -> BTreeMap<String, Vec<Record>> {
    let database = world.cluster.database();
    let sql =
        "SELECT g.game, r.seq, r.text FROM records r JOIN games g USING (number) ORDER BY 1, 2";
    let rows = world.cluster.postgres().sql(database, sql);
    let mut games: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    for row in rows.lines() {
        let [game, seq, text] = row.splitn(3, '|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let records = games.entry(game.to_owned()).or_default();
        assert_eq!(seq, records.len().to_string(), "{game} has a gap");
        records.push(serde_json::from_str(text).expect("a record"));
    }
    games
}

fn judge_game(log: &GameLog, records: &[Record]) {
    let game = &log.game;
    for (seq, text) in &log.records {
        let kept = usize::try_from(*seq).ok().and_then(|seq| records.get(seq));
        assert_eq!(
            kept.map(Record::to_text).as_ref(),
            Some(text),
            "{game} at {seq}"
        );
    }
    for acknowledged in &log.acknowledged {
        let kept = usize::try_from(acknowledged.seq).ok();
        let kept = kept.and_then(|seq| records.get(seq));
        let tag = kept.and_then(|record| record.tag.as_ref());
        let tag = tag.map(|tag| tag.as_str().to_owned());
        assert_eq!(tag.as_ref(), Some(&acknowledged.tag), "{game}");
    }
    let mut tags = HashSet::new();
    for tag in records.iter().filter_map(|record| record.tag.as_ref()) {
        assert!(tags.insert(tag), "{game}: {} was done twice", tag.as_str());
    }
    let is_end = |record: &&Record| matches!(record.change, Change::Ended { .. });
    let n_ends = records.iter().filter(is_end).count();
    assert_eq!(n_ends, usize::from(log.has_ended), "{game} ends once");
}
