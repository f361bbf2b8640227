//! A server with the native protocol and the JSON message interface.

use std::sync::Arc;

use host::Computer;
pub(crate) use native::testkit::game::{
    BLITZ, CHESS, Pairing, Setup, act, ask, create, rivals, settings, written,
};
use server::{Server, Settings};
use store::{MemoryStore, Store};

/// A server that also speaks the JSON message interface, for tests of what all WebSockets share.
pub(crate) async fn start_setup(store: Arc<dyn Store>, mut setup: Setup) -> Server {
    let json = json_interface::Protocol::new();
    setup.protocols.push(Box::new(json));
    setup.start(store).await.0
}

pub(crate) async fn start_with(store: Arc<dyn Store>, settings: Settings) -> Server {
    let setup = Setup {
        settings,
        ..Setup::default()
    };
    start_setup(store, setup).await
}

pub(crate) async fn start() -> Server {
    start_with(Arc::new(MemoryStore::new()), settings()).await
}

/// A server where one can play this computer and chat.
pub(crate) async fn start_computer(store: Arc<dyn Store>, computer: Arc<dyn Computer>) -> Server {
    let setup = Setup {
        computer: Some(computer),
        chat: true,
        ..Setup::default()
    };
    start_setup(store, setup).await
}
