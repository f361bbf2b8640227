//! Several nodes at once.

use std::sync::Arc;

use session::{Millis, Record};
use store::testkit::PostgresServer;
use store::{AppendError, Begun, Entry, PostgresStore, Space, Store};
use tokio::task::JoinSet;

use super::{check_chain, open_at};
use crate::support::{acted, created, game, play};

/// How many games two nodes fight for, and how long these get.
const GAMES: usize = 12;
const LENGTH: u64 = 30;

/// Adds records to a game wherever it ends, until it is long enough; how many.
async fn hammer(store: Arc<PostgresStore>, name: String, writer: u64) -> u64 {
    let (mut seq, mut n_added) = (1, 0);
    while seq < LENGTH {
        let record = Record {
            at: Millis(10_000 * writer + seq),
            ..acted(seq)
        };
        match store.append(&game(&name), seq, Arc::new([record])).await {
            Ok(()) => {
                n_added += 1;
                seq += 1;
            }
            Err(AppendError::Conflict { actual }) => {
                assert!(actual >= seq, "{name}: {actual} instead of {seq}");
                seq = actual;
            }
            Err(AppendError::Failed(error)) => panic!("{name}: {error}"),
        }
    }
    n_added
}

#[tokio::test]
async fn two_nodes_make_exactly_one_record_for_each_number() {
    let Some(server) = PostgresServer::shared("two_nodes_make_exactly_one_record") else {
        return;
    };
    let address = server.new_database();
    let nodes = [open_at(&address), open_at(&address)].map(Arc::new);
    let mut writers = JoinSet::new();
    for index in 0..GAMES {
        let name = format!("g{index}");
        play(&*nodes[index % 2], &name, 0).await;
        for (writer, node) in (1..).zip(&nodes) {
            writers.spawn(hammer(Arc::clone(node), name.clone(), writer));
        }
    }
    let added: u64 = writers.join_all().await.iter().sum();
    assert_eq!(added, GAMES as u64 * (LENGTH - 1));
    for index in 0..GAMES {
        let name = format!("g{index}");
        assert_eq!(check_chain(&*nodes[0], &name).await, LENGTH);
    }
}

/// Records that belong together are stored together while others write.
#[tokio::test]
async fn batches_of_two_nodes_do_not_mix() {
    let Some(server) = PostgresServer::shared("batches_of_two_nodes_do_not_mix") else {
        return;
    };
    let address = server.new_database();
    let nodes = [open_at(&address), open_at(&address)];
    play(&nodes[0], "g", 0).await;
    let mut seq = 1;
    for round in 0..40 {
        let batch = |n: u64, writer: u64| -> Arc<[Record]> {
            let record = |seq| Record {
                at: Millis(1000 * writer + round),
                ..acted(seq)
            };
            (seq..seq + n).map(record).collect()
        };
        let one = nodes[0].append(&game("g"), seq, batch(1, 1));
        let three = nodes[1].append(&game("g"), seq, batch(3, 2));
        seq += match (one.await, three.await) {
            (Ok(()), Err(AppendError::Conflict { .. })) => 1,
            (Err(AppendError::Conflict { .. }), Ok(())) => 3,
            other => panic!("{other:?}"),
        };
        assert_eq!(check_chain(&nodes[0], "g").await, seq);
    }
}

#[tokio::test]
async fn nodes_that_start_at_once_make_the_tables_once() {
    let Some(server) = PostgresServer::shared("nodes_that_start_at_once") else {
        return;
    };
    let address = server.new_database();
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let address = address.clone();
            std::thread::spawn(move || open_at(&address))
        })
        .collect();
    let nodes: Vec<_> = opening
        .into_iter()
        .map(|node| node.join().unwrap())
        .collect();
    let database = address.rsplit('/').next().unwrap();
    let versions = server.sql(
        database,
        "SELECT version FROM rookery_schema ORDER BY version",
    );
    assert_eq!(versions.trim(), "1");
    // What must be there once, such as a key, is made once.
    let mut made = 0;
    let key = |index: usize| Entry {
        key: "key".to_owned(),
        value: index.to_string(),
        expires: None,
    };
    let answers: Vec<_> = nodes
        .iter()
        .enumerate()
        .map(|(index, node)| node.replace(&Space::Server, None, key(index)))
        .collect();
    for answer in answers {
        made += u32::from(answer.await.unwrap());
    }
    assert_eq!(made, 1);
}

#[tokio::test]
async fn of_joining_at_one_node_and_cancelling_at_another_one_succeeds() {
    let Some(server) = PostgresServer::shared("of_joining_at_one_node") else {
        return;
    };
    let address = server.new_database();
    let nodes = [open_at(&address), open_at(&address)];
    for index in 0..30 {
        let name = format!("g{index}");
        let seek = Entry {
            key: name.clone(),
            value: "{}".to_owned(),
            expires: None,
        };
        nodes[0].put(&Space::Seeks, seek).await.unwrap();
        let first = created(&name, "ann", "bob");
        let join = nodes[index % 2].begin(first, &[game(&name)]);
        let cancel = nodes[1 - index % 2].take(&Space::Seeks, &name);
        let has_joined = join.await.unwrap() == Begun::Now;
        let has_cancelled = cancel.await.unwrap().is_some();
        assert!(has_joined != has_cancelled, "{name}: {has_joined}");
    }
}

/// What one node hears of another's records saves it a look, and is not believed if it is wrong.
#[tokio::test]
async fn a_node_goes_by_what_it_has_heard() {
    let Some(server) = PostgresServer::shared("a_node_goes_by_what_it_has_heard") else {
        return;
    };
    let address = server.new_database();
    let nodes = [open_at(&address), open_at(&address)];
    play(&nodes[0], "g", 0).await;
    nodes[1].read(&game("g"), 0).await.unwrap();
    for seq in 1..6 {
        let [writer, other] = [&nodes[seq as usize % 2], &nodes[1 - seq as usize % 2]];
        let record = acted(seq);
        let appended = writer.append(&game("g"), seq, Arc::new([record.clone()]));
        appended.await.unwrap();
        other.learn(&game("g"), &[record]);
    }
    // A record that was never stored.
    nodes[0].learn(&game("g"), &[acted(6)]);
    let lost = nodes[0].append(&game("g"), 7, Arc::new([acted(7)])).await;
    assert_eq!(lost, Err(AppendError::Conflict { actual: 6 }));
    assert_eq!(check_chain(&nodes[1], "g").await, 6);
    let appended = nodes[0].append(&game("g"), 6, Arc::new([acted(6)])).await;
    assert_eq!(appended, Ok(()));
}
