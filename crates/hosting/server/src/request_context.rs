//! What the server knows of a request.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderMap;
use host::{HostError, Identity, Rejection};
use session::PlayerId;

use crate::connection_limits::Peer;
use crate::{Context, Upgrade, bad_token, origin};

/// Who sent a request, as far as the server knows.
#[derive(Clone)]
pub struct RequestContext {
    context: Arc<Context>,
    bearer: Option<String>,
    cookie: Option<String>,
    base: String,
    is_cross_site: bool,
    peer: Peer,
}

impl RequestContext {
    pub(crate) fn new(
        context: Arc<Context>,
        peer: Peer,
        headers: &HeaderMap,
        base: String,
    ) -> RequestContext {
        RequestContext {
            bearer: origin::bearer(headers),
            cookie: origin::token_cookie(headers),
            base,
            is_cross_site: !origin::is_allowed(headers, &context.settings),
            context,
            peer,
        }
    }

    /// What the paths of the protocol begin with for this request; empty at the root.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where the request comes from, for limits.
    pub fn address(&self) -> &str {
        self.peer.address.name()
    }

    /// Whether a page of another site made this request. Requests that are not reads were refused already; a
    /// protocol that changes something by `GET` checks this.
    pub fn is_cross_site(&self) -> bool {
        self.is_cross_site
    }

    /// The player by a token in the `Authorization` header.
    ///
    /// # Errors
    /// The token is not valid, or the store fails.
    pub async fn bearer(&self) -> Result<Option<Identity>, Rejection> {
        let Some(token) = &self.bearer else {
            return Ok(None);
        };
        let known = self.context.host.accounts().identify(token).await?;
        match known {
            Some(identity) => Ok(Some(identity)),
            None => Err(bad_token().into()),
        }
    }

    /// The player by the server's own cookie.
    ///
    /// # Errors
    /// The store fails.
    pub async fn cookie(&self) -> Result<Option<Identity>, HostError> {
        match &self.cookie {
            Some(token) => self.context.host.accounts().identify(token).await,
            None => Ok(None),
        }
    }

    pub(crate) fn has_bearer(&self) -> bool {
        self.bearer.is_some()
    }

    /// Whether this player may begin one more game now.
    pub fn may_create(&self, player: &PlayerId) -> bool {
        let budgets = &self.context.budgets;
        budgets.creation(player, &self.peer.address).is_ok()
    }

    /// Lets the request go on as a WebSocket.
    ///
    /// # Errors
    /// It comes from a page of another site, or does not ask for a WebSocket.
    pub fn upgrade(&self, request: Request) -> Result<Upgrade, Rejection> {
        Upgrade::new(&self.context, request)
    }

    /// Returns when the server stops.
    pub async fn stopped(&self) {
        self.context.stopped().await;
    }
}
