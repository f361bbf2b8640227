//! Players over CCP.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::server::Latencies;

/// The moves of both, there and back.
const ROUND: [&str; 4] = [
    "MOVE 6 0 5 2\n",
    "MOVE 6 7 5 5\n",
    "MOVE 5 2 6 0\n",
    "MOVE 5 5 6 7\n",
];

/// Two connections that move to and fro until the time is up. The server decides who plays whom: a
/// connection may have another task's as its opponent, so each plays for itself.
pub(super) async fn play(address: SocketAddr, until: Instant) -> io::Result<Latencies> {
    let (first, second) = tokio::try_join!(side(address, until), side(address, until))?;
    Ok(first.into_iter().chain(second).collect())
}

/// One player. The latency is half of the time from a move to the opponent's answer, which is sent at
/// once: two moves, from sending to notice.
async fn side(address: SocketAddr, until: Instant) -> io::Result<Latencies> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let is_white = line(&mut stream).await? == "COLOR WHITE\n";
    let mut number = usize::from(!is_white);
    let mut latencies = Latencies::new();
    if !is_white {
        line(&mut stream).await?;
    }
    while Instant::now() < until {
        let sent = Instant::now();
        stream.write_all(ROUND[number % 4].as_bytes()).await?;
        if line(&mut stream).await? != ROUND[(number + 1) % 4] {
            break;
        }
        latencies.push(sent.elapsed() / 2);
        number += 2;
    }
    Ok(latencies)
}

/// The next line; empty when the opponent has gone.
async fn line(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    let read = stream.read_line(&mut line);
    // The time is up for the other one, too.
    match tokio::time::timeout(Duration::from_secs(10), read).await {
        Ok(read) => read.map(|_| line),
        Err(_) => Ok(String::new()),
    }
}
