//! All nodes are replaced one after another while people play, and another one joins.

use std::time::Instant;

use crate::cluster::Cluster;
use crate::world::World;
use crate::{oracle, report, setting};

/// Players are told to go elsewhere; a refusal would fail a table.
#[test]
fn nodes_are_replaced_one_after_another_while_people_play() {
    let test = "nodes_are_replaced_one_after_another_while_people_play";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    let mut stopped_at = Vec::new();
    for node in 0..3 {
        world.wait_for_moves(30);
        stopped_at.push(Instant::now());
        world.cluster.stop_node(node);
        world.wait_until_all_play_on(Instant::now());
        world.cluster.start_node(node);
    }
    world.wait_for_moves(30);
    tables.finish(&world);
    let found = oracle::judge(&world);
    report::tell(&world, "rolling restart", &found, &stopped_at);
}
