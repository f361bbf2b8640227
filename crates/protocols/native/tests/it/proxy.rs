//! A proxy for one connection, which it cuts after a number of bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// After how many bytes a connection is cut, in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// It is not.
    None,
    /// On the way to the server.
    Up(usize),
    /// On the way to the client.
    Down(usize),
}

/// Bytes that have passed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passed {
    pub(crate) up: usize,
    pub(crate) down: usize,
}

/// Where to connect, and what has passed when the connection has ended.
pub(crate) async fn proxy(server: SocketAddr, cut: Cut) -> (SocketAddr, JoinHandle<Passed>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (up, down) = match cut {
        Cut::None => (usize::MAX, usize::MAX),
        Cut::Up(room) => (room, usize::MAX),
        Cut::Down(room) => (usize::MAX, room),
    };
    let work = async move {
        let (client, _) = listener.accept().await.unwrap();
        drop(listener);
        let server = TcpStream::connect(server).await.unwrap();
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        let counts = [Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0))];
        tokio::select! {
            () = hand_on(&mut from_client, &mut to_server, up, &counts[0]) => {}
            () = hand_on(&mut from_server, &mut to_client, down, &counts[1]) => {}
        }
        let [up, down] = counts.map(|count| count.load(Ordering::Relaxed));
        Passed { up, down }
    };
    (address, tokio::spawn(work))
}

/// Hands on so many bytes at most.
async fn hand_on(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    room: usize,
    passed: &AtomicUsize,
) {
    let mut buffer = [0; 512];
    loop {
        let most = buffer.len().min(room - passed.load(Ordering::Relaxed));
        if most == 0 {
            return;
        }
        let Ok(n @ 1..) = from.read(&mut buffer[..most]).await else {
            return;
        };
        if to.write_all(&buffer[..n]).await.is_err() {
            return;
        }
        passed.fetch_add(n, Ordering::Relaxed);
    }
}
