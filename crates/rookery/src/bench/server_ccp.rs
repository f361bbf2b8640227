//! Players over CCP.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// The moves of both, there and back. The opponent is told a move as it was sent.
const ROUND: [&str; 4] = [
    "MOVE 6 0 5 2\n",
    "MOVE 6 7 5 5\n",
    "MOVE 5 2 6 0\n",
    "MOVE 5 5 6 7\n",
];

/// Two players of one game, if nobody else connects at the same time: the server pairs in order of
/// arrival.
pub(super) struct Pair {
    from: BufReader<TcpStream>,
    to: BufReader<TcpStream>,
    number: usize,
}

impl Pair {
    pub(super) async fn connect(address: SocketAddr) -> io::Result<Pair> {
        let (mut first, mut second) = (connect(address).await?, connect(address).await?);
        let first_is_white = line(&mut first).await? == "COLOR WHITE\n";
        line(&mut second).await?;
        let (from, to) = match first_is_white {
            true => (first, second),
            false => (second, first),
        };
        let number = 0;
        Ok(Pair { from, to, number })
    }

    /// One move: from sending it to the opponent's line.
    pub(super) async fn pass(&mut self) -> io::Result<Duration> {
        let action = ROUND[self.number % ROUND.len()];
        let sent = Instant::now();
        self.from.write_all(action.as_bytes()).await?;
        let told = line(&mut self.to).await?;
        let latency = sent.elapsed();
        if told != action {
            return Err(io::Error::other(format!("told {told:?}")));
        }
        std::mem::swap(&mut self.from, &mut self.to);
        self.number += 1;
        Ok(latency)
    }
}

async fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

async fn line(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    Ok(line)
}
