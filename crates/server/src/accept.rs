//! Lets connections in.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::guard::Peer;
use crate::shared::Shared;

/// How long a client may take to send the head of a request. Whoever sends a byte now and then is not
/// allowed to hold a connection.
const HEAD: Duration = Duration::from_secs(10);

/// How long to wait when the system has no more room for connections.
const BREATH: Duration = Duration::from_millis(50);

/// Largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// Accepts connections until the server stops.
pub(crate) async fn run(listener: TcpListener, router: Router, shared: Arc<Shared>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.stopped() => return,
        };
        match accepted {
            Ok((stream, peer)) => match shared.crowd.enter(peer.ip()) {
                Some(place) => {
                    let peer = Peer {
                        address: peer.ip(),
                        _place: Arc::new(place),
                    };
                    tokio::spawn(serve(stream, peer, router.clone(), Arc::clone(&shared)));
                }
                None => {
                    shared.metrics.turned_away.fetch_add(1, Ordering::Relaxed);
                }
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, peer: Peer, router: Router, shared: Arc<Shared>) {
    // Small messages must not wait for each other; if the system refuses, they do.
    drop(stream.set_nodelay(true));
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().oneshot(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(MAX_HEAD);
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // A client that breaks off is no news.
        result = &mut connection => return drop(result),
        () = shared.stopped() => connection.as_mut().graceful_shutdown(),
    }
    drop(connection.await);
}
