//! The database dies, or is away for a while.

use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

#[test]
fn nothing_acknowledged_is_lost_when_the_database_is_killed() {
    let test = "nothing_acknowledged_is_lost_when_the_database_is_killed";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    let n_outages = setting("OUTAGES", 3);
    let mut back_at = Vec::new();
    for number in 0..n_outages {
        world.wait_for_moves(40);
        let mut postgres = world.cluster.postgres();
        postgres.crash();
        // The last time it stays away for longer than requests wait.
        if number + 1 == n_outages {
            thread::sleep(Duration::from_secs(setting("OUTAGE", 6) as u64));
        }
        postgres.start_again();
        drop(postgres);
        back_at.push(Instant::now());
        world.wait_until_all_play_on(Instant::now());
    }
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(3.0),
        charge: at_most(1.0),
        ..Bars::default()
    };
    report::tell(
        &world,
        &format!("{n_outages} outages"),
        &found,
        &back_at,
        bars,
    );
}
