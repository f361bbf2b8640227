//! Nodes that share a store, and who is where.

use crate::support::player;
use session::Millis;
use store::{Beat, Members, NodeId, Page, Store};

suites!([
    nodes_hear_of_each_other,
    players_are_found_at_their_nodes,
    players_of_a_node_are_listed_by_pages,
]);

fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

async fn beat(store: &dyn Store, name: &str, at: u64) -> Members {
    let beat = Beat {
        node: node(name),
        at: Millis(at),
        about: format!("{name} {at}"),
    };
    store.beat(beat).await.unwrap()
}

fn node_names(members: &Members) -> Vec<&str> {
    let nodes = members.nodes.iter();
    nodes.map(|member| member.node.as_str()).collect()
}

const LONG: Millis = Millis::from_days(1);

async fn nodes_hear_of_each_other(store: &dyn Store) {
    let members = beat(store, "b", 1000).await;
    assert_eq!(node_names(&members), ["b"]);
    let members = beat(store, "a", 9000).await;
    assert_eq!(node_names(&members), ["a", "b"]);
    assert_eq!(members.nodes[0].about, "a 9000");
    assert_eq!(members.nodes[0].silence, Millis(0));
    assert_eq!(members.nodes[1].about, "b 1000");
    // A store with a clock of its own does not go by what the nodes say.
    match members.now {
        None => assert_eq!(members.nodes[1].silence, Millis(8000)),
        Some(now) => assert_eq!(now, members.nodes[1].last_beat + members.nodes[1].silence),
    }
    assert_eq!(members.alive(LONG).count(), 2);
    assert_eq!(members.dead(LONG).count(), 0);
    let members = beat(store, "b", 10_000).await;
    assert_eq!(members.nodes[1].about, "b 10000");
    assert_eq!(members.nodes[1].silence, Millis(0));
    store.leave(&node("a")).await.unwrap();
    store.leave(&node("a")).await.unwrap();
    assert_eq!(node_names(&beat(store, "b", 11_000).await), ["b"]);
}

async fn players_are_found_at_their_nodes(store: &dyn Store) {
    for name in ["a", "b"] {
        beat(store, name, 1000).await;
    }
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(player);
    let both = [ann.clone(), bob.clone()];
    store.see(&node("a"), &both, &[]).await.unwrap();
    store.see(&node("a"), &both, &[]).await.unwrap();
    store.see(&node("b"), &both[..1], &[]).await.unwrap();
    let where_are = async |players: &[session::PlayerId]| -> Vec<String> {
        let present = store.present(players, LONG).await.unwrap();
        let text = |found: &store::Presence| format!("{} {}", found.player, found.node);
        present.iter().map(text).collect()
    };
    let all = [eve, bob.clone(), ann.clone()];
    assert_eq!(where_are(&all).await, ["ann a", "ann b", "bob a"]);
    assert_eq!(where_are(&[]).await, [""; 0]);
    store
        .see(&node("a"), &[], std::slice::from_ref(&ann))
        .await
        .unwrap();
    assert_eq!(where_are(&all).await, ["ann b", "bob a"]);
    // A node that is gone has nobody, and a node that has never beaten neither.
    store.leave(&node("b")).await.unwrap();
    store.see(&node("b"), &all, &[]).await.unwrap();
    assert_eq!(where_are(&all).await, ["bob a"]);
}

async fn players_of_a_node_are_listed_by_pages(store: &dyn Store) {
    beat(store, "a", 1000).await;
    let players: Vec<_> = (0..=Page::MAX)
        .map(|index| player(&format!("p{index:05}")))
        .collect();
    store.see(&node("a"), &players, &[]).await.unwrap();
    let first = store.present_at(&node("a"), None).await.unwrap();
    assert_eq!(first[..], players[..Page::MAX as usize]);
    let rest = store.present_at(&node("a"), first.last()).await;
    assert_eq!(rest.unwrap()[..], players[Page::MAX as usize..]);
    assert_eq!(store.present_at(&node("b"), None).await, Ok(Vec::new()));
}
