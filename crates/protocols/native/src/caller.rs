//! The client that sends a request.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use host::{HostError, Identity, Visitor};
use server::{Address, Peer};
use session::PlayerId;

use crate::dispatch::NativeRefusal;
use crate::service::Service;

/// The client that sends a request.
pub(crate) struct Caller {
    /// Its player, once that is known.
    pub(crate) identity: Option<Identity>,
    /// A token that came with the connection rather than with a request.
    pub(crate) proof: Option<String>,
    /// Whether that token is in a cookie.
    is_by_cookie: bool,
    /// Whether a page of this server itself asks.
    is_own_page: bool,
    /// Where it comes from, for limits.
    pub(crate) address: Arc<Address>,
    /// What it keeps of an earlier log-in.
    device: Option<String>,
    /// What it says it is.
    client: String,
    /// How it calls this server.
    pub(crate) called: String,
    /// Whether it has just proved by a password or a link who it is.
    pub(crate) has_logged_in: bool,
}

impl Caller {
    /// Who comes, by the head of its request.
    pub(crate) fn new(peer: &Peer, headers: &HeaderMap) -> Caller {
        let bearer = server::bearer(headers);
        Caller {
            identity: None,
            is_by_cookie: bearer.is_none(),
            proof: bearer.or_else(|| server::token_cookie(headers)),
            is_own_page: server::is_own_page(headers),
            address: Arc::clone(&peer.address),
            device: server::device_cookie(headers),
            client: server::client_name(headers),
            called: server::called_address(headers, peer.security),
            has_logged_in: false,
        }
    }

    /// Whether it sends its token with every request.
    pub(crate) fn has_bearer(&self) -> bool {
        !self.is_by_cookie
    }

    /// Who it is where it wants to log in.
    pub(crate) fn visitor(&self) -> Visitor<'_> {
        Visitor {
            address: self.address.name(),
            device: self.device.as_deref(),
            client: &self.client,
        }
    }

    /// The token that it is told. Pages of this server keep theirs in a cookie: no script, and so no foreign one that
    /// has found its way into a page, gets to see it.
    pub(crate) fn token_to_show(&self, identity: &Identity) -> String {
        let is_in_cookie = self.is_by_cookie && self.proof.as_ref() == Some(&identity.token);
        match self.is_own_page || is_in_cookie {
            true => String::new(),
            false => identity.token.clone(),
        }
    }

    /// Looks again who the player is after sessions have ended or names have changed; whether the caller's own session
    /// goes on.
    pub(crate) async fn look_again(&mut self, service: &Service) -> Result<bool, HostError> {
        let Some(who) = &self.identity else {
            return Ok(true);
        };
        let accounts = service.context.host.accounts();
        match accounts.identify(&who.token).await? {
            Some(identity) => {
                self.identity = Some(identity);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Charges the caller for processor time that a request has taken.
    pub(crate) fn charge(&self, service: &Service, work: Duration) {
        self.address.charge(work);
        if let Some(who) = &self.identity {
            service.context.budgets.charge(&who.player, work);
        }
    }

    pub(crate) fn player(&self) -> Option<&PlayerId> {
        self.identity.as_ref().map(|who| &who.player)
    }

    pub(crate) fn who(&self) -> Result<&Identity, NativeRefusal> {
        let identity = self.identity.as_ref();
        identity.ok_or(NativeRefusal::HelloFirst)
    }
}
