//! The floor: a server that passes WebSocket messages from one client of a pair to the other, and players
//! for it.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::server::Latencies;
use super::server_socket::{self, Socket, broken};

/// About as long as a move in the native protocol.
const PADDING: usize = 120;

/// Serves until it is killed. Clients are paired in order of arrival.
pub(super) fn serve(out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
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
    tokio_tungstenite::accept_async(stream)
        .await
        .map_err(broken)
}

/// Two connections that the relay takes for a pair, if nobody else connects at the same time.
pub(super) async fn connect(address: SocketAddr) -> io::Result<[Socket; 2]> {
    let first = server_socket::connect_bare(address).await?;
    Ok([first, server_socket::connect_bare(address).await?])
}

/// Sends to and fro until the time is up.
pub(super) async fn play(pair: [Socket; 2], until: Instant) -> io::Result<Latencies> {
    let [mut first, mut second] = pair;
    let text = "x".repeat(PADDING);
    let mut latencies = Latencies::new();
    while Instant::now() < until {
        latencies.push(pass(&mut first, &mut second, &text).await?);
        latencies.push(pass(&mut second, &mut first, &text).await?);
    }
    Ok(latencies)
}

async fn pass(from: &mut Socket, to: &mut Socket, text: &str) -> io::Result<std::time::Duration> {
    let sent = Instant::now();
    from.send(Message::text(text)).await.map_err(broken)?;
    match to.next().await {
        Some(Ok(_)) => Ok(sent.elapsed()),
        _ => Err(io::Error::other("the relay has gone")),
    }
}
