//! A database that has lost transactions, as one has that takes over without the last of them.

use session::{Millis, Record};
use store::testkit::PostgresServer;
use store::{AppendError, Behind, Store};

use super::open_at;
use crate::support::{acted, append, game, play, texts};

/// The last records of a game vanish.
fn lose(server: &PostgresServer, address: &str, from: u64) {
    let database = address.rsplit('/').next().unwrap();
    server.sql(
        database,
        &format!("DELETE FROM records WHERE seq >= {from}"),
    );
}

fn other(seq: u64) -> Record {
    Record {
        at: Millis(99_000 + seq),
        ..acted(seq)
    }
}

#[tokio::test]
async fn lost_records_are_noticed() {
    let Some(server) = PostgresServer::shared("lost_records_are_noticed") else {
        return;
    };
    let address = server.new_database();
    let store = open_at(&address);
    play(&store, "g", 5).await;
    lose(server, &address, 4);
    let n_records = 4;
    let behind = store.behind(&[(game("g"), 6)]).await.unwrap();
    let game_behind = Behind {
        game: game("g"),
        n_records,
    };
    assert_eq!(behind, [game_behind]);
    let lost = append(&store, "g", acted(6)).await;
    assert_eq!(lost, Err(AppendError::Conflict { actual: 4 }));
    assert_eq!(texts(&store, "g").await.len(), 4);
    append(&store, "g", other(4)).await.unwrap();
    append(&store, "g", other(5)).await.unwrap();
}

/// Another node has gone on from what was left, and the game is as long as before.
#[tokio::test]
async fn other_records_in_the_place_of_lost_ones_are_noticed() {
    let Some(server) = PostgresServer::shared("other_records_in_the_place_of_lost_ones") else {
        return;
    };
    let address = server.new_database();
    let (store, elsewhere) = (open_at(&address), open_at(&address));
    play(&store, "g", 5).await;
    lose(server, &address, 4);
    for seq in 4..8 {
        append(&elsewhere, "g", other(seq)).await.unwrap();
    }
    // What comes after the records that this node knows does not follow from them.
    assert_eq!(store.read(&game("g"), 6).await, Ok(Vec::new()));
    let behind = store.behind(&[(game("g"), 6)]).await.unwrap();
    assert!(behind[0].n_records < 6, "{behind:?}");
    // Nor can anything be added to them, also after somebody else has looked at the game.
    assert_eq!(texts(&store, "g").await.len(), 8);
    let lost = append(&store, "g", acted(6)).await;
    let Err(AppendError::Conflict { actual }) = lost else {
        panic!("{lost:?}");
    };
    assert!(actual < 6, "{actual}");
    // A node that has read it again goes on.
    assert_eq!(store.read(&game("g"), 0).await.unwrap().len(), 8);
    append(&store, "g", acted(8)).await.unwrap();
    assert_eq!(texts(&elsewhere, "g").await.len(), 9);
}

/// The same number of records, but others.
#[tokio::test]
async fn a_game_of_the_same_length_is_not_the_same_game() {
    let Some(server) = PostgresServer::shared("a_game_of_the_same_length") else {
        return;
    };
    let address = server.new_database();
    let (store, elsewhere) = (open_at(&address), open_at(&address));
    play(&store, "g", 5).await;
    lose(server, &address, 4);
    for seq in 4..6 {
        append(&elsewhere, "g", other(seq)).await.unwrap();
    }
    let lost = append(&store, "g", acted(6)).await;
    let Err(AppendError::Conflict { actual }) = lost else {
        panic!("{lost:?}");
    };
    assert!(actual < 6, "{actual}");
    store.read(&game("g"), 0).await.unwrap();
    append(&store, "g", acted(6)).await.unwrap();
}
