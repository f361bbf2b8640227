//! What holds of all that is stored in the end, against what was said.

use std::collections::BTreeMap;

use rules::Variants;
use session::{Change, GameId, Hash, PlayerId, Record, Sealed, Session, Tag};
use store::MemoryStore;

use super::{clocks, pairing, read, stored};
use crate::ledger::{Asked, Ledger, fingerprint};
use crate::world::World;

/// Everything that is stored, by game.
pub(crate) type Games = BTreeMap<GameId, Vec<Record>>;

/// Judges what is on the disk in the end.
pub(crate) fn check_records(world: &World, memory: &MemoryStore, variants: &Variants) {
    let names: Vec<GameId> = world.ledger().games.iter().cloned().collect();
    let mut games = Games::new();
    for game in names {
        let sealed = stored(memory, &game);
        check_told(world, &game, &sealed);
        if sealed.is_empty() {
            continue;
        }
        check_chain(world, &game, &sealed);
        let Some(records) = read(&sealed) else {
            world.broken("records can be read", format_args!("{game}"));
            continue;
        };
        match Session::replay(&records, &variants.lookup()) {
            Ok(_) => clocks::check(world, &game, &records, variants),
            Err(error) => world.broken("records can be replayed", format_args!("{game}: {error}")),
        }
        check_end(world, &game, &records);
        check_tags(world, &game, &records);
        games.insert(game, records);
    }
    check_asks(world, &games);
    pairing::check(world, &games);
}

/// Nothing is told that is not stored.
fn check_told(world: &World, game: &GameId, sealed: &[Sealed]) {
    let is_stored = |seq: u64, hash: u64| {
        let record = usize::try_from(seq).ok().and_then(|seq| sealed.get(seq));
        record.is_some_and(|record| fingerprint(&record.text) == hash)
    };
    let wrong = {
        let ledger = world.ledger();
        let told = ledger.told.get(game);
        let mut told = told.into_iter().flatten();
        told.find(|&(&seq, &hash)| !is_stored(seq, hash))
            .map(|(seq, _)| *seq)
    };
    if let Some(seq) = wrong {
        world.broken(
            "what is told is stored",
            format_args!("{game}, record {seq}"),
        );
    }
}

fn check_chain(world: &World, game: &GameId, sealed: &[Sealed]) {
    let mut hash = Hash::START;
    for (seq, record) in sealed.iter().enumerate() {
        hash = hash.next(&record.text);
        if hash != record.hash {
            world.broken("records verify", format_args!("{game}, record {seq}"));
        }
    }
}

/// A game ends once, and afterwards nobody acts.
fn check_end(world: &World, game: &GameId, records: &[Record]) {
    let is_end = |record: &&Record| matches!(record.change, Change::Ended { .. });
    if records.iter().filter(is_end).count() > 1 {
        world.broken("a game ends once", format_args!("{game}"));
    }
    let after = records.iter().skip_while(|record| !is_end(record));
    let is_action = |record: &Record| matches!(record.change, Change::Acted { .. });
    if after.into_iter().any(is_action) {
        world.broken("nobody acts after the end", format_args!("{game}"));
    }
}

/// A request makes records once, however often it arrives.
fn check_tags(world: &World, game: &GameId, records: &[Record]) {
    let mut seen: BTreeMap<(&PlayerId, &Tag), u64> = BTreeMap::new();
    for record in records {
        if let (Some(by), Some(tag)) = (&record.by, &record.tag)
            && let Some(before) = seen.insert((by, tag), record.seq)
        {
            world.broken(
                "nothing is doubled",
                format_args!("{game}: {tag} made records {before} and {}", record.seq),
            );
        }
    }
}

/// What was acknowledged is stored, a resend got the same answer, and what was refused has changed nothing.
fn check_asks(world: &World, games: &Games) {
    let ledger = world.ledger();
    let wrong = ledger.asks.iter().find_map(|(key, asked)| {
        let flaw = flaw_of_ask(games, key, asked)?;
        Some(format!("{} {} in {}: {flaw}", key.0, key.1, asked.game))
    });
    drop(ledger);
    if let Some(wrong) = wrong {
        world.broken("answers are true", format_args!("{wrong}"));
    }
}

fn flaw_of_ask(games: &Games, key: &(PlayerId, Tag), asked: &Asked) -> Option<String> {
    let (player, tag) = key;
    let records = games.get(&asked.game).map_or(&[][..], Vec::as_slice);
    let is_own =
        |record: &Record| record.by.as_ref() == Some(player) && record.tag.as_ref() == Some(tag);
    let made = records.iter().find(|record| is_own(record));
    if asked.is_refused_after_all {
        return Some("done, and refused when it was asked again".to_owned());
    }
    match (asked.seqs.first(), made) {
        (Some(first), _) if asked.seqs.iter().any(|seq| seq != first) => {
            Some(format!("answered with records {:?}", asked.seqs))
        }
        (Some(first), Some(record)) if record.seq == *first => None,
        (Some(first), _) => Some(format!("acknowledged as record {first}, which it is not")),
        (None, Some(record)) if !asked.is_unsure => {
            Some(format!("refused, but record {} was made", record.seq))
        }
        (None, Some(_) | None) => None,
    }
}

/// Whether a player sits in a stored game.
pub(crate) fn sits(games: &Games, game: &GameId, player: &PlayerId) -> Option<rules::Seat> {
    let Change::Created(created) = &games.get(game)?.first()?.change else {
        return None;
    };
    let has = |seat: &rules::Seat| {
        let sitter = created.seats[*seat].as_ref();
        sitter.is_some_and(|sitter| sitter.player == *player)
    };
    rules::Seat::BOTH.into_iter().find(has)
}

/// Keeps the borrow of a ledger short.
pub(crate) fn with<T>(world: &World, look: impl FnOnce(&Ledger) -> T) -> T {
    look(&world.ledger())
}
