//! Protocols that own a tree of paths.
//!
//! The server checks connections, request rates and origins before the protocol's router sees a request.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use tower::ServiceExt;

use crate::connection_limits::Peer;
use crate::{Context, RequestContext, pages};

/// The tree of paths of a protocol.
#[derive(Clone)]
pub struct Subtree {
    /// Answers its requests, which come without the prefix and with a [`RequestContext`] among their
    /// extensions.
    pub router: Router,
    /// Whether a path belongs to it. Where it is served at the root as well, these paths are its own, and
    /// all others remain the web client's.
    pub has_path: fn(&str) -> bool,
}

impl fmt::Debug for Subtree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subtree").finish_non_exhaustive()
    }
}

/// Answers paths without a route: the tree of a protocol, or the web client.
pub(crate) async fn serve(
    State(context): State<Arc<Context>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let Some((subtree, base, rest)) = find(&context, request.uri().path()) else {
        let mut protocols = context.protocols().iter();
        let page = protocols.find_map(|protocol| protocol.redirect(request.uri().path()));
        if let Some(page) = page.filter(|_| *request.method() == Method::GET) {
            return Redirect::to(&page).into_response();
        }
        return pages::page(request.method(), request.uri(), request.headers());
    };
    let sender = RequestContext::new(Arc::clone(&context), peer, request.headers(), base);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if sender.is_cross_site() && !sender.has_bearer() && !is_read {
        return StatusCode::FORBIDDEN.into_response();
    }
    let router = subtree.router.clone();
    let request = prepare(request, sender, &rest);
    // A router always answers.
    router.oneshot(request).await.into_response()
}

/// The tree that has this path, what the path begins with, and what follows.
fn find<'a>(context: &'a Context, path: &str) -> Option<(&'a Subtree, String, String)> {
    let subtrees = context.subtrees();
    for (name, subtree) in subtrees {
        let below = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(name));
        match below {
            Some("") => return Some((subtree, format!("/{name}"), "/".to_owned())),
            Some(rest) if rest.starts_with('/') => {
                return Some((subtree, format!("/{name}"), rest.to_owned()));
            }
            _ => {}
        }
    }
    let root = context.settings.root.as_deref()?;
    let (_, subtree) = subtrees.iter().find(|(name, _)| *name == root)?;
    (subtree.has_path)(path).then(|| (subtree, String::new(), path.to_owned()))
}

fn prepare(mut request: Request, sender: RequestContext, path: &str) -> Request {
    let query = request.uri().query();
    let target = match query {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    // A part of a path that could be read can be read again.
    *request.uri_mut() = target.parse().unwrap_or_else(|_| Uri::from_static("/"));
    request.extensions_mut().insert(sender);
    request
}

/// Whether the protocol that is to be served at the root is there.
pub(crate) fn check_root(
    root: Option<&str>,
    subtrees: &[(&'static str, Subtree)],
) -> Result<(), String> {
    match root {
        Some(root) if !subtrees.iter().any(|(name, _)| *name == root) => {
            let names: Vec<&str> = subtrees.iter().map(|(name, _)| *name).collect();
            let known = names.join(", ");
            Err(format!(
                "root: there is no protocol `{root}` (there is: {known})"
            ))
        }
        _ => Ok(()),
    }
}
