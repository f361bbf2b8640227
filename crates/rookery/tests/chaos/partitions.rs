//! A node cannot reach the database, and others can.

use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::proxy::LinkState;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

/// Waits until a node says this of itself.
fn wait_for(world: &World, node: usize, readiness: u16) {
    let began = Instant::now();
    while world.cluster.ask(node, "/readyz").map(|(status, _)| status) != Some(readiness) {
        assert!(began.elapsed() < Duration::from_secs(60), "{readiness}");
        thread::sleep(Duration::from_millis(20));
    }
    let (alive, _) = world.cluster.ask(node, "/healthz").expect("it answers");
    assert_eq!(alive, 200, "nobody should start it again");
}

#[test]
fn players_of_a_node_that_is_cut_off_play_on_elsewhere() {
    let test = "players_of_a_node_that_is_cut_off_play_on_elsewhere";
    let Some(cluster) = Cluster::start_behind_lines(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    let mut cut_at = Vec::new();
    for round in 0..setting("PARTITIONS", 2) {
        let node = round % 3;
        world.wait_for_moves(30);
        let line = [LinkState::Silent, LinkState::Cut][round % 2];
        world.cluster.set_line(node, line);
        cut_at.push(Instant::now());
        wait_for(&world, node, 503);
        // A balancer sends nobody there from now on.
        world.cluster.hide(node);
        world.wait_until_all_play_on(Instant::now());
        world.cluster.set_line(node, LinkState::Open);
        wait_for(&world, node, 200);
        world.cluster.show(node);
    }
    world.wait_for_moves(30);
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(8.0),
        charge: at_most(1.0),
        ..Bars::default()
    };
    report::tell(&world, "cut off", &found, &cut_at, bars);
}
