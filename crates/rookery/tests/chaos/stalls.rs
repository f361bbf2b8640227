//! A node stands still for a while, and does not know it.

use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

/// What it wanted to write before is not accepted afterwards where others have gone on: that would be a second record with
/// the same number, which the oracle would find.
#[test]
fn a_node_that_stood_still_does_no_harm_when_it_goes_on() {
    let test = "a_node_that_stood_still_does_no_harm_when_it_goes_on";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    let mut stopped_at = Vec::new();
    for round in 0..setting("STALLS", 2) {
        let node = round % 3;
        world.wait_for_moves(30);
        world.cluster.signal(node, "STOP");
        world.cluster.hide(node);
        stopped_at.push(Instant::now());
        world.wait_until_all_play_on(Instant::now());
        std::thread::sleep(Duration::from_secs(setting("STALL", 0) as u64));
        world.cluster.signal(node, "CONT");
        world.cluster.show(node);
        world.wait_until_all_play_on(Instant::now());
    }
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(8.0),
        charge: at_most(1.0),
        ..Bars::default()
    };
    report::tell(&world, "stood still", &found, &stopped_at, bars);
}
