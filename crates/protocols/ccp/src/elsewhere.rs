//! Clients who wait at different nodes of one server: one of the two is passed on to the node of the other.
//!
//! A node that has a client without an opponent notes in the store where it can be reached. Of two such nodes, the one with the
//! later name takes the note of the other and connects its own client to that node, as if it had come there.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use session::Millis;
use store::{Entry, Space, StoreError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Arrival;
use crate::listener::Client;
use crate::service::Service;

/// What the names of notes begin with; the name of the node follows.
const NOTE: &str = "ccp-waiting/";

/// The name by which nodes tell each other that there is a new note.
const NAME: &str = "ccp";

/// How often a note is written again, and others are looked for.
const LOOK: Duration = Duration::from_secs(2);

/// A note that was not written again for so long does not count: its node may be dead.
const FRESH: Millis = Millis::from_secs(6);

/// How long connecting to another node may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Comes back with a connection to a node where another client waits. Never, if nobody waits here or there are no other
/// nodes.
pub(crate) async fn opponent(is_waiting: bool, service: &Arc<Service>) -> TcpStream {
    let Some(own) = service.options.reachable.filter(|_| is_waiting) else {
        return std::future::pending().await;
    };
    let _note = Note(Arc::clone(service));
    let mut news = service.context.host.protocol_news();
    let mut is_told = false;
    loop {
        match look(service, own, &mut is_told).await {
            Ok(Some(stream)) => return stream,
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "other CCP clients who wait could not be found"),
        }
        let told = async {
            while let Ok((name, _)) = news.recv().await {
                if &*name == NAME {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        drop(timeout(LOOK, told).await);
    }
}

/// Removes the note when nobody waits any more.
struct Note(Arc<Service>);

impl Drop for Note {
    fn drop(&mut self) {
        let host = self.0.context.host.clone();
        tokio::spawn(async move {
            let key = format!("{NOTE}{}", host.node_id());
            drop(host.store().take(&Space::Server, &key).await);
        });
    }
}

async fn look(
    service: &Service,
    own: SocketAddr,
    is_told: &mut bool,
) -> Result<Option<TcpStream>, StoreError> {
    let host = &service.context.host;
    if host.node_counts().is_none_or(|counts| counts.nodes < 2) {
        return Ok(None);
    }
    let key = format!("{NOTE}{}", host.node_id());
    let note = Entry {
        key: key.clone(),
        value: own.to_string(),
        expires: Some(host.now() + FRESH),
    };
    host.store().put(&Space::Server, note).await?;
    if !std::mem::replace(is_told, true) {
        host.tell_protocol(NAME, "waiting".to_owned());
    }
    for note in host.store().entries(&Space::Server).await? {
        let is_fresh = note.expires.is_some_and(|expires| expires > host.now());
        let is_other = note.key.starts_with(NOTE) && note.key < key;
        if !is_other || !is_fresh {
            continue;
        }
        // The one that takes the note may go there.
        let taken = host.store().take(&Space::Server, &note.key).await?;
        let place = taken.and_then(|note| note.value.parse::<SocketAddr>().ok());
        if let Some(place) = place
            && let Ok(Ok(stream)) = timeout(PATIENCE, TcpStream::connect(place)).await
        {
            return Ok(Some(stream));
        }
    }
    Ok(None)
}

/// Passes on what a client and another node say to each other, until one of them leaves.
pub(crate) async fn pass_on(mut client: Client, stream: TcpStream, service: Arc<Service>) {
    // Without this lines are later; nothing else is harmed.
    let _ = stream.set_nodelay(true);
    let (mut read, mut write) = stream.into_split();
    let mut buffer = [0; 512];
    loop {
        tokio::select! {
            arrival = client.arrival() => match arrival {
                Arrival::Asked(request) => {
                    if write.write_all(request.line().as_bytes()).await.is_err() {
                        break;
                    }
                }
                Arrival::Left => return,
            },
            n_read = read.read(&mut buffer) => match n_read {
                Ok(0) | Err(_) => break,
                // Servers of this protocol send ASCII.
                Ok(n_read) => client.send(&String::from_utf8_lossy(&buffer[..n_read])).await,
            },
            () = service.context.stopped() => break,
        }
    }
    client.close().await;
}
