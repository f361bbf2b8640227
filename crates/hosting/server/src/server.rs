//! The server as a whole.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use host::Host;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::context::Leaving;
use crate::protocol::Routes;
use crate::{Context, Protocol, Settings, accept, metrics, readiness, subtree};

/// What a server is made of.
pub struct Parts {
    /// Runs the games.
    pub host: Host,
    /// How to speak to it.
    pub protocols: Vec<Box<dyn Protocol>>,
    /// How it is set up.
    pub settings: Settings,
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    stop: Arc<watch::Sender<bool>>,
    end: watch::Sender<bool>,
    sending_away: JoinHandle<()>,
    accepting: JoinHandle<()>,
    context: Arc<Context>,
}

impl Server {
    /// Serves all protocols on a listener.
    ///
    /// # Errors
    /// The listener has no address, or the settings name a protocol that is not there.
    pub fn start(listener: TcpListener, parts: Parts) -> io::Result<Server> {
        let Parts {
            host,
            protocols,
            settings,
        } = parts;
        let address = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let (end, ending) = watch::channel(false);
        let stop = Arc::new(stop);
        let sending_away = tokio::spawn(send_away(host.clone(), Arc::clone(&stop)));
        let context = Context::new(host, settings, Leaving { stopping, ending });
        let mut router = own_routes(Arc::clone(&context));
        let mut subtrees = Vec::new();
        let mut form_routes = Vec::new();
        for protocol in &protocols {
            router = router.merge(protocol.routes(&context));
            form_routes.extend(protocol.form_routes(&context));
            let subtree = protocol.subtree(&context);
            subtrees.extend(subtree.map(|subtree| (protocol.name(), subtree)));
        }
        subtree::check_root(context.settings.root.as_deref(), &subtrees)
            .map_err(io::Error::other)?;
        // Set once, here; the requests that read it come later.
        drop(context.subtrees.set(subtrees));
        for protocol in &protocols {
            protocol.start(&context);
        }
        drop(context.protocols.set(protocols));
        let routes = Routes {
            all: router,
            forms: form_routes.into(),
        };
        let accepting = tokio::spawn(accept::run(listener, routes, Arc::clone(&context)));
        Ok(Server {
            address,
            stop,
            end,
            sending_away,
            accepting,
            context,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tells those who send clients here to send no more, and gives them time to notice. Clients are served as before.
    pub async fn drain(&self, time: Duration) {
        self.context.begin_draining();
        tokio::time::sleep(time).await;
    }

    /// Stops the server: closes all connections, waits for answers under way, and stops the games.
    pub async fn stop(self) {
        self.context.begin_draining();
        self.context.host.close().await;
        self.sending_away.abort();
        self.end.send_replace(true);
        self.stop.send_replace(true);
        // The task ends by itself; if it panicked there is nothing to wait for.
        drop(self.accepting.await);
        self.context.connections.wait_until_closed().await;
        self.context.host.stop().await;
    }
}

/// While a node cannot reach its store, and others can, connections end and new ones end at once.
async fn send_away(host: Host, stop: Arc<watch::Sender<bool>>) {
    let mut cut_off = host.watch_cut_off();
    while cut_off.changed().await.is_ok() {
        stop.send_replace(*cut_off.borrow_and_update());
    }
}

fn own_routes(context: Arc<Context>) -> Router {
    Router::new()
        .route("/healthz", get(readiness::healthz))
        .route("/readyz", get(readiness::readyz))
        .route("/metrics", get(render_metrics))
        .fallback(subtree::serve)
        .with_state(context)
}

async fn render_metrics(State(context): State<Arc<Context>>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics::render(&context))
}
