//! `rookery bench server`: a server in a process of its own, on this machine only, and players at full speed.
//!
//! What is compared is the processor time of the server for each message, which other programs on the
//! machine disturb least. Server and players have a core each. The floor is a relay that passes WebSocket messages on and does nothing else.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::cores::Cores;
use super::server_process::{Folder, Process, Usage, raise_limit};
use super::server_socket::Manner;
use super::{server_ccp, server_lobby, server_relay, server_socket};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games played at the same time.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=512))]
    games: u16,
    /// How long each measurement takes, in seconds.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
    /// WebSocket connections that do nothing.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    idle: u16,
    /// Finished games in the store, among which the lobby and the moves are measured again.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    finished: u32,
}

/// What a move may cost without the store, in microseconds, on a machine where a relayed message costs
/// [`USUAL_RELAY`]. On slower ones it may cost as much more as a relayed message does.
const MOST_WITHOUT_STORE: f64 = 50.0;

/// What a relayed message costs on a machine at rest, in microseconds.
const USUAL_RELAY: f64 = 8.5;

/// What one pair of players saw: the time from sending a move to the opponent's notice, for every move.
pub(super) type Latencies = Vec<Duration>;

/// The latency that this share of all does not exceed; they are sorted.
pub(super) fn at(sorted: &[Duration], share: f64) -> Duration {
    let index = (sorted.len() as f64 * share) as usize;
    let found = sorted.get(index).or(sorted.last());
    found.copied().unwrap_or_default()
}

/// The whole measurement. Says whether every figure was kept.
pub(super) async fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    raise_limit();
    let cores = Cores::divide()?;
    let relay = cores.start(Process::relay)?;
    let floor = full_speed(options, relay.web, &relay, Kind::Relay).await?;
    floor.write("bare WebSocket relay", out)?;
    drop(relay);

    let data = Folder::new()?;
    let served = cores.start(|| Process::serve(data.path()))?;
    let at_rest = served.usage()?;
    writeln!(out, "server at rest: {} KB resident", at_rest.resident_kb)?;
    let native = full_speed(options, served.web, &served, Kind::Native).await?;
    native.write("durable moves over WebSocket", out)?;
    let full = full_speed(options, served.web, &served, Kind::Full).await?;
    full.write("the same with pictures for both", out)?;
    let ccp = served
        .ccp
        .ok_or_else(|| io::Error::other("the server has no CCP"))?;
    let lines = full_speed(options, ccp, &served, Kind::Ccp).await?;
    lines.write("durable moves over CCP", out)?;
    let per_connection = idle(options, &served, out).await?;
    let empty = server_lobby::look(&served, out).await?;
    drop(served);

    server_lobby::fill(data.path(), options.finished).await?;
    writeln!(out, "now with {} finished games:", options.finished)?;
    let served = cores.start(|| Process::serve(data.path()))?;
    let crowded = server_lobby::look(&served, out).await?;
    let later = full_speed(options, served.web, &served, Kind::Native).await?;
    later.write("durable moves over WebSocket", out)?;

    let ratio = native.cpu_per_move() / floor.cpu_per_move().max(1e-9);
    let slowness = (floor.cpu_per_move() / USUAL_RELAY).max(1.0);
    let most = MOST_WITHOUT_STORE * slowness;
    let slower = later.cpu_per_move() / native.cpu_per_move().max(1e-9);
    writeln!(
        out,
        "a durable move costs {ratio:.2} relayed messages, at most 4; {:.1} µs without the store, at most {most:.1}; {slower:.2} of it among finished games, at most 1.5",
        native.cpu_without_store(),
    )?;
    let is_cheap = ratio <= 4.0 && native.cpu_without_store() <= most;
    let is_small = per_connection <= 12.0 && at_rest.resident_kb < 50 * 1024;
    // A look at the lobby is short; what it may take more is time that other programs take.
    let is_steady = slower <= 1.5 && crowded <= empty * 3 + Duration::from_millis(1);
    Ok(is_cheap && is_small && is_steady)
}

#[derive(Clone, Copy)]
enum Kind {
    Relay,
    Native,
    /// Like `Native`, with everything there is to show.
    Full,
    Ccp,
}

/// What a measurement came to.
struct Figures {
    latencies: Latencies,
    wall: Duration,
    used: Usage,
}

impl Figures {
    /// Processor time of the server for one move, in microseconds.
    fn cpu_per_move(&self) -> f64 {
        self.used.cpu.as_secs_f64() * 1e6 / (self.latencies.len().max(1) as f64)
    }

    /// The same without the threads of the store.
    fn cpu_without_store(&self) -> f64 {
        let store = self.used.store_cpu.as_secs_f64() * 1e6;
        self.cpu_per_move() - store / (self.latencies.len().max(1) as f64)
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let mut sorted = self.latencies.clone();
        sorted.sort();
        let at = |share| at(&sorted, share);
        let speed = sorted.len() as f64 / self.wall.as_secs_f64();
        writeln!(
            out,
            "{name}: {speed:.0}/s, p50 {:.2?}, p99 {:.2?}, max {:.2?}, server {:.1} µs each ({:.1} without the store), {} KB resident",
            at(0.5),
            at(0.99),
            at(1.0),
            self.cpu_per_move(),
            self.cpu_without_store(),
            self.used.resident_kb,
        )?;
        out.flush()
    }
}

/// Players who never wait.
const fn at_once(detail: &'static str) -> Manner {
    let pause = Duration::ZERO;
    Manner { detail, pause }
}

/// Lets all pairs play until the time is up.
async fn full_speed(
    options: &Options,
    address: SocketAddr,
    process: &Process,
    kind: Kind,
) -> io::Result<Figures> {
    let mut pairs = JoinSet::new();
    let mut relayed = Vec::new();
    if let Kind::Relay = kind {
        for _ in 0..options.games {
            relayed.push(server_relay::connect(address).await?);
        }
    }
    let before = process.usage()?;
    let started = Instant::now();
    let until = started + Duration::from_secs(options.seconds);
    for pair in relayed {
        pairs.spawn(server_relay::play(pair, until));
    }
    for _ in 0..options.games {
        match kind {
            Kind::Relay => {}
            Kind::Native => {
                drop(pairs.spawn(server_socket::play(address, until, at_once("brief"))));
            }
            Kind::Full => drop(pairs.spawn(server_socket::play(address, until, at_once("full")))),
            Kind::Ccp => drop(pairs.spawn(server_ccp::play(address, until))),
        }
    }
    let mut latencies = Latencies::new();
    while let Some(pair) = pairs.join_next().await {
        latencies.extend(pair.map_err(io::Error::other)??);
    }
    let after = process.usage()?;
    Ok(Figures {
        latencies,
        wall: started.elapsed(),
        used: after.since(before),
    })
}

/// What a connection costs that does nothing, in KB.
async fn idle(options: &Options, served: &Process, out: &mut impl Write) -> io::Result<f64> {
    if options.idle == 0 {
        return Ok(0.0);
    }
    let before = served.usage()?;
    let mut connections = Vec::new();
    for _ in 0..options.idle {
        connections.push(server_socket::connect(served.web).await?);
    }
    let after = served.usage()?;
    let more = after.resident_kb.saturating_sub(before.resident_kb) as f64;
    let each = more / f64::from(options.idle);
    writeln!(
        out,
        "{} idle connections: {each:.1} KB resident each, at most 12",
        options.idle
    )?;
    Ok(each)
}
