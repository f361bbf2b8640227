//! A node dies when a move is stored and nobody knows it yet.

use std::time::Instant;

use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

/// The move is there: a client that sends it again is told the same number, and the opponent sees it at another node. That it is
/// stored once is what the oracle looks at.
#[test]
fn a_move_that_was_stored_and_not_answered_is_played_once() {
    let test = "a_move_that_was_stored_and_not_answered_is_played_once";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    let mut died_at = Vec::new();
    for round in 0..setting("DEATHS", 4) {
        let node = round % 3;
        world.cluster.kill_node(node);
        let due = (150 + 3 * round).to_string();
        world
            .cluster
            .start_node_with(node, &[("DIE_AFTER_APPENDS", &due)]);
        // All players come to it. When it dies, the others are there again.
        let others = [(node + 1) % 3, (node + 2) % 3];
        for other in others {
            world.cluster.kill_node(other);
        }
        for other in others {
            world.cluster.start_node(other);
        }
        world.cluster.wait_for_death(node);
        died_at.push(Instant::now());
        world.wait_until_all_play_on(Instant::now());
        world.cluster.start_node(node);
    }
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(3.0),
        delay: at_most(2.5),
        charge: at_most(1.0),
    };
    report::tell(&world, "stored and not answered", &found, &died_at, bars);
}
