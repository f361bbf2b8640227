//! Many games share one wait for the disk.

use std::sync::Arc;

use rusqlite::Connection;
use store::Store;

use crate::support::{acted, append, created, file, folder, game, open, texts};

/// Another program holds the database while work arrives; then all of it is one commit.
#[tokio::test]
async fn work_that_arrives_meanwhile_shares_a_commit() {
    let folder = folder();
    let store = open(&folder);
    let other = Connection::open(file(&folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let names: Vec<String> = (0..100).map(|n| format!("g{n}")).collect();
    let answers: Vec<_> = names
        .iter()
        .map(|name| store.append(&game(name), 0, Arc::new([created(name, "ann", "bob")])))
        .collect();
    other.execute_batch("ROLLBACK").unwrap();
    for answer in answers {
        answer.await.unwrap();
    }
    let effort = store.effort();
    assert_eq!(effort.writes, 100);
    assert!(effort.commits <= 2, "{effort:?}");
}

/// In one commit there may be several records of the same game, and writers that lose.
#[tokio::test]
async fn order_holds_within_a_commit() {
    let folder = folder();
    let store = open(&folder);
    append(&store, "g", created("g", "ann", "bob"))
        .await
        .unwrap();
    let answers: Vec<_> = [1, 2, 2, 3, 1, 4]
        .map(|seq| store.append(&game("g"), seq, Arc::new([acted(seq)])))
        .into();
    let mut stored = Vec::new();
    for answer in answers {
        stored.push(answer.await.is_ok());
    }
    assert_eq!(stored, [true, true, false, true, false, true]);
    assert_eq!(texts(&store, "g").await.len(), 5);
}

#[tokio::test]
async fn a_lone_write_waits_for_nobody() {
    let folder = folder();
    let store = open(&folder);
    append(&store, "g", created("g", "ann", "bob"))
        .await
        .unwrap();
    for seq in 1..=10 {
        append(&store, "g", acted(seq)).await.unwrap();
    }
    let effort = store.effort();
    assert_eq!((effort.commits, effort.writes), (11, 11));
}

/// A caller that stops waiting for an answer has still handed over the work.
#[tokio::test]
async fn a_dropped_answer_is_not_a_dropped_write() {
    let folder = folder();
    let store = open(&folder);
    drop(store.append(&game("g"), 0, Arc::new([created("g", "ann", "bob")])));
    append(&store, "g", acted(1)).await.unwrap();
    assert_eq!(texts(&store, "g").await.len(), 2);
}
