//! Nodes and the players on them, and what both use while the players play.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use store::trial::PostgresServer;
use tokio::task::JoinSet;

use super::cores::Cores;
use super::server_load::{Latencies, at, never_sleep, take_back};
use super::server_process::{Folder, Process, Usage, family_cpu};
use super::server_socket::Pair;

/// Where the two players of a game are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seating {
    /// At the same node.
    Together,
    /// At two nodes.
    Apart,
}

/// What is measured.
pub(super) struct Plan<'a> {
    pub(super) name: String,
    pub(super) n_nodes: usize,
    pub(super) seating: Seating,
    /// As arguments of `serve`; none for SQLite.
    pub(super) arguments: Vec<String>,
    /// The database that works for the nodes, if there is one.
    pub(super) database: Option<&'a PostgresServer>,
}

/// What was used in all turns so far.
#[derive(Default)]
struct Used {
    nodes: Usage,
    /// Processor time of the database.
    database: Duration,
    commits: f64,
    writes: f64,
}

/// Nodes with players, who play in turns with those of other layouts.
pub(super) struct Layout<'a> {
    plan: Plan<'a>,
    nodes: Vec<Process>,
    _data: Folder,
    pairs: Vec<Pair>,
    latencies: Latencies,
    wall: Duration,
    used: Used,
}

impl<'a> Layout<'a> {
    pub(super) async fn start(
        plan: Plan<'a>,
        cores: &Cores,
        n_pairs: u16,
    ) -> io::Result<Layout<'a>> {
        let data = Folder::named(&plan.name.replace([' ', ','], "-"))?;
        let arguments: Vec<&str> = plan.arguments.iter().map(String::as_str).collect();
        let start = |number: usize| {
            let folder = data.path().join(number.to_string());
            cores.start(|| Process::serve_node(&folder, &arguments))
        };
        let nodes: Vec<Process> = (0..plan.n_nodes).map(start).collect::<io::Result<_>>()?;
        // All at once: each of them waits for the disk several times.
        let mut connecting = JoinSet::new();
        for number in 0..usize::from(n_pairs) {
            let addresses = seats(&nodes, plan.seating, number);
            connecting.spawn(async move { Pair::connect_between(addresses, "brief").await });
        }
        let mut pairs = Vec::new();
        while let Some(connected) = connecting.join_next().await {
            pairs.push(connected.map_err(io::Error::other)??);
        }
        Ok(Layout {
            plan,
            nodes,
            _data: data,
            pairs,
            latencies: Latencies::new(),
            wall: Duration::ZERO,
            used: Used::default(),
        })
    }

    fn usage(&self) -> io::Result<Usage> {
        let mut sum = Usage::default();
        for node in &self.nodes {
            let usage = node.usage()?;
            sum.cpu += usage.cpu;
            sum.store_cpu += usage.store_cpu;
            sum.resident_kb += usage.resident_kb;
        }
        Ok(sum)
    }

    fn database_cpu(&self) -> io::Result<Duration> {
        let process = self.plan.database.and_then(PostgresServer::process);
        process.map_or(Ok(Duration::ZERO), family_cpu)
    }

    /// Commits and writes of all nodes, as their metrics have them.
    async fn effort(&self) -> io::Result<(f64, f64)> {
        let (mut commits, mut writes) = (0.0, 0.0);
        for node in &self.nodes {
            let page = super::scale::metrics(node.web).await?;
            let number = |name: &str| -> f64 {
                let mut lines = page.lines();
                let value = lines.find_map(|line| line.strip_prefix(name));
                value
                    .and_then(|value| value.trim().parse().ok())
                    .unwrap_or_default()
            };
            commits += number("rookery_store_commits_total ");
            writes += number("rookery_store_writes_total ");
        }
        Ok((commits, writes))
    }

    /// Lets all pairs play for a while.
    pub(super) async fn play(&mut self, time: Duration) -> io::Result<()> {
        let (commits, writes) = self.effort().await?;
        let (before, database) = (self.usage()?, self.database_cpu()?);
        let restless = tokio::spawn(never_sleep());
        let started = Instant::now();
        let mut playing = JoinSet::new();
        for mut pair in self.pairs.drain(..) {
            playing.spawn(async move {
                let mut latencies = Latencies::new();
                while started.elapsed() < time {
                    latencies.push(pair.pass().await?);
                }
                io::Result::Ok((pair, latencies))
            });
        }
        take_back(playing, &mut self.pairs, &mut self.latencies).await?;
        restless.abort();
        self.wall += started.elapsed();
        self.used.nodes = self.used.nodes.and(self.usage()?.since(before));
        self.used.database += self.database_cpu()?.saturating_sub(database);
        let (commits_after, writes_after) = self.effort().await?;
        self.used.commits += commits_after - commits;
        self.used.writes += writes_after - writes;
        Ok(())
    }

    fn each(&self, used: Duration) -> Duration {
        used.div_f64(self.latencies.len().max(1) as f64)
    }

    /// Processor time of all nodes for a move.
    pub(super) fn node_cpu(&self) -> Duration {
        self.each(self.used.nodes.cpu)
    }

    /// Processor time of the database for a row.
    pub(super) fn row_cpu(&self) -> Duration {
        self.each(self.used.database)
    }

    /// How many rows share a commit.
    pub(super) fn rows_a_commit(&self) -> f64 {
        self.used.writes / self.used.commits.max(1.0)
    }

    /// How long half of all moves took at most.
    pub(super) fn median(&self) -> Duration {
        let mut sorted = self.latencies.clone();
        sorted.sort();
        at(&sorted, 0.5)
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sorted = self.latencies.clone();
        sorted.sort();
        writeln!(
            out,
            "{:<34} {:>6.0} moves/s  p50 {:>8.2?}  p99 {:>8.2?}  nodes {:>7.1?} a move  database {:>7.1?} a row  {:>4.0} rows a commit  {} MB a node",
            self.plan.name,
            sorted.len() as f64 / self.wall.as_secs_f64(),
            at(&sorted, 0.5),
            at(&sorted, 0.99),
            self.node_cpu(),
            self.row_cpu(),
            self.rows_a_commit(),
            self.used.nodes.resident_kb / 1024 / self.nodes.len() as u64,
        )?;
        out.flush()
    }
}

/// Where the players of a game are: games are spread over all nodes.
fn seats(nodes: &[Process], seating: Seating, number: usize) -> [SocketAddr; 2] {
    let step = usize::from(seating == Seating::Apart);
    let at = |number: usize| nodes[number % nodes.len()].web;
    [at(number), at(number + step)]
}
