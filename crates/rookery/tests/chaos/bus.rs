//! What nodes tell each other is lost for a while: the database is still the truth.

use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::nats::Nats;
use crate::proxy::LinkState;
use crate::report::{Bars, at_most};
use crate::world::{Tables, World};
use crate::{oracle, report, setting};

/// A move reaches the other player late at worst, by a look into the database.
fn finish(world: &World, tables: Tables, what: &str, moments: &[Instant]) {
    world.wait_for_moves(30);
    // What was not heard is read once by each node, and not again and again.
    let n_reads = world.cluster.metric("rookery_catch_ups_total");
    tables.finish(world);
    let found = oracle::judge(world);
    let n_nodes = world.cluster.n_nodes();
    assert!(n_reads <= (found.n_records * n_nodes) as f64, "{n_reads}");
    let bars = Bars {
        delay: at_most(2.5),
        ..Bars::default()
    };
    report::tell(world, what, &found, moments, bars);
    report::say(&format!("{what}: read {n_reads} times what was not heard"));
}

/// Nodes that are cut off from the bus find out by looking into the database, and players notice no more than a delay.
#[test]
fn games_go_on_while_a_node_is_cut_off_from_the_bus() {
    let test = "games_go_on_while_a_node_is_cut_off_from_the_bus";
    let Some(nats) = Nats::start(test) else {
        return;
    };
    let Some(cluster) = Cluster::start_on_bus(test, 3, nats.port) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    let mut cut_at = Vec::new();
    for line in [LinkState::Cut, LinkState::Silent] {
        world.wait_for_moves(30);
        world.cluster.set_line(0, line);
        cut_at.push(Instant::now());
        world.wait_until_all_play_on(Instant::now());
        thread::sleep(Duration::from_secs(setting("DEAF", 1) as u64));
        world.wait_until_all_play_on(Instant::now());
        world.cluster.set_line(0, LinkState::Open);
    }
    // What it has stored and answered was never told when it dies.
    world.cluster.set_line(0, LinkState::Silent);
    world.wait_for_moves(10);
    world.cluster.kill_node(0);
    world.cluster.set_line(0, LinkState::Open);
    world.wait_until_all_play_on(Instant::now());
    world.cluster.start_node(0);
    finish(&world, tables, "cut off from the bus", &cut_at);
}

#[test]
fn games_go_on_when_the_bus_starts_again() {
    let test = "games_go_on_when_the_bus_starts_again";
    let Some(mut nats) = Nats::start(test) else {
        return;
    };
    let Some(cluster) = Cluster::start_on_bus(test, 3, nats.port) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    let mut restarted_at = Vec::new();
    for _ in 0..setting("RESTARTS", 2) {
        world.wait_for_moves(30);
        restarted_at.push(Instant::now());
        nats.restart();
        world.wait_until_all_play_on(Instant::now());
    }
    finish(&world, tables, "bus restarted", &restarted_at);
}

#[test]
fn games_go_on_when_the_bus_loses_three_of_ten_messages() {
    let test = "games_go_on_when_the_bus_loses_three_of_ten_messages";
    let Some(nats) = Nats::start(test) else {
        return;
    };
    let Some(cluster) = Cluster::start_on_bus(test, 3, nats.port) else {
        return;
    };
    for node in 0..3 {
        cluster.set_line(node, LinkState::Losing { percent: 30 });
    }
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    world.wait_until_all_play_on(Instant::now());
    world.wait_for_moves(setting("LOSSY_MOVES", 60));
    finish(&world, tables, "bus loses 30 %", &[]);
}
