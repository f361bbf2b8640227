//! What the server knows of a request.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderMap;
use host::{HostError, Identity, Rejection, Visitor};
use session::PlayerId;

use crate::connection_limits::Peer;
use crate::{Context, Security, Upgrade, bad_token, client_name, cookies, origin, pages};

/// Who sent a request, as far as the server knows.
#[derive(Clone)]
pub struct RequestContext {
    context: Arc<Context>,
    bearer: Option<String>,
    cookie: Option<String>,
    base: String,
    device: Option<String>,
    client: String,
    connect_policy: String,
    is_cross_site: bool,
    is_own_doing: bool,
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
            cookie: cookies::token_cookie(headers),
            device: cookies::device_cookie(headers),
            client: client_name(headers),
            connect_policy: pages::connect_policy(headers),
            base,
            is_own_doing: origin::is_own_doing(headers, &context.settings),
            is_cross_site: !origin::is_allowed(headers, &context.settings),
            context,
            peer,
        }
    }

    /// What the paths of the protocol begin with for this request; empty at the root.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Who wants to log in by this request.
    pub fn visitor(&self) -> Visitor<'_> {
        Visitor {
            address: self.peer.address.name(),
            device: self.device.as_deref(),
            client: &self.client,
        }
    }

    /// The part of a content security policy by which a page connects to this server and to nobody else.
    pub fn connect_policy(&self) -> &str {
        &self.connect_policy
    }

    /// How the client is connected.
    pub fn security(&self) -> Security {
        self.peer.security
    }

    /// Whether a page of another site made this request. Requests that are not reads were refused already.
    pub fn is_cross_site(&self) -> bool {
        self.is_cross_site
    }

    /// Whether the player surely wants this. A protocol that changes something by `GET` checks it: a link from another
    /// site, or from another port of this one, does not count.
    pub fn is_own_doing(&self) -> bool {
        self.is_own_doing || self.has_bearer()
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
