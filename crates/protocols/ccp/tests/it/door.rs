//! A server with its CCP door on a port of its own, and clients of bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bus::testkit::Hub;
use host::{Computer, Host};
use rules::Variants;
use server::Server;
use session::GameId;
use store::testkit::FaultyStore;
use store::{MemoryStore, Page, Stage, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use native::testkit::client::{PATIENCE, in_time};
use native::testkit::game::{Setup, settings as settings_for_tests};

/// How long silence must last to be silence.
const SILENCE: Duration = Duration::from_millis(150);

/// How a door is set up.
pub(crate) struct Options {
    pub(crate) server: server::Settings,
    pub(crate) ccp: ccp::Options,
    pub(crate) computer: Option<Arc<dyn Computer>>,
    pub(crate) variants: Variants,
    pub(crate) node: Option<host::Node>,
}

/// Limits that do not get in the way of a test that is about something else.
pub(crate) fn options() -> Options {
    let settings = ccp::Settings::new(
        catalog::standard().first().variant(),
        "startpos; draws=plain",
    );
    Options {
        server: settings_for_tests(),
        ccp: ccp::Options {
            connections_per_minute: 10_000,
            ..ccp::Options::new(settings)
        },
        computer: None,
        variants: catalog::standard().variants(),
        node: None,
    }
}

pub(crate) struct Door {
    pub(crate) host: Host,
    pub(crate) store: Arc<FaultyStore<MemoryStore>>,
    server: Server,
    address: SocketAddr,
}

impl Door {
    pub(crate) async fn open() -> Door {
        Door::open_with(options()).await
    }

    pub(crate) async fn open_with(options: Options) -> Door {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        Door::start(store, options).await
    }

    /// A door of another server on the same store.
    pub(crate) async fn open_on(store: Arc<FaultyStore<MemoryStore>>) -> Door {
        Door::start(store, options()).await
    }

    /// A door of one of several nodes on the same store.
    pub(crate) async fn open_node(store: &Arc<FaultyStore<MemoryStore>>, hub: &Hub) -> Door {
        let id = host::Node::new_id().unwrap();
        let bus = hub.add(id.clone());
        let node = Some(host::Node { id, bus });
        let options = Options { node, ..options() };
        Door::start(Arc::clone(store), options).await
    }

    async fn start(store: Arc<FaultyStore<MemoryStore>>, options: Options) -> Door {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ccp = ccp::Options {
            reachable: options.node.is_some().then_some(address),
            ..options.ccp
        };
        let setup = Setup {
            settings: options.server,
            computer: options.computer,
            variants: options.variants,
            protocols: vec![Box::new(ccp::Protocol::new(Some(listener), ccp))],
            node: options.node,
            ..Setup::default()
        };
        let (server, host) = setup.start(store.clone()).await;
        Door {
            host,
            store,
            server,
            address,
        }
    }

    /// Where the other protocols are.
    pub(crate) fn web(&self) -> SocketAddr {
        self.server.address()
    }

    pub(crate) async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.address).await.unwrap())
    }

    /// Two clients that have their colours.
    pub(crate) async fn pair(&self) -> (Client, Client) {
        let (mut white, mut black) = (self.connect().await, self.connect().await);
        white.expect("COLOR WHITE\n").await;
        black.expect("COLOR BLACK\n").await;
        (white, black)
    }

    pub(crate) async fn only_game(&self) -> GameId {
        let live = self.host.live_games(Page::first(10)).await.unwrap();
        assert_eq!(live.len(), 1);
        live[0].game.clone()
    }

    /// How many games are noted as played.
    pub(crate) async fn n_noted(&self) -> usize {
        let noted = self.store.entries(&store::Space::Ccp).await;
        noted.unwrap().len()
    }

    /// Waits until no game is noted as played.
    pub(crate) async fn nothing_noted(&self) {
        let nothing = async {
            while self.n_noted().await > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        in_time(nothing).await;
    }

    /// Waits until a game is over.
    pub(crate) async fn ended(&self, game: &GameId) -> Stage {
        let over = async {
            loop {
                let summary = self.store.summary(game).await.unwrap().unwrap();
                if summary.stage != Stage::Running {
                    return summary.stage;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        in_time(over).await
    }

    /// Waits until both players of a game have left.
    pub(crate) async fn left(&self, game: &GameId) {
        let summary = self.store.summary(game).await.unwrap().unwrap();
        let seats = [summary.seats.white.unwrap(), summary.seats.black.unwrap()];
        let left = async {
            while seats.iter().any(|seat| self.host.is_present(&seat.player)) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        in_time(left).await;
    }

    pub(crate) async fn stop(self) -> Arc<FaultyStore<MemoryStore>> {
        in_time(self.server.stop()).await;
        self.store
    }
}

pub(crate) struct Client(TcpStream);

impl Client {
    pub(crate) async fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes()).await;
    }

    /// A peer that has gone does not matter here.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        drop(self.0.write_all(bytes).await);
    }

    pub(crate) async fn expect(&mut self, expected: &str) {
        let mut got = vec![0; expected.len()];
        let read = timeout(PATIENCE, self.0.read_exact(&mut got)).await;
        read.unwrap_or_else(|_| panic!("{expected:?} does not come"))
            .unwrap_or_else(|why| panic!("{expected:?}: {why}"));
        assert_eq!(String::from_utf8_lossy(&got), expected);
    }

    /// The next line, whatever it is.
    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        while !line.ends_with('\n') {
            let byte = in_time(self.0.read_u8()).await.unwrap();
            line.push(char::from(byte));
        }
        line
    }

    pub(crate) async fn expect_end(&mut self) {
        let mut rest = Vec::new();
        in_time(self.0.read_to_end(&mut rest)).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }

    pub(crate) async fn expect_silence(&mut self) {
        let mut byte = [0];
        let read = timeout(SILENCE, self.0.read(&mut byte)).await;
        assert!(!matches!(read, Ok(Ok(1..))), "somebody said {:?}", byte[0]);
    }
}
