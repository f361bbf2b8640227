//! A process that is killed has kept whatever it said it had.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;

use session::Hash;
use store::{SqliteStore, Store};

use crate::support::{acted, created, folder, game};

/// Set for the process that is to be killed: the folder it writes to.
pub(crate) const FOLDER: &str = "ROOKERY_TEST_KILLED_FOLDER";
const GAMES: usize = 8;
const KILLS: u64 = 20;

/// How many records of each game were acknowledged.
pub(crate) type Acknowledged = [u64; GAMES];

/// This test starts itself again as another process, which plays until it is killed.
#[tokio::test]
async fn nothing_acknowledged_is_lost() {
    if let Ok(folder) = std::env::var(FOLDER) {
        play_until_killed(Path::new(&folder)).await;
    }
    let folder = folder();
    let mut acknowledged = [0_u64; GAMES];
    for round in 0..KILLS {
        // Different lengths hit different moments: opening, migrating, writing, checkpointing.
        kill_after(start(folder.path()), round * 37 % 400, &mut acknowledged);
        let store = SqliteStore::open_folder(folder.path()).unwrap();
        for (index, n_acknowledged) in acknowledged.iter().enumerate() {
            let n_records = check_chain(&store, index).await;
            assert!(
                n_records >= *n_acknowledged,
                "game {index} after kill {round}"
            );
        }
    }
}

/// Writes records of all games at once, and prints each that was acknowledged.
async fn play_until_killed(folder: &Path) -> ! {
    let store = SqliteStore::open_folder(folder).unwrap();
    let mut next = [0; GAMES];
    for (index, next) in next.iter_mut().enumerate() {
        *next = check_chain(&store, index).await;
    }
    loop {
        let append = |(index, &seq): (usize, &u64)| {
            let name = format!("g{index}");
            let record = match seq {
                0 => created(&name, "ann", "bob"),
                seq => acted(seq),
            };
            store.append(&game(&name), seq, Arc::new([record]))
        };
        let answers: Vec<_> = next.iter().enumerate().map(append).collect();
        for (index, answer) in answers.into_iter().enumerate() {
            answer.await.unwrap();
            next[index] += 1;
            acknowledge(index, next[index]);
        }
    }
}

#[expect(
    clippy::print_stdout,
    reason = "this is how the process tells what it has kept"
)]
fn acknowledge(index: usize, n_records: u64) {
    println!("\nkept {index} {n_records}");
}

fn start(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "killing::nothing_acknowledged_is_lost",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Kills the process when it has acknowledged so much, and notes that and what it has said since.
fn kill_after(mut child: Child, n_wanted: u64, acknowledged: &mut Acknowledged) {
    let output = child.stdout.take().unwrap();
    if n_wanted == 0 {
        child.kill().unwrap();
    }
    let n_seen = read_acknowledged(output, acknowledged, |n_seen| {
        if n_seen == n_wanted {
            child.kill().unwrap();
        }
    });
    child.wait().unwrap();
    assert!(
        n_seen >= n_wanted,
        "the process ended by itself after {n_seen}"
    );
}

/// Notes what a process says it has kept, until it ends; how much it said.
pub(crate) fn read_acknowledged(
    output: ChildStdout,
    acknowledged: &mut Acknowledged,
    mut on_line: impl FnMut(u64),
) -> u64 {
    let mut n_seen = 0;
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        // The last line may have been cut off in the middle of a number, which makes it smaller.
        let words: Vec<&str> = line.split(' ').collect();
        let ["kept", index, n_records] = words[..] else {
            continue;
        };
        if let (Ok(index), Ok(n_records)) = (index.parse::<usize>(), n_records.parse()) {
            acknowledged[index] = acknowledged[index].max(n_records);
            n_seen += 1;
            on_line(n_seen);
        }
    }
    n_seen
}

/// How many records a game has, all of which must follow each other.
pub(crate) async fn check_chain(store: &SqliteStore, index: usize) -> u64 {
    let records = store.read(&game(&format!("g{index}")), 0).await.unwrap();
    let mut head = Hash::START;
    for (seq, sealed) in records.iter().enumerate() {
        head = head.next(&sealed.text);
        assert_eq!(sealed.hash, head);
        assert_eq!(sealed.record().unwrap().seq, seq as u64);
    }
    records.len() as u64
}
