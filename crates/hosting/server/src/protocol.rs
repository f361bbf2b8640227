//! What a protocol brings to a server.

use std::sync::Arc;

use axum::Router;

use crate::{Context, Subtree};

/// A way to speak to the server. Each protocol is a crate of its own; the binary mounts it with one line.
pub trait Protocol: Send + Sync + 'static {
    /// Its stable name.
    fn name(&self) -> &'static str;

    /// Its routes at fixed paths of the server. Each request carries a [`crate::Peer`] among its extensions.
    fn routes(&self, context: &Arc<Context>) -> Router {
        let _ = context;
        Router::new()
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
