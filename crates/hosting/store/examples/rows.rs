//! What a record costs in PostgreSQL and in SQLite, in processor time of the database and of this process.
//!
//! `cargo run --release -p store --example rows` starts a PostgreSQL server of its own, as the tests do, but one that waits
//! for the disk. Games write as fast as they are answered, in turns with SQLite.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on has failed, and prints what it has measured"
)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::{BySeat, Seat};
use session::{Change, Clock, ClockStart, Created, GameId, Millis, PlayerId, Record, Sitter};
use store::testkit::PostgresServer;
use store::{Effort, PostgresAddress, PostgresStore, SqliteStore, Store};
use tokio::task::JoinSet;

const TURNS: usize = 5;
const TURN: Duration = Duration::from_secs(4);

/// Ticks of a processor in a second, as Linux counts them for everybody.
const TICKS: u64 = 100;

fn record(seq: u64, change: Change) -> Record {
    Record {
        v: session::VERSION,
        seq,
        at: Millis(1_800_000_000_000 + seq),
        by: None,
        tag: None,
        change,
    }
}

fn created(game: &GameId) -> Record {
    let sitter = |name: &str| Sitter {
        player: PlayerId::new(name).unwrap(),
        name: name.to_owned(),
        bot: false,
    };
    let created = Created {
        game: game.clone(),
        variant: "measured".to_owned(),
        rules_version: 1,
        setup: String::new(),
        preset: None,
        seed: 0,
        clock: Clock::Untimed,
        clock_start: ClockStart::default(),
        grace: None,
        seats: BySeat {
            white: Some(sitter("white")),
            black: Some(sitter("black")),
        },
        rematch_of: None,
        unlisted: false,
    };
    record(0, Change::Created(Box::new(created)))
}

async fn play(store: Arc<dyn Store>, game: GameId, stop: Arc<AtomicBool>) -> u64 {
    let began = store.append(&game, 0, Arc::new([created(&game)])).await;
    began.unwrap();
    let mut seq = 1;
    while !stop.load(Ordering::Relaxed) {
        let action = "e2e4".to_owned();
        let seat = Seat::White;
        let next = record(seq, Change::Acted { seat, action });
        store.append(&game, seq, Arc::new([next])).await.unwrap();
        seq += 1;
    }
    seq
}

/// Ticks of the processes for which `is_wanted` says so, by their ids and those of their parents.
fn ticks(is_wanted: impl Fn(u32, u32) -> bool) -> u64 {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let stats = processes.filter_map(|process| {
        let id: u32 = process.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        let fields: Vec<u64> = stat
            .rsplit(')')
            .next()?
            .split_whitespace()
            .map(|field| field.parse().unwrap_or(0))
            .collect();
        let parent = u32::try_from(*fields.get(1)?).ok()?;
        is_wanted(id, parent).then(|| fields[11] + fields[12])
    });
    stats.sum()
}

struct Measured {
    rows: u64,
    seconds: f64,
    own: u64,
    database: u64,
}

async fn measure(store: Arc<dyn Store>, n_games: usize, turn: usize, postmaster: u32) -> Measured {
    let own = || ticks(|id, _| id == std::process::id());
    let database = || ticks(|id, parent| id == postmaster || parent == postmaster);
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = JoinSet::new();
    let (before, began) = ((own(), database()), Instant::now());
    for index in 0..n_games {
        let game = GameId::new(format!("g{n_games}-{turn}-{index}")).unwrap();
        games.spawn(play(Arc::clone(&store), game, Arc::clone(&stop)));
    }
    tokio::time::sleep(TURN).await;
    stop.store(true, Ordering::Relaxed);
    let rows = games.join_all().await.iter().sum();
    Measured {
        rows,
        seconds: began.elapsed().as_secs_f64(),
        own: own() - before.0,
        database: database() - before.1,
    }
}

fn report(name: &str, measured: &Measured, effort: Effort, before: Effort) {
    let rows = measured.rows;
    let micros = |ticks: u64| (ticks * 1_000_000 / TICKS) as f64 / rows as f64;
    let commits = effort.commits - before.commits;
    println!(
        "{name}: {:.0} rows/s, {:.1} rows a commit, {:.1} us a row here, {:.1} us in PostgreSQL",
        rows as f64 / measured.seconds,
        rows as f64 / commits.max(1) as f64,
        micros(measured.own),
        micros(measured.database),
    );
}

fn postmaster(server: &PostgresServer) -> u32 {
    let file = server.folder().join("data/postmaster.pid");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().next().unwrap().parse().unwrap()
}

fn open_sqlite(folder: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(folder.join("rows.db")).unwrap())
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let server = PostgresServer::start(&["fsync=on"], |_| ()).expect("PostgreSQL is installed");
    let address = PostgresAddress::parse(&server.new_database(), None).unwrap();
    let postgres = Arc::new(PostgresStore::open(&address).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let sqlite = open_sqlite(folder.path());
    let postmaster = postmaster(&server);
    for n_games in [1, 16, 64, 256] {
        for turn in 0..TURNS {
            let before = postgres.effort();
            let measured = measure(Arc::clone(&postgres) as _, n_games, turn, postmaster).await;
            let name = format!("{n_games} games, PostgreSQL");
            report(&name, &measured, postgres.effort(), before);
            let before = sqlite.effort();
            let measured = measure(Arc::clone(&sqlite) as _, n_games, turn, postmaster).await;
            let name = format!("{n_games} games, SQLite");
            report(&name, &measured, sqlite.effort(), before);
        }
    }
}
