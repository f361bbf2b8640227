//! What all tables share: the nodes, what was acknowledged, and what went wrong.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::table;

/// Nothing takes longer than this, however slow the machine is.
const LONGEST: Duration = Duration::from_secs(60);

/// A request that was acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) tag: String,
    /// The first record that it made.
    pub(crate) seq: u64,
    /// When it was first sent, and when it was answered: it was stored in between.
    pub(crate) asked_at: Instant,
    pub(crate) answered_at: Instant,
}

/// A game as its players know it.
#[derive(Debug, Default)]
pub(crate) struct GameLog {
    pub(crate) game: String,
    /// Records as the players were told them.
    pub(crate) records: BTreeMap<u64, String>,
    pub(crate) acknowledged: Vec<Acknowledged>,
    /// Whether its end was acknowledged.
    pub(crate) has_ended: bool,
}

/// What all tables share.
pub(crate) struct World {
    pub(crate) cluster: Cluster,
    pub(crate) began: Instant,
    is_over: AtomicBool,
    /// Requests that were acknowledged so far.
    n_acknowledged: AtomicUsize,
    /// Requests that were sent again because a connection was lost or a store failed.
    pub(crate) n_again: AtomicUsize,
    /// When each table was acknowledged something, in order.
    pub(crate) moments: Vec<Mutex<Vec<Instant>>>,
    /// How long the other player waited for a move that was acknowledged.
    pub(crate) delays: Mutex<Vec<Duration>>,
    pub(crate) logs: Mutex<Vec<GameLog>>,
}

impl World {
    /// Begins to play at so many tables, until the world is over.
    pub(crate) fn begin(cluster: Cluster, n_tables: usize) -> (Arc<World>, Tables) {
        let world = Arc::new(World {
            cluster,
            began: Instant::now(),
            is_over: AtomicBool::new(false),
            n_acknowledged: AtomicUsize::new(0),
            n_again: AtomicUsize::new(0),
            moments: (0..n_tables).map(|_| Mutex::default()).collect(),
            delays: Mutex::default(),
            logs: Mutex::default(),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let tables = (0..n_tables).map(|number| {
            let world = Arc::clone(&world);
            runtime.spawn(table::play(world, number))
        });
        let tables = tables.collect();
        (world, Tables { runtime, tables })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    pub(crate) fn n_acknowledged(&self) -> usize {
        self.n_acknowledged.load(Ordering::SeqCst)
    }

    pub(crate) fn acknowledge(&self, table: usize) {
        self.n_acknowledged.fetch_add(1, Ordering::SeqCst);
        self.moments[table].lock().unwrap().push(Instant::now());
    }

    /// A table that gets no further fails, with what it waits for.
    pub(crate) fn check_patience(&self, table: usize, what: &str) {
        let latest = self.moments[table].lock().unwrap().last().copied();
        let since = latest.unwrap_or(self.began);
        assert!(since.elapsed() < LONGEST, "table {table}: {what}");
    }

    /// Waits until every table was acknowledged something after this moment.
    pub(crate) fn wait_until_all_play_on(&self, since: Instant) {
        let plays_on = |moments: &Mutex<Vec<Instant>>| {
            let moments = moments.lock().unwrap();
            moments.last().is_some_and(|last| *last > since)
        };
        while !self.moments.iter().all(plays_on) {
            // A table says before that what it waits for.
            let is_stuck = since.elapsed() > LONGEST + Duration::from_secs(10);
            assert!(
                !is_stuck,
                "a table does not play on\n{}",
                self.cluster.logs()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until so many more requests were acknowledged.
    pub(crate) fn wait_for_moves(&self, n_moves: usize) {
        let (before, began) = (self.n_acknowledged(), Instant::now());
        while self.n_acknowledged() < before + n_moves {
            assert!(began.elapsed() < LONGEST, "nobody moves");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The tables that play.
pub(crate) struct Tables {
    runtime: tokio::runtime::Runtime,
    tables: Vec<tokio::task::JoinHandle<()>>,
}

impl Tables {
    /// Lets every table finish its game, and fails if one of them has failed.
    pub(crate) fn finish(self, world: &World) {
        world.is_over.store(true, Ordering::SeqCst);
        for table in self.tables {
            let ended = self.runtime.block_on(table);
            if let Err(failure) = ended {
                panic!("a table failed: {failure}\n{}", world.cluster.logs());
            }
        }
    }
}
