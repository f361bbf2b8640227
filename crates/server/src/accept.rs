//! Lets connections in.

use std::error::Error;
use std::io;
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
use crate::impatient::Impatient;
use crate::metrics::Metrics;
use crate::shared::Shared;

/// How long a client may take to send the head of a request. Whoever sends a byte now and then is not
/// allowed to hold a connection.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may let an answer lie. It is longer than what a WebSocket allows for a message, so that
/// there is time for a goodbye.
const UNREAD: Duration = Duration::from_secs(15);

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
        .serve_connection(TokioIo::new(Impatient::new(stream, UNREAD)), service)
        .with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = &mut connection => result,
        () = shared.stopped() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A client that breaks off is no news; one that does not read is counted.
    if result.is_err_and(|error| is_unread(&error)) {
        Metrics::count(&shared.metrics.too_slow);
    }
}

fn is_unread(error: &hyper::Error) -> bool {
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}
