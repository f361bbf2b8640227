//! A store that fails says so, loses nothing, and works again when the cause is gone.

use std::sync::Arc;

use rusqlite::Connection;
use store::testkit::{Fault, FaultyStore};
use store::{AppendError, Entry, MemoryStore, Space, SqliteStore, Store, StoreError};

use crate::support::{acted, append, created, file, folder, game, open, play, texts};

fn failed(outcome: &Result<(), AppendError>) -> bool {
    matches!(outcome, Err(AppendError::Failed(StoreError::Failed { .. })))
}

/// Fills the database until it has no room, as a full disk would; `max_page_count` is that disk.
#[tokio::test]
async fn a_full_disk_loses_nothing_and_recovers() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "g", 3).await;
    let before = texts(&store, "g").await;
    store.limit_size(Some(1)).await.unwrap();
    let big = Entry {
        key: "big".to_owned(),
        value: "x".repeat(1_000_000),
        expires: None,
    };
    let refused = store.put(&Space::Server, big.clone()).await;
    assert!(
        matches!(refused, Err(StoreError::Failed { .. })),
        "{refused:?}"
    );
    assert_eq!(store.get(&Space::Server, "big").await, Ok(None));
    assert_eq!(texts(&store, "g").await, before);
    store.limit_size(None).await.unwrap();
    store.put(&Space::Server, big).await.unwrap();
    append(&store, "g", acted(4)).await.unwrap();
    drop(store);
    let reopened = open(&folder);
    assert_eq!(texts(&reopened, "g").await.len(), 5);
}

/// What cannot be written does not take down what can, although both arrived together.
#[tokio::test]
async fn a_failing_write_does_not_hurt_its_neighbours() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "g", 1).await;
    store.limit_size(Some(40)).await.unwrap();
    let other = Connection::open(file(&folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let small = store.append(&game("g"), 2, Arc::new([acted(2)]));
    let big = Entry {
        key: "big".to_owned(),
        value: "x".repeat(1_000_000),
        expires: None,
    };
    let big = store.put(&Space::Server, big);
    let after = store.append(&game("g"), 3, Arc::new([acted(3)]));
    other.execute_batch("ROLLBACK").unwrap();
    small.await.unwrap();
    assert!(big.await.is_err());
    after.await.unwrap();
    assert_eq!(texts(&store, "g").await.len(), 4);
}

#[tokio::test]
async fn a_database_held_by_another_program_is_a_failure_that_passes() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "g", 1).await;
    let other = Connection::open(file(&folder)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Reading goes on: in a write-ahead log readers do not wait for writers.
    assert_eq!(texts(&store, "g").await.len(), 2);
    let outcome = append(&store, "g", acted(2)).await;
    assert!(failed(&outcome), "{outcome:?}");
    other.execute_batch("ROLLBACK").unwrap();
    append(&store, "g", acted(2)).await.unwrap();
}

/// More work than the store can hold is refused at once, instead of growing the queue or making anybody
/// wait; what was taken over is done.
#[tokio::test]
async fn too_much_work_is_refused() {
    let folder = folder();
    let store = open(&folder);
    let other = Connection::open(file(&folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let names: Vec<String> = (0..10_000).map(|n| format!("g{n}")).collect();
    let hand_over =
        |name: &String| store.append(&game(name), 0, Arc::new([created(name, "ann", "bob")]));
    let answers: Vec<_> = names.iter().map(hand_over).collect();
    other.execute_batch("ROLLBACK").unwrap();
    let mut n_stored = 0;
    for answer in answers {
        match answer.await {
            Ok(()) => n_stored += 1,
            Err(error) => assert_eq!(error, AppendError::Failed(StoreError::Overloaded)),
        }
    }
    assert!((8_000..10_000).contains(&n_stored), "{n_stored}");
    assert_eq!(store.effort().writes, n_stored);
    append(&store, "late", created("late", "ann", "bob"))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_faulty_store_does_nothing_and_recovers() {
    let store = FaultyStore::new(MemoryStore::new());
    play(&store, "g", 1).await;
    store.set_fault(Fault::Refuse);
    assert!(failed(&append(&store, "g", acted(2)).await));
    assert!(store.read(&game("g"), 0).await.is_err());
    store.set_fault(Fault::None);
    assert_eq!(texts(&store, "g").await.len(), 2);
    append(&store, "g", acted(2)).await.unwrap();
}

/// The worst failure: it was done, but nobody said so. The sequence number keeps it from being done
/// twice.
#[tokio::test]
async fn a_lost_answer_shows_as_a_conflict() {
    let store = FaultyStore::new(MemoryStore::new());
    play(&store, "g", 1).await;
    store.set_fault(Fault::LoseAnswer);
    assert!(failed(&append(&store, "g", acted(2)).await));
    store.set_fault(Fault::None);
    let again = append(&store, "g", acted(2)).await;
    assert_eq!(again, Err(AppendError::Conflict { actual: 3 }));
}

#[tokio::test]
async fn files_of_others_are_left_alone() {
    let folder = folder();
    let foreign = folder.path().join("foreign.sqlite");
    let connection = Connection::open(&foreign).unwrap();
    connection.execute_batch("CREATE TABLE theirs (x)").unwrap();
    drop(connection);
    assert!(SqliteStore::open(&foreign).is_err());
    let text = folder.path().join("text");
    std::fs::write(&text, "no database".repeat(100)).unwrap();
    assert!(SqliteStore::open(&text).is_err());
    assert_eq!(
        std::fs::read_to_string(&text).unwrap(),
        "no database".repeat(100)
    );
    assert!(SqliteStore::open(folder.path().join("no/such/folder")).is_err());
}

#[tokio::test]
async fn newer_databases_are_left_alone() {
    let folder = folder();
    drop(open(&folder));
    let connection = Connection::open(file(&folder)).unwrap();
    connection.pragma_update(None, "user_version", 999).unwrap();
    drop(connection);
    let error = SqliteStore::open(file(&folder)).err().unwrap();
    assert!(error.to_string().contains("newer"), "{error}");
}

/// A record that a store cannot write must not stop the thread that writes.
#[tokio::test]
async fn a_time_beyond_the_database_is_an_error() {
    let folder = folder();
    let store = open(&folder);
    let mut late = created("g", "ann", "bob");
    late.at = session::Millis(u64::MAX);
    assert!(failed(&append(&store, "g", late).await));
    append(&store, "g", created("g", "ann", "bob"))
        .await
        .unwrap();
}
