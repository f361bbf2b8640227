//! Nodes die at any moment.

use std::thread;
use std::time::{Duration, Instant};

use rules::SplitMix;

use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

/// Moves that are acknowledged between two deaths, however slow the machine is.
const MOVES: usize = 20;

#[test]
fn nothing_acknowledged_is_lost_when_nodes_are_killed() {
    let test = "nothing_acknowledged_is_lost_when_nodes_are_killed";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (n_kills, n_tables) = (setting("KILLS", 9), setting("TABLES", 12));
    let (world, tables) = World::begin(cluster, n_tables);
    let mut numbers = SplitMix::new(setting("SEED", 1) as u64);
    let mut killed_at = Vec::new();
    for _ in 0..n_kills {
        world.wait_for_moves(MOVES);
        // It dies at any moment of what it does, not always right after a move.
        thread::sleep(Duration::from_millis(numbers.below(60) as u64));
        let node = numbers.below(3);
        killed_at.push(Instant::now());
        world.cluster.kill_node(node);
        world.wait_until_all_play_on(Instant::now());
        world.cluster.start_node(node);
    }
    world.wait_for_moves(MOVES);
    tables.finish(&world);
    let found = oracle::judge(&world);
    assert!(found.n_games >= n_tables);
    let bars = Bars {
        wait: at_most(3.0),
        delay: at_most(3.0),
        charge: at_most(1.0),
    };
    report::tell(
        &world,
        &format!("{n_kills} kills"),
        &found,
        &killed_at,
        bars,
    );
}
