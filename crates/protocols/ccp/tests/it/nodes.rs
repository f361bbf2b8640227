//! Clients of different nodes.

use std::sync::Arc;
use std::time::Duration;

use bus::testkit::Hub;
use native::testkit::client::in_time;
use store::MemoryStore;
use store::testkit::FaultyStore;

use crate::door::Door;
use crate::play::relay;

async fn both(store: &Arc<FaultyStore<MemoryStore>>) -> [Door; 2] {
    let hub = Hub::new();
    let doors = [
        Door::open_node(store, &hub).await,
        Door::open_node(store, &hub).await,
    ];
    let know_each_other = async {
        let knows = |door: &Door| door.host.node_counts().unwrap().nodes == 2;
        while !doors.iter().all(knows) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    in_time(know_each_other).await;
    doors
}

/// Whichever of the two nodes passes its client on.
#[tokio::test]
async fn clients_who_wait_at_different_nodes_meet() {
    let store: Arc<FaultyStore<MemoryStore>> = Arc::default();
    let doors = both(&store).await;
    for (first, second) in [(0, 1), (1, 0)] {
        let mut one = doors[first].connect().await;
        let mut two = doors[second].connect().await;
        let (mut white, mut black) = match one.line().await.as_str() {
            "COLOR WHITE\n" => {
                two.expect("COLOR BLACK\n").await;
                (one, two)
            }
            color => {
                assert_eq!(color, "COLOR BLACK\n");
                two.expect("COLOR WHITE\n").await;
                (two, one)
            }
        };
        relay(&mut white, &mut black, "MOVE 4 1 4 3\n").await;
        relay(&mut black, &mut white, "MOVE 4 6 4 4\n").await;
        // Who leaves is missed at the other node.
        drop(white);
        black.expect_end().await;
    }
}

/// A node that starts does not take games of others for leftovers.
#[tokio::test]
async fn a_new_node_ends_no_game_of_a_node_that_is_alive() {
    let store: Arc<FaultyStore<MemoryStore>> = Arc::default();
    let hub = Hub::new();
    let door = Door::open_node(&store, &hub).await;
    let (mut white, mut black) = door.pair().await;
    let other = Door::open_node(&store, &hub).await;
    // The other one has looked for leftovers when it has an opponent for a client of its own.
    let _pair = other.pair().await;
    relay(&mut white, &mut black, "MOVE 4 1 4 3\n").await;
    assert_eq!(door.host.store().finished_games().await.unwrap(), 0);
}
