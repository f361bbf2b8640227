//! A machine that loses power has kept whatever was acknowledged.
//!
//! A process that stores games runs with `tests/power/power.c` between itself and its files: writes that were not synced
//! are dropped or torn when the power fails, which is at an operation chosen beforehand. `cargo xtask power` does the
//! same for longer.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use store::SqliteStore;

use crate::killing::{Acknowledged, FOLDER, check_chain, read_acknowledged};
use crate::support::folder;

/// How often the power fails, unless the environment says otherwise.
const ROUNDS: u64 = 24;
const ROUNDS_VARIABLE: &str = "ROOKERY_POWER_ROUNDS";

/// So many operations on files the longest life has at most. Opening takes some dozens.
const LONGEST_LIFE: u64 = 1500;

fn rounds() -> u64 {
    let rounds = std::env::var(ROUNDS_VARIABLE).ok();
    rounds.map_or(ROUNDS, |rounds| rounds.parse().unwrap())
}

fn compile(into: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/power/power.c");
    let library = into.join("power.so");
    let compiled = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .args(["-ldl", "-lpthread"])
        .status();
    assert!(compiled.expect("there is a C compiler").success());
    library
}

/// The operation at which the power fails in a round: lives of all lengths, many of them short.
fn fails_after(round: u64) -> u64 {
    let longest = [60, 300, LONGEST_LIFE][(round % 3) as usize];
    1 + round * 7919 % longest
}

/// A process that plays until the power fails; notes what it has acknowledged.
fn play(library: &Path, data: &Path, round: u64, lies: bool, acknowledged: &mut Acknowledged) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "killing::nothing_acknowledged_is_lost",
            "--nocapture",
        ])
        .env(FOLDER, data)
        .env("LD_PRELOAD", library)
        .env("POWER_FOLDER", data)
        .env("POWER_AFTER", fails_after(round).to_string())
        .env("POWER_SEED", round.to_string())
        .stdout(Stdio::piped());
    if lies {
        command.env("POWER_LIES", "1");
    }
    let mut child = command.spawn().unwrap();
    read_acknowledged(child.stdout.take().unwrap(), acknowledged, |_| {});
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(137), "round {round}: the power failed");
    // Shared memory does not survive.
    drop(std::fs::remove_file(data.join("rookery.db-shm")));
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_with_the_power() {
    let (tools, data) = (folder(), folder());
    let library = compile(tools.path());
    let mut acknowledged = Acknowledged::default();
    for round in 0..rounds() {
        play(&library, data.path(), round, false, &mut acknowledged);
        let store = SqliteStore::open_folder(data.path()).unwrap();
        for (index, n_acknowledged) in acknowledged.iter().enumerate() {
            let n_records = check_chain(&store, index).await;
            assert!(
                n_records >= *n_acknowledged,
                "game {index} after round {round}: {n_records} of {n_acknowledged}"
            );
        }
    }
    let all: u64 = acknowledged.iter().sum();
    assert!(all > 10 * rounds(), "only {all} records were acknowledged");
}

/// If the disk lies, records are lost or the database does not even open: the test above would see it.
#[tokio::test]
async fn a_disk_that_lies_is_found_out() {
    let (tools, data) = (folder(), folder());
    let library = compile(tools.path());
    let mut acknowledged = Acknowledged::default();
    for round in 0..50 {
        play(
            &library,
            data.path(),
            2 + 3 * round,
            true,
            &mut acknowledged,
        );
        let Ok(store) = SqliteStore::open_folder(data.path()) else {
            return;
        };
        for (index, n_acknowledged) in acknowledged.iter().enumerate() {
            if check_chain(&store, index).await < *n_acknowledged {
                return;
            }
        }
    }
    panic!("nothing was lost in 50 rounds");
}
