//! One game with many spectators.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server_load::at;
use super::server_process::Process;
use super::server_socket::{self, Pair, Socket, next};

/// Spectators of the game.
const SPECTATORS: usize = 1000;

/// Moves that are watched.
const MOVES: usize = 40;

/// What a spectator costs the server for a move, in relayed messages.
pub(super) async fn run(
    served: &Process,
    relayed: Duration,
    out: &mut impl Write,
) -> io::Result<f64> {
    let mut pair = Pair::connect(served.web, "delta").await?;
    let mut spectators = Vec::new();
    for _ in 0..SPECTATORS {
        let mut spectator = server_socket::connect(served.web).await?;
        server_socket::open(&mut spectator, pair.game(), "delta").await?;
        spectators.push(spectator);
    }
    let before = served.usage()?;
    let mut latencies = Vec::new();
    for _ in 0..MOVES {
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
        latencies.push(sent.elapsed());
    }
    let used = served.usage()?.since(before);
    latencies.sort();
    let each = used.cpu.div_f64((MOVES * SPECTATORS) as f64);
    let in_relayed = each.as_secs_f64() / relayed.as_secs_f64().max(1e-12);
    writeln!(
        out,
        "one game with {SPECTATORS} spectators: all are told after {:.1?} (p50), server {each:.1?} for each reader of a move: {in_relayed:.2} relayed messages, at most 1.3",
        at(&latencies, 0.5),
    )?;
    Ok(in_relayed)
}
