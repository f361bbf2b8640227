//! The protocol as a server mounts it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use server::Context;
use tokio::net::TcpListener;

use crate::service::Service;
use crate::{Settings, hosted, listener};

/// How the protocol is served.
#[derive(Clone)]
pub struct Options {
    /// What is played, and how patient the server is.
    pub settings: Settings,
    /// Games at the same time.
    pub max_games: usize,
    /// Connections per minute from one address. Each pair of them stores a game.
    pub connections_per_minute: u32,
    /// The level of the computer that plays a client who waits for an opponent; without it, none does.
    pub computer: Option<u8>,
    /// How long a client waits before a computer comes.
    pub computer_after: Duration,
    /// Where other nodes of the same server reach this one's listener. Without it, clients of different nodes do not meet.
    pub reachable: Option<SocketAddr>,
}

impl Options {
    /// The usual numbers for these settings.
    pub fn new(settings: Settings) -> Options {
        Options {
            settings,
            max_games: 1000,
            connections_per_minute: 120,
            computer: None,
            computer_after: Duration::from_secs(10),
            reachable: None,
        }
    }
}

/// The protocol, for a server to mount.
pub struct Protocol {
    options: Options,
    listener: Mutex<Option<TcpListener>>,
}

impl Protocol {
    /// The protocol on a listener of its own. Without one it only ends what an earlier start left over.
    pub fn new(listener: Option<TcpListener>, options: Options) -> Protocol {
        Protocol {
            options,
            listener: Mutex::new(listener),
        }
    }
}

impl server::Protocol for Protocol {
    fn name(&self) -> &'static str {
        "ccp"
    }

    fn start(&self, context: &Arc<Context>) {
        let service = Service::new(context, self.options.clone());
        tokio::spawn(hosted::end_leftovers(Arc::clone(&service)));
        let mut listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = listener.take() {
            // The task ends when the server stops; its clients are waited for like all connections.
            tokio::spawn(listener::run(listener, service));
        }
    }
}
