//! Lets connections in.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use host::Rejection;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use rules::Refusal;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::budget::Address;
use crate::connection_limits::{AddressSlot, ConnectionSlot, Peer};
use crate::cross_origin::AllowedOrigin;
use crate::metrics::{Metrics, Verdict};
use crate::protocol::Routes;
use crate::write_timeout::WriteTimeout;
use crate::{Context, Security, answer_headers, origin, rate_limited, refuse};

/// How long a client may take to send the head of a request, so that a byte now and then does not hold a connection.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may let an answer lie. It is longer than what a WebSocket allows for a message, so that
/// there is time for a goodbye.
const UNREAD: Duration = Duration::from_secs(15);

/// How long to wait when the system has no more room for connections.
const BREATH: Duration = Duration::from_millis(50);

/// How long a client waits for a refusal above a rate limit. Its connection is not read meanwhile, so a flood of requests
/// is slowed down instead of being answered as fast as it comes.
const RATE_LIMIT_DELAY: Duration = Duration::from_millis(250);

/// Largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// Accepts connections until the server stops.
pub(crate) async fn run(listener: TcpListener, routes: Routes, context: Arc<Context>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = context.ended() => return,
        };
        match accepted {
            Ok((stream, peer)) => match Entrance::new(&context, peer.ip()) {
                Some(entrance) => {
                    tokio::spawn(serve(stream, entrance, routes.clone()));
                }
                None => context.turn_away(stream),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Where requests of one connection come in.
struct Entrance {
    context: Arc<Context>,
    slot: Arc<ConnectionSlot>,
    address: Arc<Address>,
    /// Behind a proxy every request has its own, for many clients share one connection.
    address_slot: Option<Arc<AddressSlot>>,
}

impl Entrance {
    fn new(context: &Arc<Context>, ip: IpAddr) -> Option<Entrance> {
        let slot = Arc::new(context.connections.enter()?);
        let address = context.budgets.address(ip).ok()?;
        let address_slot = match context.settings.trust_proxy.believes(ip) {
            true => None,
            false => Some(Arc::new(context.connections.enter_from(&address)?)),
        };
        Some(Entrance {
            context: Arc::clone(context),
            slot,
            address,
            address_slot,
        })
    }

    /// Counts a request, whatever it is for, and says who sends it.
    fn admit(&self, headers: &HeaderMap) -> Result<Peer, Refusal> {
        let (address, address_slot, security) = match &self.address_slot {
            Some(place) => (
                Arc::clone(&self.address),
                Arc::clone(place),
                Security::Plain,
            ),
            None => self.admit_forwarded(headers)?,
        };
        self.count(&address, headers)?;
        Ok(Peer {
            address,
            security,
            _slot: Arc::clone(&self.slot),
            _address_slot: address_slot,
        })
    }

    /// Counts a request: with its access token, if that is known to be valid, else with its address.
    fn count(&self, address: &Address, headers: &HeaderMap) -> Result<(), Refusal> {
        let by_token = |token: String| self.context.budgets.token_request(&token);
        match origin::bearer(headers).and_then(by_token) {
            Some(counted) => counted,
            None => address.request(1),
        }
    }

    /// What a proxy asks for by itself comes from its own address.
    fn admit_forwarded(
        &self,
        headers: &HeaderMap,
    ) -> Result<(Arc<Address>, Arc<AddressSlot>, Security), Refusal> {
        let trust = &self.context.settings.trust_proxy;
        let address = match trust.client(headers) {
            Some(ip) => self.context.budgets.address(ip)?,
            None => Arc::clone(&self.address),
        };
        let place = self.context.connections.enter_from(&address);
        let place = place.ok_or_else(rate_limited)?;
        let security = match trust.is_secure(headers) {
            true => Security::Tls,
            false => Security::Plain,
        };
        Ok((address, Arc::new(place), security))
    }
}

/// What HTTP is served on, and what a WebSocket is taken out of.
pub(crate) type HttpStream = TokioIo<WriteTimeout<TcpStream>>;

async fn serve(stream: TcpStream, entrance: Entrance, routes: Routes) {
    // Small messages must not wait for each other; if the system refuses, they do.
    drop(stream.set_nodelay(true));
    let context = Arc::clone(&entrance.context);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let (admitted, routes) = (entrance.admit(request.headers()), routes.clone());
        if admitted.is_err() {
            let metrics = &entrance.context.metrics;
            metrics.request(Verdict::Refused, Duration::ZERO);
        }
        let elsewhere = AllowedOrigin::of(request.headers(), &entrance.context.settings);
        let context = Arc::clone(&entrance.context);
        let address = Arc::clone(&entrance.address);
        async move {
            let answered = answer(&context, routes, request, admitted, elsewhere.as_ref());
            let mut response = answered.await?;
            if response.status() == StatusCode::TOO_MANY_REQUESTS {
                tokio::time::sleep(address.delay(RATE_LIMIT_DELAY)).await;
                let headers = response.headers_mut();
                let retry = headers.entry(header::RETRY_AFTER);
                retry.or_insert(HeaderValue::from_static("1"));
            }
            let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
            if (context.is_draining() || context.is_stopping()) && !is_upgrade {
                // The next request of this client, or of its proxy, goes to another node.
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            answer_headers::complete(response.headers_mut());
            Ok::<_, Infallible>(response)
        }
    });
    let stream: HttpStream = TokioIo::new(WriteTimeout::new(stream, UNREAD));
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(MAX_HEAD);
    let connection = builder.serve_connection(stream, service).with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = &mut connection => result,
        // A node that is cut off from its store still says so, and that it lives.
        () = context.ended() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A client that breaks off is not news; one that does not read is counted.
    if result.is_err_and(|error| is_unread(&error)) {
        Metrics::count(&context.metrics.too_slow);
    }
}

/// The answer to a request, for the page that sent it.
async fn answer(
    context: &Context,
    routes: Routes,
    mut request: Request<Incoming>,
    admitted: Result<Peer, Refusal>,
    elsewhere: Option<&AllowedOrigin>,
) -> Result<Response, Infallible> {
    let peer = match admitted {
        Ok(peer) => peer,
        Err(refusal) => {
            let refused = refuse_early(context, request.uri().path(), &refusal.into());
            return Ok(permit(elsewhere, refused));
        }
    };
    if let Some(origin) = elsewhere {
        if let Some(answer) = origin.preflight(&request) {
            return Ok(answer);
        }
        request.headers_mut().remove(header::COOKIE);
    }
    request.extensions_mut().insert(peer);
    let forms = routes.of_form(request.uri().path());
    let router = match forms.filter(|_| is_form(request.headers())) {
        Some(forms) => forms.clone(),
        None => routes.all,
    };
    let response = router.oneshot(request).await?;
    Ok(permit(elsewhere, response))
}

/// Refuses a request in the words of the protocol that has its path.
fn refuse_early(context: &Context, path: &str, rejection: &Rejection) -> Response {
    let mut protocols = context.protocols().iter();
    let refused = protocols.find_map(|protocol| protocol.refuse(path, rejection));
    refused.unwrap_or_else(|| refuse(rejection))
}

/// Whether the body of a request is a form, as browsers send it.
fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

fn permit(elsewhere: Option<&AllowedOrigin>, answer: Response) -> Response {
    match elsewhere {
        Some(origin) => origin.permit(answer),
        None => answer,
    }
}

fn is_unread(error: &hyper::Error) -> bool {
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}
