//! What a protocol brings to a server.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use host::Rejection;

use crate::{Context, Subtree};

/// A path of which one protocol takes the forms, and another one the rest.
pub struct FormRoute {
    /// The path, without variable parts.
    pub path: &'static str,
    /// Answers the forms.
    pub router: Router,
}

/// What answers requests. Routers hold the context, so the context must not hold them.
#[derive(Clone)]
pub(crate) struct Routes {
    /// Of all protocols.
    pub(crate) all: Router,
    /// Paths whose forms are another protocol's.
    pub(crate) forms: Arc<[FormRoute]>,
}

impl Routes {
    /// The router of a path whose forms are another protocol's.
    pub(crate) fn of_form(&self, path: &str) -> Option<&Router> {
        let route = self.forms.iter().find(|route| route.path == path);
        route.map(|route| &route.router)
    }
}

/// A way to speak to the server. Each protocol is a crate of its own; the binary mounts it with one line.
pub trait Protocol: Send + Sync + 'static {
    /// Its stable name.
    fn name(&self) -> &'static str;

    /// Its routes at fixed paths of the server. Each request carries a [`crate::Peer`] among its extensions.
    fn routes(&self, context: &Arc<Context>) -> Router {
        let _ = context;
        Router::new()
    }

    /// Paths that another protocol has as well: requests whose body is a form are this protocol's.
    fn form_routes(&self, context: &Arc<Context>) -> Vec<FormRoute> {
        let _ = context;
        Vec::new()
    }

    /// The page that a path means which nobody has a route for: clients may know pages by shorter names.
    fn redirect(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// How this protocol tells a client of a path of its own that a request was refused before it was routed.
    fn refuse(&self, path: &str, rejection: &Rejection) -> Option<Response> {
        let _ = (path, rejection);
        None
    }

    /// Everything below `/name`, for a protocol that has a tree of paths of its own.
    fn subtree(&self, context: &Arc<Context>) -> Option<Subtree> {
        let _ = context;
        None
    }

    /// Starts what the protocol does by itself: a listener of its own, clean-up after a restart. Tasks end when
    /// [`Context::stopped`] does.
    fn start(&self, context: &Arc<Context>) {
        let _ = context;
    }
}
