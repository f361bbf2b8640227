//! What the tests share: records of games nobody plays.

use std::path::Path;
use std::sync::Arc;

use rules::{BySeat, Reason, Seat};
use session::{
    Change, Clock, Created, Ending, GameId, Millis, PlayerId, Record, Score, Sitter, VERSION,
};
use store::testkit::FaultyStore;
use store::{AppendError, MemoryStore, SqliteStore, Store};
use tempfile::TempDir;

pub(crate) fn game(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

pub(crate) fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

pub(crate) fn sitter(name: &str) -> Sitter {
    Sitter {
        player: player(name),
        name: name.to_uppercase(),
        bot: false,
    }
}

pub(crate) fn record(seq: u64, change: Change) -> Record {
    Record {
        v: VERSION,
        seq,
        at: Millis(1000 + seq),
        by: None,
        tag: None,
        change,
    }
}

/// The first record of a game between two players; an empty name is an empty seat.
pub(crate) fn created(name: &str, white: &str, black: &str) -> Record {
    let seat = |name: &str| (!name.is_empty()).then(|| sitter(name));
    let created = Created {
        game: game(name),
        variant: "counting".to_owned(),
        rules_version: 1,
        setup: String::new(),
        preset: Some("nine".to_owned()),
        seed: 0,
        clock: Clock::Untimed,
        clock_start: session::ClockStart::default(),
        grace: None,
        seats: BySeat {
            white: seat(white),
            black: seat(black),
        },
        rematch_of: None,
        unlisted: false,
    };
    record(0, Change::Created(Box::new(created)))
}

pub(crate) fn acted(seq: u64) -> Record {
    let action = format!("a{seq}");
    let seat = Seat::White;
    record(seq, Change::Acted { seat, action })
}

pub(crate) fn ended(seq: u64) -> Record {
    let ending = Ending {
        score: Score::Draw,
        reason: Reason::new("draw_agreement"),
    };
    record(seq, Change::Ended { ending })
}

/// Stores a game of `ann` and `bob` with some actions.
pub(crate) async fn play(store: &dyn Store, name: &str, actions: u64) {
    let mut records = vec![created(name, "ann", "bob")];
    records.extend((1..=actions).map(acted));
    store.append(&game(name), 0, records.into()).await.unwrap();
}

pub(crate) async fn append(
    store: &dyn Store,
    name: &str,
    record: Record,
) -> Result<(), AppendError> {
    store
        .append(&game(name), record.seq, Arc::new([record]))
        .await
}

/// The texts of a game's records.
pub(crate) async fn texts(store: &dyn Store, name: &str) -> Vec<String> {
    let records = store.read(&game(name), 0).await.unwrap();
    records.into_iter().map(|sealed| sealed.text).collect()
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn open(folder: &TempDir) -> SqliteStore {
    SqliteStore::open(file(folder)).unwrap()
}

pub(crate) fn file(folder: &TempDir) -> impl AsRef<Path> + use<> {
    folder.path().join("games.sqlite")
}

/// A new store for a law of the contract, with what has to live as long as it.
pub(crate) fn new_memory(_law: &str) -> Option<(MemoryStore, ())> {
    Some((MemoryStore::new(), ()))
}

pub(crate) fn new_sqlite(_law: &str) -> Option<(SqliteStore, TempDir)> {
    let folder = folder();
    Some((open(&folder), folder))
}

pub(crate) fn new_faultless(_law: &str) -> Option<(FaultyStore<MemoryStore>, ())> {
    Some((FaultyStore::new(MemoryStore::new()), ()))
}
