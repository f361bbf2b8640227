//! Several nodes on one store.

mod failing;
mod games;
mod people;
mod postgres;
mod seeks;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bus::testkit::Hub;
use host::{
    Computer, Connection, Edition, Host, Identity, Node, Push, Pushes, Settings, Subscriber,
};
use session::GameId;
use store::{MemoryStore, NodeId, Store};

use crate::support::now;

/// Longer than anything takes that does not fail. Time is paused in these tests, so it costs nothing.
const PATIENCE: Duration = Duration::from_secs(60);

static EDITION: Edition = Edition {
    encode: |happening| happening.session.seq().to_string(),
    follows_picture: false,
};

/// Nodes that share a store and a bus.
pub(crate) struct Cluster {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) hub: Hub,
    n_nodes: AtomicUsize,
}

impl Cluster {
    pub(crate) fn new() -> Cluster {
        Cluster::on(Arc::new(MemoryStore::new()))
    }

    pub(crate) fn on(store: Arc<dyn Store>) -> Cluster {
        Cluster {
            store,
            hub: Hub::new(),
            n_nodes: AtomicUsize::new(0),
        }
    }

    pub(crate) async fn node(&self) -> Host {
        self.node_on(Arc::clone(&self.store), None).await
    }

    pub(crate) async fn nodes<const N: usize>(&self) -> [Host; N] {
        let mut nodes = Vec::new();
        for _ in 0..N {
            nodes.push(self.node().await);
        }
        // Everybody has heard of everybody.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        nodes.try_into().ok().unwrap()
    }

    /// A node with another way to the store.
    pub(crate) async fn node_on(
        &self,
        store: Arc<dyn Store>,
        computer: Option<Arc<dyn Computer>>,
    ) -> Host {
        let number = self.n_nodes.fetch_add(1, Ordering::SeqCst);
        let id = NodeId::new(format!("node{number}")).unwrap();
        let settings = Settings {
            variants: catalog::standard().variants(),
            max_games: 100,
            computer,
        };
        let bus = self.hub.add(id.clone());
        let host = Host::start_node(store, settings, Node { id, bus }, now).await;
        host.unwrap()
    }

    /// A node dies without a word.
    pub(crate) fn kill(&self, host: &Host) {
        self.hub.remove(host.node_id());
        host.vanish();
    }
}

/// A player with a connection to a node.
pub(crate) struct Client {
    pub(crate) pushes: Pushes,
    subscriber: Subscriber,
    _connection: Connection,
}

pub(crate) fn connect(host: &Host, who: &Identity) -> Client {
    let (subscriber, pushes) = Subscriber::new(256);
    Client {
        pushes,
        _connection: host.connect(&who.player, &subscriber),
        subscriber,
    }
}

impl Client {
    /// Opens a game; says how many records it has.
    pub(crate) async fn open(&self, host: &Host, who: &Identity, game: &GameId) -> u64 {
        let opened = host.open(game, Some(&who.player), None, &self.subscriber, &EDITION);
        opened.await.unwrap().0.view.seq
    }

    /// Waits until the game has so many records here.
    pub(crate) async fn sees(&mut self, n_records: u64) {
        let wait = async {
            loop {
                match self.pushes.recv().await.unwrap() {
                    Push::Text(text) if text == n_records.to_string() => return,
                    Push::Text(_) | Push::Player(_) => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.unwrap();
    }

    /// Waits for something about the player.
    pub(crate) async fn hears(
        &mut self,
        fits: impl Fn(&host::PlayerEvent) -> bool,
    ) -> Arc<host::PlayerEvent> {
        let wait = async {
            loop {
                if let Push::Player(event) = self.pushes.recv().await.unwrap()
                    && fits(&event)
                {
                    return event;
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.unwrap()
    }
}

/// How long something takes, by the time of the test.
pub(crate) async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let began = tokio::time::Instant::now();
    let done = work.await;
    (done, began.elapsed())
}

/// Waits until something is so.
pub(crate) async fn until<T>(look: impl AsyncFn() -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap()
}
