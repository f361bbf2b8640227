//! One game with many spectators.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server::TURN;
use super::server_load::{Kind, Load, at, never_sleep};
use super::server_process::{Process, Usage};
use super::server_socket::{self, Pair, Socket, next};

/// Spectators of the game.
const SPECTATORS: usize = 1000;

/// Moves that are watched, in turns with the floor.
const MOVES: usize = 40;

/// Moves of a turn.
const TURN_MOVES: usize = 4;

/// What a spectator costs the server for a move, in relayed messages.
pub(super) async fn run(
    relay: &Process,
    served: &Process,
    games: u16,
    out: &mut impl Write,
) -> io::Result<f64> {
    let mut floor = Load::connect(Kind::Relay, relay, relay.web, games).await?;
    let mut pair = Pair::connect(served.web, "delta").await?;
    let mut spectators = Vec::new();
    for _ in 0..SPECTATORS {
        let mut spectator = server_socket::connect(served.web).await?;
        server_socket::open(&mut spectator, pair.game(), "delta").await?;
        spectators.push(spectator);
    }
    let mut used = Usage::default();
    let mut latencies = Vec::new();
    for _ in 0..MOVES / TURN_MOVES {
        floor.play(TURN).await?;
        let before = served.usage()?;
        for _ in 0..TURN_MOVES {
            latencies.push(watch(&mut pair, &mut spectators).await?);
        }
        used = used.and(served.usage()?.since(before));
    }
    latencies.sort();
    let each = used.cpu.div_f64((latencies.len() * SPECTATORS) as f64);
    let in_relayed = each.as_secs_f64() / floor.cpu_per_move().as_secs_f64().max(1e-12);
    writeln!(
        out,
        "one game with {SPECTATORS} spectators: all are told after {:.1?} (p50), server {each:.1?} for each reader of a move: {in_relayed:.2} relayed messages, at most 1.3",
        at(&latencies, 0.5),
    )?;
    Ok(in_relayed)
}

/// One move, until all have been told.
async fn watch(pair: &mut Pair, spectators: &mut Vec<Socket>) -> io::Result<Duration> {
    let restless = tokio::spawn(never_sleep());
    let sent = Instant::now();
    let mut watching: JoinSet<io::Result<Socket>> = JoinSet::new();
    for mut spectator in spectators.drain(..) {
        watching.spawn(async move {
            while !next(&mut spectator).await?.contains("\"step\"") {}
            Ok(spectator)
        });
    }
    pair.pass().await?;
    while let Some(watched) = watching.join_next().await {
        spectators.push(watched.map_err(io::Error::other)??);
    }
    restless.abort();
    Ok(sent.elapsed())
}
