//! A server with the protocol, on a port of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use host::{Computer, Host, Identity, Judgement, Opponent, Rival, SearchTask, Settings};
use rules::{AnyVariant, BySeat, Variants};
use server::{Parts, Server};
use store::{MemoryStore, Store};
use tokio::net::TcpListener;
use wisconsin_host::{Protocol, WithOnePly};

use crate::client::Client;

/// No other computer players.
struct Nobody;

impl Computer for Nobody {
    fn rivals(&self, _: &str) -> Vec<Rival> {
        Vec::new()
    }

    fn choose(&self, _: &SearchTask, _: &Opponent) -> Option<String> {
        None
    }

    fn judge(&self, _: &SearchTask) -> Option<Judgement> {
        None
    }
}

/// Longer than any test waits on purpose.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// More requests in a second than any test makes.
const PLENTY: u32 = 10_000;

/// A running server.
pub(crate) struct Hall {
    pub(crate) host: Host,
    protocol: Protocol,
    server: Server,
}

impl Hall {
    pub(crate) async fn open() -> Hall {
        Hall::open_with(Arc::new(MemoryStore::new()), LONG, None).await
    }

    /// A server that reads so much of a connection.
    pub(crate) async fn open_limited(requests_per_second: u32) -> Hall {
        let store = Arc::new(MemoryStore::new());
        let variants = catalog::standard().variants();
        Hall::start(store, LONG, None, variants, None, requests_per_second).await
    }

    /// A server on which Wisconsin Chess is this variant.
    pub(crate) async fn open_on(variant: &'static dyn AnyVariant) -> Hall {
        let store = Arc::new(MemoryStore::new());
        let variants = [variant].into_iter().collect();
        Hall::start(store, LONG, None, variants, None, PLENTY).await
    }

    /// A server at the root with the files of the original web client.
    pub(crate) async fn open_original(web: &Path) -> Hall {
        let store = Arc::new(MemoryStore::new());
        let variants = catalog::standard().variants();
        Hall::start(store, LONG, Some("wisconsin"), variants, Some(web), PLENTY).await
    }

    pub(crate) async fn open_with(
        store: Arc<dyn Store>,
        patience: Duration,
        root: Option<&str>,
    ) -> Hall {
        let variants = catalog::standard().variants();
        Hall::start(store, patience, root, variants, None, PLENTY).await
    }

    async fn start(
        store: Arc<dyn Store>,
        patience: Duration,
        root: Option<&str>,
        variants: Variants,
        web: Option<&Path>,
        requests_per_second: u32,
    ) -> Hall {
        let mut server_settings = server::Settings {
            root: root.map(str::to_owned),
            ..server::Settings::default()
        };
        server_settings.limits.requests_per_second = requests_per_second;
        server_settings.limits.creations_per_minute = 10_000;
        server_settings.limits.address_requests_per_second = 10_000;
        server_settings.limits.address_creations_per_minute = 10_000;
        let settings = Settings {
            variants,
            max_games: 100,
            computer: Some(Arc::new(WithOnePly(Nobody))),
        };
        let host = Host::start(store, settings).await.unwrap();
        let settings = wisconsin_host::Settings {
            patience,
            web: web.map(Path::to_path_buf),
        };
        let protocol = Protocol::new(host.clone(), settings);
        let parts = Parts {
            host: host.clone(),
            protocols: vec![
                Box::new(native::Protocol::new(native::Settings::default())),
                Box::new(protocol.clone()),
            ],
            settings: server_settings,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::start(listener, parts).unwrap();
        Hall {
            host,
            protocol,
            server,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Somebody with a token of the server and a name.
    pub(crate) async fn guest(&self, name: &str) -> Client {
        let newcomer = self.host.accounts().newcomer().unwrap();
        let who = self.host.accounts().rename(&newcomer, name).await.unwrap();
        Client::with_token(self.address(), who)
    }

    /// Two who play each other from a position. White first, then Black.
    pub(crate) async fn pair(&self, position: &str) -> (Client, Client, u64) {
        let (ada, ben) = (self.guest("Ada").await, self.guest("Ben").await);
        let players = BySeat {
            white: Some(ada.who.clone().unwrap()),
            black: Some(ben.who.clone().unwrap()),
        };
        let number = self.arrange(position, players).await;
        (ada, ben, number)
    }

    pub(crate) async fn arrange(&self, position: &str, players: BySeat<Option<Identity>>) -> u64 {
        let setup = position.parse().unwrap();
        self.protocol.arrange(setup, players).await.unwrap()
    }

    pub(crate) async fn close(self) {
        self.server.stop().await;
    }
}
