//! The same over PostgreSQL and its notifications.

use std::sync::Arc;
use std::time::Duration;

use bus::PgBus;
use host::{Host, Node, Settings};
use session::Clock;
use store::testkit::PostgresServer;
use store::{PostgresAddress, PostgresStore};

use super::{connect, until};
use crate::support::{act, begin};

async fn node(database: &str) -> Host {
    let address = PostgresAddress::parse(database, None).unwrap();
    let store = Arc::new(PostgresStore::open(&address).unwrap());
    let settings = Settings {
        variants: catalog::standard().variants(),
        max_games: 100,
        computer: None,
    };
    let id = Node::new_id().unwrap();
    let bus = Arc::new(PgBus::start(address, id.clone()));
    Host::start_node(store, settings, Node { id, bus }, host::now)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_play_one_game() {
    let Some(server) = PostgresServer::shared("nodes::postgres::two_nodes_play_one_game") else {
        return;
    };
    let database = server.new_database();
    let (one, two) = tokio::join!(node(&database), node(&database));
    let connected = |host: &Host| {
        host.node_counts()
            .is_some_and(|counts| counts.nodes == 2 && counts.bus.is_connected)
    };
    until(async || (connected(&one) && connected(&two)).then_some(())).await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let (mut at_one, mut at_two) = (connect(&one, &white), connect(&two, &black));
    at_one.open(&one, &white, &game).await;
    at_two.open(&two, &black, &game).await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"];
    for (index, action) in moves.iter().enumerate() {
        let n_records = index as u64 + 2;
        let (host, who) = if index % 2 == 0 {
            (&one, &white)
        } else {
            (&two, &black)
        };
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
        at_one.sees(n_records).await;
        at_two.sees(n_records).await;
    }
    let counts = [&one, &two].map(|host| host.node_counts().unwrap());
    assert!(
        counts.iter().all(|counts| counts.conflicts == 0),
        "{counts:?}"
    );
    assert!(
        counts.iter().any(|counts| counts.bus.heard > 0),
        "{counts:?}"
    );
    // One key signs the tokens of both, although they started at the same moment.
    assert_eq!(
        two.accounts()
            .identify(&white.token)
            .await
            .unwrap()
            .unwrap()
            .player,
        white.player
    );
    one.stop().await;
    until(async || (two.node_counts().unwrap().nodes == 1).then_some(())).await;
    tokio::time::sleep(Duration::ZERO).await;
    two.stop().await;
}
