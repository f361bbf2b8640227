//! The clocks of the nodes' machines differ by seconds.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use store::testkit::skip;

use crate::charges::charges;
use crate::cluster::Cluster;
use crate::world::{Acknowledged, World};
use crate::{oracle, report, setting};

/// By how many milliseconds the time may differ that a player is charged. `cargo xtask chaos` allows 50; beside other tests
/// a busy machine adds its own, which is far from the seconds by which the clocks differ.
const MOST: usize = 500;

/// What the clocks of the three nodes differ from the true time, in seconds.
const SKEWS: [i64; 3] = [5, -5, 0];

/// Debian's library that shows another time of day to a program.
fn library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?;
    let mut places = folders
        .filter_map(Result::ok)
        .map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    places.find(|place| place.is_file())
}

fn environment(library: &Path, skew: i64) -> [(&'static str, String); 3] {
    [
        ("LD_PRELOAD", library.display().to_string()),
        ("FAKETIME", format!("{skew:+}s")),
        // Only the time of day differs between machines.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ]
}

/// What a program sees as the time of day, in seconds more than it is.
fn seen_skew(environment: &[(&str, String)]) -> i64 {
    let mut date = Command::new("date");
    for (name, value) in environment {
        date.env(name, value);
    }
    let said = date.arg("+%s").output().expect("there is a date").stdout;
    let seen: i64 = String::from_utf8_lossy(&said).trim().parse().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    seen - i64::try_from(now.as_secs()).unwrap()
}

#[test]
fn players_pay_for_their_time_whatever_the_clocks_of_machines_show() {
    let test = "players_pay_for_their_time_whatever_the_clocks_of_machines_show";
    let Some(library) = library() else {
        return skip(test, "no faketime");
    };
    let Some(cluster) = Cluster::empty(test, SKEWS.len()) else {
        return;
    };
    for (number, skew) in SKEWS.into_iter().enumerate() {
        let environment = environment(&library, skew);
        let seen = seen_skew(&environment);
        assert!((skew - 1..=skew + 1).contains(&seen), "{seen} of {skew}");
        let environment = environment
            .each_ref()
            .map(|(name, value)| (*name, &**value));
        cluster.start_node_with(number, &environment);
    }
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    world.wait_until_all_play_on(Instant::now());
    world.wait_for_moves(200);
    tables.finish(&world);
    let found = oracle::judge(&world);
    let (n_moves, worst) = compare(&world);
    let n_games = found.n_games;
    report::say(&format!(
        "clocks off by 5 s: {n_moves} moves of {n_games} games charged within {worst:?} of the truth"
    ));
}

/// Compares what moves cost with what players saw; how many, and the greatest difference.
///
/// A move was stored at some moment between its sending and its answer, and so was the one before.
fn compare(world: &World) -> (usize, Duration) {
    let stored = oracle::stored_games(world);
    let most_off = Duration::from_millis(setting("OFF", MOST) as u64);
    let (mut n_moves, mut worst) = (0, Duration::ZERO);
    for log in world.logs.lock().unwrap().iter() {
        let charges = charges(&stored[&log.game]);
        let of = |move_: &Acknowledged| {
            let mut charges = charges.iter();
            charges.find_map(|(seq, charge)| (*seq == move_.seq).then_some(*charge))
        };
        // The clocks run from the second move of each on.
        for moves in log.acknowledged.windows(2).skip(2) {
            let [before, now] = moves else { continue };
            // Another record in between gives time back that a busy machine has cost.
            let (true, Some(charge)) = (now.seq == before.seq + 1, of(now)) else {
                continue;
            };
            let least = now.asked_at.saturating_duration_since(before.answered_at);
            let most = now.answered_at.saturating_duration_since(before.asked_at);
            let off = least
                .saturating_sub(charge)
                .max(charge.saturating_sub(most));
            assert!(
                off <= most_off,
                "{}: {charge:?} of {least:?} to {most:?}",
                log.game
            );
            (n_moves, worst) = (n_moves + 1, worst.max(off));
        }
    }
    assert!(n_moves > 100, "{n_moves}");
    (n_moves, worst)
}
