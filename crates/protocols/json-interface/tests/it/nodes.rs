//! Clients at two nodes of one server.

use std::sync::Arc;
use std::time::Duration;

use bus::testkit::Hub;
use host::{Host, Node};
use json_interface::{Client, Engine};
use serde_json::Value;
use store::{MemoryStore, Store};

use crate::{STATE, answer, join, now, piece_move, rejoin, settings, text, told, types};

/// Longer than anything takes here. Time passes by itself while everybody waits.
const PATIENCE: Duration = Duration::from_secs(60);

async fn two_nodes() -> [Engine; 2] {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let hub = Hub::new();
    let node = async || {
        let id = Node::new_id().unwrap();
        let bus = hub.add(id.clone());
        let node = Node { id, bus };
        let host = Host::start_node(Arc::clone(&store), settings(), node, now);
        host.await.unwrap()
    };
    let hosts = [node().await, node().await];
    let know_each_other = async {
        while !hosts
            .iter()
            .all(|host| host.node_counts().unwrap().nodes == 2)
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, know_each_other)
        .await
        .unwrap();
    hosts.map(Engine::new)
}

/// What a client is told sooner or later.
async fn hear(client: &mut Client) -> Vec<Value> {
    let heard = async {
        loop {
            let heard = told(client).await;
            if !heard.is_empty() {
                return heard;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.unwrap()
}

/// One of them goes to the node of the other in the end, with the token of the seat.
#[tokio::test(start_paused = true)]
async fn clients_at_two_nodes_play_one_game_and_may_change_nodes() {
    let [one, two] = two_nodes().await;
    let (mut white, mut black) = (one.connect(None), two.connect(None));
    let begun = answer(&mut white, r#"{"message_type":"new_game","seat":"white"}"#).await;
    let game = text(&begun, "game_id");
    let joined = answer(&mut black, &join(&game, "black")).await;
    assert_eq!(joined["seat"], "black", "{joined}");
    assert_eq!(types(&hear(&mut white).await), ["opponent_joined"]);
    for (from, to) in [("E2", "E4"), ("E7", "E5"), ("G1", "F3")] {
        let own = answer(&mut white, &piece_move(from, to)).await;
        assert_eq!(own["message_type"], "next_legal_moveset", "{own}");
        assert_eq!(hear(&mut black).await, [own]);
        std::mem::swap(&mut white, &mut black);
    }
    // The one who has just moved is called white here.
    let early = answer(&mut black, &piece_move("F3", "E5")).await;
    assert_eq!(early["code"], "not_your_turn");
    let expected = answer(&mut black, STATE).await;
    drop(white);
    assert_eq!(types(&hear(&mut black).await), ["opponent_left"]);
    let mut again = one.connect(None);
    let back = answer(&mut again, &rejoin(&game, &text(&joined, "seat_token"))).await;
    assert_eq!(back["seat"], "black", "{back}");
    assert_eq!(
        text(&answer(&mut again, STATE).await, "fen"),
        text(&expected, "fen")
    );
    assert_eq!(types(&hear(&mut black).await), ["opponent_joined"]);
    let own = answer(&mut again, &piece_move("B8", "C6")).await;
    assert_eq!(hear(&mut black).await, [own]);
}
