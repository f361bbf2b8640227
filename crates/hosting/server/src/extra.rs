//! Protocols that bring paths of their own.
//!
//! A protocol that is only about one game lives in a crate of its own and is handed to the server as a
//! router. The server keeps its guards in front of it: connections, requests in a second, and pages of
//! other sites.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use host::{HostError, Identity};
use session::PlayerId;
use tower::ServiceExt;

use crate::crowd::Peer;
use crate::shared::Shared;
use crate::{guard, pages};

/// A protocol with paths of its own.
#[derive(Clone)]
pub struct Extra {
    /// Its paths begin with a slash and this.
    pub name: &'static str,
    /// Answers its requests, which come without that beginning and with a [`Visitor`] among their
    /// extensions.
    pub router: Router,
    /// Whether a path is one of its own. Where it is served at the root as well, these paths are its, and
    /// all others remain the web client's.
    pub has_path: fn(&str) -> bool,
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extra")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Whose request it is, as far as the server knows.
#[derive(Clone)]
pub struct Visitor {
    shared: Arc<Shared>,
    bearer: Option<String>,
    cookie: Option<String>,
    base: String,
    is_foreign: bool,
    peer: Peer,
}

impl Visitor {
    fn new(shared: Arc<Shared>, peer: Peer, headers: &HeaderMap, base: String) -> Visitor {
        Visitor {
            bearer: guard::bearer(headers),
            cookie: guard::cookie(headers),
            base,
            is_foreign: !guard::is_allowed_origin(headers, &shared.config),
            shared,
            peer,
        }
    }

    /// What the paths of the protocol begin with for this visitor; empty at the root.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where the request comes from, for limits.
    pub fn address(&self) -> &str {
        self.peer.address.name()
    }

    /// Whether a page of another site has sent the visitor. Requests that are no mere reading have then
    /// been refused already; a protocol that changes something by `GET` looks here.
    pub fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// Who the visitor is by a token in the `Authorization` header.
    ///
    /// # Errors
    /// The token is not valid, or the store fails.
    pub async fn bearer(&self) -> Result<Option<Identity>, HostError> {
        let Some(token) = &self.bearer else {
            return Ok(None);
        };
        let bad = || HostError::refused("bad-token", "this token is not valid, or no longer");
        let known = self.shared.host.people().identify(token).await?;
        known.ok_or_else(bad).map(Some)
    }

    /// Who the visitor is by the server's own cookie.
    ///
    /// # Errors
    /// The store fails.
    pub async fn cookie(&self) -> Result<Option<Identity>, HostError> {
        match &self.cookie {
            Some(token) => self.shared.host.people().identify(token).await,
            None => Ok(None),
        }
    }

    /// Whether this player may begin one more game now.
    pub fn may_create(&self, player: &PlayerId) -> bool {
        let budgets = &self.shared.budgets;
        budgets.creation(player, &self.peer.address).is_ok()
    }

    /// Comes back when the server stops. Whoever waits for something else gives up then.
    pub async fn stopped(&self) {
        self.shared.stopped().await;
    }
}

/// Answers what is no path of the server itself: a protocol of its own, or the web client.
pub(crate) async fn serve(
    State(shared): State<Arc<Shared>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let Some((extra, base, rest)) = find(&shared, request.uri().path()) else {
        return pages::page(request.method().clone(), request.uri().clone()).await;
    };
    let visitor = Visitor::new(Arc::clone(&shared), peer, request.headers(), base);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if visitor.is_foreign && visitor.bearer.is_none() && !is_read {
        return StatusCode::FORBIDDEN.into_response();
    }
    let router = extra.router.clone();
    let request = prepare(request, visitor, &rest);
    // A router always answers.
    router.oneshot(request).await.into_response()
}

/// The protocol that has this path, what the path begins with, and what follows.
fn find<'a>(shared: &'a Shared, path: &str) -> Option<(&'a Extra, String, String)> {
    for extra in &shared.extras {
        let below = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(extra.name));
        match below {
            Some("") => return Some((extra, format!("/{}", extra.name), "/".to_owned())),
            Some(rest) if rest.starts_with('/') => {
                return Some((extra, format!("/{}", extra.name), rest.to_owned()));
            }
            _ => {}
        }
    }
    let root = shared.config.root.as_deref()?;
    let extra = shared.extras.iter().find(|extra| extra.name == root)?;
    (extra.has_path)(path).then(|| (extra, String::new(), path.to_owned()))
}

fn prepare(mut request: Request, visitor: Visitor, path: &str) -> Request {
    let query = request.uri().query();
    let target = match query {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    // A part of a path that could be read can be read again.
    *request.uri_mut() = target.parse().unwrap_or_else(|_| Uri::from_static("/"));
    request.extensions_mut().insert(visitor);
    request
}

/// Whether a protocol that the configuration names is there.
pub(crate) fn check_root(root: Option<&str>, extras: &[Extra]) -> Result<(), String> {
    match root {
        Some(root) if !extras.iter().any(|extra| extra.name == root) => {
            let names: Vec<&str> = extras.iter().map(|extra| extra.name).collect();
            let known = names.join(", ");
            Err(format!(
                "root: there is no protocol `{root}` (there is: {known})"
            ))
        }
        _ => Ok(()),
    }
}
