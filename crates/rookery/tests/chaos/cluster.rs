//! Nodes as processes, with a PostgreSQL server of their own.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use store::testkit::PostgresServer;
use tempfile::TempDir;

use crate::child::{Api, Served};
use crate::proxy::{LinkState, Proxy};

/// How long nodes may take to know each other.
const START: Duration = Duration::from_secs(60);

/// A place for a node: one node after another, if they die.
#[derive(Default)]
struct Slot {
    served: Option<Served>,
    /// Where the node is, unless nobody should go there.
    address: Option<SocketAddr>,
}

/// Nodes on one database.
pub(crate) struct Cluster {
    slots: Vec<Mutex<Slot>>,
    /// The lines to the database or to the bus, if that is not reached directly; one for each node.
    lines: Vec<Proxy>,
    /// Whether nodes talk over a bus that these lines lead to.
    has_bus: bool,
    postgres: Mutex<PostgresServer>,
    /// The server that takes over if that one dies, if there is one, and the line on which it follows.
    standby: Mutex<Option<(PostgresServer, Proxy)>>,
    store: String,
    /// Where nodes let clients of CCP in, if they do.
    ccp: Option<&'static str>,
    folder: TempDir,
}

impl Cluster {
    /// So many nodes on an empty database. Without PostgreSQL the test is skipped.
    pub(crate) fn start(test: &str, n_nodes: usize) -> Option<Cluster> {
        let cluster = Cluster::empty(test, n_nodes)?;
        cluster.start_nodes();
        Some(cluster)
    }

    /// Starts all nodes and waits until each knows all others: one that has never seen another keeps its players, whatever
    /// happens.
    fn start_nodes(&self) {
        for number in 0..self.n_nodes() {
            self.start_node(number);
        }
        let n_seen = (self.n_nodes() * self.n_nodes()) as f64;
        let began = Instant::now();
        while self.metric("rookery_nodes") < n_seen {
            assert!(began.elapsed() < START, "nodes do not see each other");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The same, with lines between the nodes and the database that can be cut.
    pub(crate) fn start_behind_lines(test: &str, n_nodes: usize) -> Option<Cluster> {
        let mut cluster = Cluster::empty(test, n_nodes)?;
        let port = cluster.postgres().port();
        cluster.lines = (0..n_nodes).map(|_| Proxy::start(port)).collect();
        cluster.start_nodes();
        Some(cluster)
    }

    /// The same, with lines to a NATS server on a port of this machine.
    pub(crate) fn start_on_bus(test: &str, n_nodes: usize, port: u16) -> Option<Cluster> {
        let mut cluster = Cluster::empty(test, n_nodes)?;
        cluster.has_bus = true;
        cluster.lines = (0..n_nodes).map(|_| Proxy::start(port)).collect();
        cluster.start_nodes();
        Some(cluster)
    }

    /// The same, with a second database server that follows the first. Nodes know both.
    pub(crate) fn start_with_standby(test: &str, n_nodes: usize) -> Option<Cluster> {
        let mut cluster = Cluster::empty(test, n_nodes)?;
        let line = Proxy::start(cluster.postgres().port());
        let standby = cluster.postgres().standby(line.address.port());
        let ports = [cluster.postgres().port(), standby.port()];
        let database = cluster.database().to_owned();
        cluster.store = format!(
            "postgres://rookery@127.0.0.1:{},127.0.0.1:{}/{database}",
            ports[0], ports[1]
        );
        *cluster.standby.get_mut().unwrap() = Some((standby, line));
        cluster.start_nodes();
        Some(cluster)
    }

    /// What is committed from now on is at the standby, too, before anybody hears of it.
    pub(crate) fn wait_for_standby_always(&self) {
        let postgres = self.postgres();
        postgres.sql(
            "postgres",
            "ALTER SYSTEM SET synchronous_standby_names = '*'",
        );
        postgres.sql("postgres", "SELECT pg_reload_conf()");
        let is_so = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while postgres.sql("postgres", is_so).trim() != "1" {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The standby gets nothing more from now on; it has everything before.
    pub(crate) fn cut_standby_off(&self) {
        let standby = self.standby.lock().expect("nothing has failed");
        let (standby, line) = standby.as_ref().expect("there is one");
        let latest = self
            .postgres()
            .sql("postgres", "SELECT pg_current_wal_lsn()");
        let is_there = format!(
            "SELECT pg_last_wal_replay_lsn() >= '{}'::pg_lsn",
            latest.trim()
        );
        while standby.sql("postgres", &is_there).trim() != "t" {
            std::thread::sleep(Duration::from_millis(10));
        }
        line.set(LinkState::Cut);
    }

    /// The database server dies, and the standby takes over.
    pub(crate) fn fail_over(&self) {
        let standby = self.standby.lock().expect("nothing has failed").take();
        let (standby, _) = standby.expect("there is one");
        self.postgres().crash();
        standby.promote();
        *self.postgres() = standby;
    }

    /// The same without the nodes, which are going to let clients of CCP in.
    pub(crate) fn empty_with_ccp(test: &str, n_nodes: usize) -> Option<Cluster> {
        let cluster = Cluster::empty(test, n_nodes)?;
        let ccp = Some("127.0.0.1:0");
        Some(Cluster { ccp, ..cluster })
    }

    /// Where a node lets clients of CCP in.
    pub(crate) fn ccp(&self, number: usize) -> SocketAddr {
        let slot = self.slot(number);
        let served = slot.served.as_ref().expect("it lives");
        served.ccp.expect("it has CCP")
    }

    /// The same without the nodes.
    pub(crate) fn empty(test: &str, n_nodes: usize) -> Option<Cluster> {
        // Unlike for other tests, the database is one that has to survive its own death.
        let postgres = PostgresServer::own(test, &["fsync=on"])?;
        Some(Cluster {
            slots: (0..n_nodes).map(|_| Mutex::default()).collect(),
            lines: Vec::new(),
            has_bus: false,
            store: postgres.new_database(),
            postgres: Mutex::new(postgres),
            standby: Mutex::default(),
            ccp: None,
            folder: tempfile::tempdir().expect("a folder"),
        })
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.slots.len()
    }

    fn slot(&self, number: usize) -> MutexGuard<'_, Slot> {
        self.slots[number].lock().expect("nothing has failed")
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &str {
        self.store.rsplit('/').next().expect("a database")
    }

    /// A number that all nodes have in their metrics, added up.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let of = |number: usize| -> Option<f64> {
            let (_, page) = self.ask(number, "/metrics")?;
            let mut lines = page.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.expect("it is there").trim().parse().ok()
        };
        (0..self.n_nodes()).filter_map(of).sum()
    }

    pub(crate) fn postgres(&self) -> MutexGuard<'_, PostgresServer> {
        self.postgres.lock().expect("nothing has failed")
    }

    /// Where a node is; nowhere while it is dead.
    pub(crate) fn address(&self, number: usize) -> Option<SocketAddr> {
        self.slot(number).address
    }

    pub(crate) fn start_node(&self, number: usize) {
        self.start_node_with(number, &[]);
    }

    /// Starts a node with these variables in its environment.
    pub(crate) fn start_node_with(&self, number: usize, environment: &[(&str, &str)]) {
        let mut options = File::options();
        let log = options.create(true).append(true);
        let log = log.open(self.log_file(number)).expect("a log");
        let (store, bus) = (self.store_of(number), self.bus_of(number));
        let mut arguments = vec!["--store", store.as_str(), "--bus", bus.as_str()];
        if let Some(address) = self.ccp {
            arguments.extend(["--ccp", address]);
        }
        let data = self.folder.path().join(format!("data-{number}"));
        let served = Served::start_in_environment(&data, &arguments, environment, log.into());
        let mut slot = self.slot(number);
        slot.address = Some(served.web);
        slot.served = Some(served);
    }

    /// The address of the database as a node has it.
    fn store_of(&self, number: usize) -> String {
        let database = self.database();
        match self.lines.get(number) {
            Some(line) if !self.has_bus => {
                format!("postgres://rookery@{}/{database}", line.address)
            }
            Some(_) | None => self.store.clone(),
        }
    }

    fn bus_of(&self, number: usize) -> String {
        match self.lines.get(number) {
            Some(line) if self.has_bus => format!("nats://{}", line.address),
            Some(_) | None => "postgres".to_owned(),
        }
    }

    pub(crate) fn set_line(&self, number: usize, line: LinkState) {
        self.lines[number].set(line);
    }

    /// Nobody is sent to a node any more, as by a balancer that knows that it is not ready.
    pub(crate) fn hide(&self, number: usize) {
        self.slot(number).address = None;
    }

    /// A node gets players again.
    pub(crate) fn show(&self, number: usize) {
        let mut slot = self.slot(number);
        slot.address = slot.served.as_ref().map(|served| served.web);
    }

    /// The answer of a node to a question of a balancer, if there is one.
    pub(crate) fn ask(&self, number: usize, path: &str) -> Option<(u16, String)> {
        let address = self.slot(number).served.as_ref()?.web;
        let mut api = Api::connect(address).ok()?;
        api.ask(&format!("GET {path}"), "", "ask", "").ok()
    }

    fn log_file(&self, number: usize) -> PathBuf {
        self.folder.path().join(format!("node-{number}.log"))
    }

    /// What a node has logged, for people who look for a fault.
    pub(crate) fn log(&self, number: usize) -> String {
        std::fs::read_to_string(self.log_file(number)).unwrap_or_default()
    }

    /// What all nodes have written.
    pub(crate) fn logs(&self) -> String {
        let logs: Vec<String> = (0..self.n_nodes()).map(|number| self.log(number)).collect();
        logs.join("\n---\n")
    }

    /// Kills a node without a warning.
    pub(crate) fn kill_node(&self, number: usize) {
        let served = {
            let mut slot = self.slot(number);
            slot.address = None;
            slot.served.take()
        };
        served.expect("it lives").kill();
    }

    /// Asks a node to stop, and waits until it has. Nobody new is sent there, as by a balancer.
    pub(crate) fn stop_node(&self, number: usize) {
        let served = {
            let mut slot = self.slot(number);
            slot.address = None;
            slot.served.take()
        };
        served.expect("it lives").stop();
    }

    /// Waits until a node has died by itself.
    pub(crate) fn wait_for_death(&self, number: usize) {
        let served = {
            let mut slot = self.slot(number);
            slot.address = None;
            slot.served.take()
        };
        served.expect("it lived").wait();
    }

    /// Sends a signal to a node.
    pub(crate) fn signal(&self, number: usize, name: &str) {
        let slot = self.slot(number);
        slot.served.as_ref().expect("it lives").signal(name);
    }

    /// What `rookery check` says of all games.
    pub(crate) fn check(&self) -> String {
        let checked = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(["check", &self.store])
            .stderr(Stdio::inherit())
            .output()
            .expect("the program starts");
        String::from_utf8_lossy(&checked.stdout).into_owned()
    }
}
