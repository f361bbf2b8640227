//! Pairs of players, and what a server uses while they play.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server_process::{Process, Usage};
use super::{server_ccp, server_relay, server_socket};

/// The time from sending a move to the opponent's notice, for every move.
pub(super) type Latencies = Vec<Duration>;

/// The latency that this share of all does not exceed; they are sorted.
pub(super) fn at(sorted: &[Duration], share: f64) -> Duration {
    let index = (sorted.len() as f64 * share) as usize;
    let found = sorted.get(index).or(sorted.last());
    found.copied().unwrap_or_default()
}

/// Waits until all pairs have played, and takes them back with what they have seen.
pub(super) async fn take_back<P: 'static>(
    mut playing: JoinSet<io::Result<(P, Latencies)>>,
    pairs: &mut Vec<P>,
    latencies: &mut Latencies,
) -> io::Result<()> {
    while let Some(played) = playing.join_next().await {
        let (pair, seen) = played.map_err(io::Error::other)??;
        pairs.push(pair);
        latencies.extend(seen);
    }
    Ok(())
}

/// What the players of a pair speak.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Nothing: the floor.
    Relay,
    /// The native protocol in brief.
    Native,
    /// The native protocol with everything there is to show.
    Full,
    /// The native protocol as the page speaks it, with a spectator.
    Page,
    /// CCP.
    Ccp,
}

/// Two players who are connected and have begun.
pub(super) enum Pair {
    Relay(Box<server_relay::Pair>),
    Native(Box<server_socket::Pair>),
    Ccp(server_ccp::Pair),
}

impl Pair {
    pub(super) async fn connect(kind: Kind, address: SocketAddr) -> io::Result<Pair> {
        Ok(match kind {
            Kind::Relay => Pair::Relay(Box::new(server_relay::Pair::connect(address).await?)),
            Kind::Native => Pair::native(server_socket::Pair::connect(address, "brief").await?),
            Kind::Full => Pair::native(server_socket::Pair::connect(address, "full").await?),
            Kind::Page => Pair::native(server_socket::Pair::connect_page(address).await?),
            Kind::Ccp => Pair::Ccp(server_ccp::Pair::connect(address).await?),
        })
    }

    fn native(pair: server_socket::Pair) -> Pair {
        Pair::Native(Box::new(pair))
    }

    /// Lets the two move in turn, each after a pause, until the time is up.
    pub(super) async fn play(&mut self, until: Instant, pause: Duration) -> io::Result<Latencies> {
        let mut latencies = Latencies::new();
        while Instant::now() < until {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            latencies.push(match self {
                Pair::Relay(pair) => pair.pass().await?,
                Pair::Native(pair) => pair.pass().await?,
                Pair::Ccp(pair) => pair.pass().await?,
            });
        }
        Ok(latencies)
    }
}

/// Pairs that play at full speed, in turns between which others can play, and what the server used in all
/// of them.
pub(super) struct Load<'a> {
    process: &'a Process,
    pairs: Vec<Pair>,
    latencies: Latencies,
    wall: Duration,
    used: Usage,
}

impl Load<'_> {
    pub(super) async fn connect(
        kind: Kind,
        process: &Process,
        address: SocketAddr,
        n_pairs: u16,
    ) -> io::Result<Load<'_>> {
        let mut pairs = Vec::new();
        for _ in 0..n_pairs {
            pairs.push(Pair::connect(kind, address).await?);
        }
        Ok(Load {
            process,
            pairs,
            latencies: Latencies::new(),
            wall: Duration::ZERO,
            used: Usage::default(),
        })
    }

    /// Lets all pairs play for a while.
    pub(super) async fn play(&mut self, time: Duration) -> io::Result<()> {
        let mut playing = JoinSet::new();
        let restless = tokio::spawn(never_sleep());
        let before = self.process.usage()?;
        let started = Instant::now();
        for mut pair in self.pairs.drain(..) {
            playing.spawn(async move {
                let latencies = pair.play(started + time, Duration::ZERO).await?;
                io::Result::Ok((pair, latencies))
            });
        }
        take_back(playing, &mut self.pairs, &mut self.latencies).await?;
        restless.abort();
        self.wall += started.elapsed();
        self.used = self.used.and(self.process.usage()?.since(before));
        Ok(())
    }

    /// What one move cost of this time.
    fn each(&self, used: Duration) -> Duration {
        used.div_f64(self.latencies.len().max(1) as f64)
    }

    /// Processor time of the server for one move.
    pub(super) fn cpu_per_move(&self) -> Duration {
        self.each(self.used.cpu)
    }

    /// The same without the threads of the store.
    pub(super) fn cpu_without_store(&self) -> Duration {
        self.each(self.used.cpu.saturating_sub(self.used.store_cpu))
    }

    /// What one move costs in moves of another load, which played in the same turns.
    pub(super) fn cost_in(&self, floor: &Load<'_>) -> f64 {
        self.cpu_per_move().as_secs_f64() / floor.cpu_per_move().as_secs_f64().max(1e-12)
    }

    pub(super) fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let mut sorted = self.latencies.clone();
        sorted.sort();
        let speed = sorted.len() as f64 / self.wall.as_secs_f64();
        let resident = self.used.resident_kb;
        writeln!(
            out,
            "{name}: {speed:.0}/s, p50 {:.2?}, p99 {:.2?}, max {:.2?}, server {:.1?} each ({:.1?} without the store), {resident} KB resident",
            at(&sorted, 0.5),
            at(&sorted, 0.99),
            at(&sorted, 1.0),
            self.cpu_per_move(),
            self.cpu_without_store(),
        )?;
        out.flush()
    }
}

/// Keeps the players' core awake while they wait. Otherwise the server would pay for waking them, which it
/// does not have to do where they are on the other side of a network; and a server that keeps them waiting
/// would pay more than one that does not.
pub(super) async fn never_sleep() {
    loop {
        tokio::task::yield_now().await;
    }
}
