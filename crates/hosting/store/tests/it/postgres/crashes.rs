//! Connections that are lost, and servers that crash.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use store::testkit::PostgresServer;
use store::{AppendError, PostgresStore, Store, StoreError};
use tokio::task::JoinSet;

use super::{check_chain, open_at};
use crate::support::{acted, append, game, play, player};

const GAMES: u64 = 12;

/// Plays on until it is told to stop; how many records were acknowledged. After a failure it reads what is there.
async fn play_on(
    store: Arc<PostgresStore>,
    name: String,
    n_acknowledged: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
) -> u64 {
    let mut seq = 1;
    while !stop.load(Ordering::SeqCst) {
        match append(&*store, &name, acted(seq)).await {
            Ok(()) => {
                n_acknowledged.fetch_add(1, Ordering::SeqCst);
                seq += 1;
            }
            // Nobody else writes, so a record that is there is one of ours.
            Err(AppendError::Conflict { actual }) => panic!("{name}: {actual} instead of {seq}"),
            Err(AppendError::Failed(_)) => {
                if let Ok(records) = store.read(&game(&name), 0).await {
                    seq = seq.max(records.len() as u64);
                }
            }
        }
    }
    seq
}

async fn wait_for(n_acknowledged: &AtomicU64, more: u64) {
    let before = n_acknowledged.load(Ordering::SeqCst);
    while n_acknowledged.load(Ordering::SeqCst) < before + more {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn check(store: &dyn Store, name: &str, n_acknowledged: u64) {
    let n_records = check_chain(store, name).await;
    assert!(
        n_records >= n_acknowledged,
        "{name}: {n_records} of {n_acknowledged}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_server_crashes() {
    let test = "nothing_acknowledged_is_lost_when_the_server_crashes";
    let Some(mut server) = PostgresServer::own(test, &[]) else {
        return;
    };
    let store = Arc::new(open_at(&server.new_database()));
    let (n_acknowledged, stop) = (
        Arc::new(AtomicU64::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let mut players = JoinSet::new();
    for index in 0..GAMES {
        let name = format!("g{index}");
        play(&*store, &name, 0).await;
        let played = play_on(
            Arc::clone(&store),
            name.clone(),
            Arc::clone(&n_acknowledged),
            Arc::clone(&stop),
        );
        players.spawn(async move { (name, played.await) });
    }
    for _ in 0..3 {
        wait_for(&n_acknowledged, 200).await;
        server.crash();
        server.start_again();
    }
    wait_for(&n_acknowledged, 200).await;
    stop.store(true, Ordering::SeqCst);
    let played = players.join_all().await;
    assert!(store.connections_lost() >= 3);
    for (name, n_records) in &played {
        check(&*store, name, *n_records).await;
    }
}

/// Connections that end between two statements, or in the middle of one, come back without anybody noticing.
#[tokio::test]
async fn a_lost_connection_comes_back() {
    let Some(server) = PostgresServer::shared("a_lost_connection_comes_back") else {
        return;
    };
    let address = server.new_database();
    let database = address.rsplit('/').next().unwrap();
    let store = open_at(&address);
    play(&store, "g", 0).await;
    let end_all = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{database}'"
    );
    for seq in 1..6 {
        server.sql("postgres", &end_all);
        assert_eq!(append(&store, "g", acted(seq)).await, Ok(()));
        let records = store.read(&game("g"), 0).await.unwrap();
        assert_eq!(records.len() as u64, seq + 1);
    }
}

/// While the database is away, work waits for it a few seconds and then fails; when it is back, all is well.
#[tokio::test]
async fn an_outage_is_survived() {
    let Some(mut server) = PostgresServer::own("an_outage_is_survived", &[]) else {
        return;
    };
    let store = open_at(&server.new_database());
    play(&store, "g", 0).await;
    let node = store::NodeId::new("n").unwrap();
    let beat = || store::Beat {
        node: node.clone(),
        at: session::Millis(1),
        about: String::new(),
    };
    store.beat(beat()).await.unwrap();
    store.see(&node, &[player("ann")], &[]).await.unwrap();
    server.crash();
    let (written, read) = tokio::join!(append(&store, "g", acted(1)), store.summary(&game("g")),);
    assert!(
        matches!(written, Err(AppendError::Failed(StoreError::Failed { .. }))),
        "{written:?}"
    );
    assert!(matches!(read, Err(StoreError::Failed { .. })), "{read:?}");
    server.start_again();
    let mut written = append(&store, "g", acted(1)).await;
    while matches!(written, Err(AppendError::Failed(_))) {
        written = append(&store, "g", acted(1)).await;
    }
    assert_eq!(written, Ok(()));
    // Who is where is said again by itself: a crash makes the database forget it.
    store.beat(beat()).await.unwrap();
    let present = store.present(&[player("ann")], session::Millis(60_000));
    assert_eq!(present.await.unwrap().len(), 1);
}

/// A node that stands still in the middle of a transaction keeps others from writing only until the server ends it.
#[tokio::test]
async fn a_frozen_transaction_is_ended_by_the_server() {
    let Some(server) = PostgresServer::shared("a_frozen_transaction_is_ended") else {
        return;
    };
    let address = server.new_database();
    let (frozen, other) = (open_at(&address), open_at(&address));
    play(&frozen, "g", 0).await;
    let standing = frozen.freeze(&game("g"), acted(1), Duration::from_secs(4));
    // The other node writes once the first holds the key, which nobody can see from outside but by waiting for it.
    let database = address.rsplit('/').next().unwrap();
    let standing_still = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}' AND state = 'idle in transaction'"
    );
    while server.sql("postgres", &standing_still).trim() != "1" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(append(&other, "g", acted(1)).await, Ok(()));
    assert!(standing.await.is_err());
    // The first node has a new connection, and learns that the other was faster.
    let lost = append(&frozen, "g", acted(1)).await;
    assert_eq!(lost, Ok(()), "it is the same record");
    let lost = append(&frozen, "g", crate::support::ended(1)).await;
    assert_eq!(lost, Err(AppendError::Conflict { actual: 2 }));
    check(&other, "g", 2).await;
}
