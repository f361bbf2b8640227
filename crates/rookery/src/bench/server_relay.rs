//! The floor: a server that passes WebSocket messages from one client of a pair to the other, and players
//! for it.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::server_socket::{self, READ_BUFFER, Socket, broken};

/// About as long as a move in the native protocol.
const PADDING: usize = 120;

/// Serves until it is killed. Clients are paired in order of arrival.
pub(super) fn serve(out: &mut impl Write) -> io::Result<()> {
    crate::runtime::new()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        writeln!(
            out,
            "Play at http://{0}\nCCP at {0}",
            listener.local_addr()?
        )?;
        out.flush()?;
        loop {
            let (first, second) = (accept(&listener).await?, accept(&listener).await?);
            let (first_out, first_in) = first.split();
            let (second_out, second_in) = second.split();
            tokio::spawn(first_in.forward(second_out));
            tokio::spawn(second_in.forward(first_out));
        }
    })
}

async fn accept(listener: &TcpListener) -> io::Result<WebSocketStream<TcpStream>> {
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let accepted = tokio_tungstenite::accept_async_with_config(stream, Some(config)).await;
    accepted.map_err(broken)
}

/// Two connections that the relay takes for a pair, if nobody else connects at the same time.
pub(super) struct Pair {
    from: Socket,
    to: Socket,
    text: String,
}

impl Pair {
    pub(super) async fn connect(address: SocketAddr) -> io::Result<Pair> {
        Ok(Pair {
            from: server_socket::connect_bare(address).await?,
            to: server_socket::connect_bare(address).await?,
            text: "x".repeat(PADDING),
        })
    }

    /// Sends one message across; the next one goes the other way.
    pub(super) async fn pass(&mut self) -> io::Result<Duration> {
        let sent = Instant::now();
        let message = Message::text(self.text.as_str());
        self.from.send(message).await.map_err(broken)?;
        let received = self.to.next().await;
        let latency = sent.elapsed();
        std::mem::swap(&mut self.from, &mut self.to);
        match received {
            Some(Ok(_)) => Ok(latency),
            _ => Err(io::Error::other("the relay has gone")),
        }
    }
}
