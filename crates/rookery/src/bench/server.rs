//! `rookery bench server`: a server in a process of its own, on this machine only, and players at full speed.
//!
//! What is compared is the processor time of the server for each message, which other programs on the
//! machine disturb least. The floor is a relay that passes WebSocket messages on and does nothing else.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server_process::{Process, Usage};
use super::{server_ccp, server_relay, server_socket};

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
}

/// What one pair of players saw: the time from sending a move to the opponent's notice, for every move.
pub(super) type Latencies = Vec<Duration>;

/// The whole measurement. Says whether every figure was kept.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(measure(options, out))
}

async fn measure(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    let relay = Process::relay()?;
    let floor = full_speed(options, relay.web, &relay, Kind::Relay).await?;
    floor.write("bare WebSocket relay", out)?;
    drop(relay);

    let data = super::server_process::Folder::new()?;
    let served = Process::serve(data.path())?;
    let idle_before = served.usage()?;
    writeln!(
        out,
        "server at rest: {} KB resident",
        idle_before.resident_kb
    )?;
    let native = full_speed(options, served.web, &served, Kind::Native).await?;
    native.write("durable moves over WebSocket", out)?;
    let ccp = served
        .ccp
        .ok_or_else(|| io::Error::other("the server has no CCP"))?;
    let lines = full_speed(options, ccp, &served, Kind::Ccp).await?;
    lines.write("durable moves over CCP", out)?;

    let per_connection = idle(options, &served, out).await?;
    let ratio = native.cpu_per_move() / floor.cpu_per_move().max(1e-9);
    writeln!(
        out,
        "a durable move costs {ratio:.2} relayed messages, at most 4"
    )?;
    Ok(ratio <= 4.0 && per_connection <= 12.0 && idle_before.resident_kb < 50 * 1024)
}

#[derive(Clone, Copy)]
enum Kind {
    Relay,
    Native,
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

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let mut sorted = self.latencies.clone();
        sorted.sort();
        let at = |share: f64| {
            let index = (sorted.len() as f64 * share) as usize;
            sorted
                .get(index.min(sorted.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        let speed = sorted.len() as f64 / self.wall.as_secs_f64();
        writeln!(
            out,
            "{name}: {speed:.0}/s, p50 {:.2?}, p99 {:.2?}, max {:.2?}, server {:.1} µs each, {} KB resident",
            at(0.5),
            at(0.99),
            at(1.0),
            self.cpu_per_move(),
            self.used.resident_kb,
        )?;
        out.flush()
    }
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
            Kind::Native => drop(pairs.spawn(server_socket::play(address, until, Duration::ZERO))),
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
        used: Usage {
            cpu: after.cpu.saturating_sub(before.cpu),
            resident_kb: after.resident_kb,
        },
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
