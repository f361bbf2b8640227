//! One call of a client, and who makes it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, header};
use host::{Access, Host, Identity, Rejection, Scope};
use server::Peer;
use session::{GameId, PlayerId};

use crate::body::Fields;
use crate::refusal::ApiRefusal;
use crate::route::{Needs, Route};
use crate::service::Service;

/// The longest body, in bytes.
const MAX_BODY: usize = 65_536;

/// The longest body with a game to import, in bytes.
const MAX_LONG_BODY: usize = 262_144;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// One call of a client.
pub(crate) struct Call {
    pub(crate) service: Arc<Service>,
    pub(crate) peer: Peer,
    pub(crate) headers: HeaderMap,
    /// The variable parts of the path, by their names.
    places: HashMap<String, String>,
    /// Parameters after the question mark, and the fields of the body.
    pub(crate) fields: Fields,
    /// The body as it came.
    pub(crate) body: Bytes,
    access: Option<Access>,
}

impl Call {
    /// A call that may be made.
    pub(crate) async fn admit(
        service: Arc<Service>,
        peer: Peer,
        route: &Route,
        headers: HeaderMap,
        query: &str,
        places: HashMap<String, String>,
        body: Body,
    ) -> Result<Call, Rejection> {
        let access = access(&service, route, &headers).await?;
        if let Some(access) = &access {
            service.context.host.touch(&access.identity.player);
            if route.cost > 0 {
                let player = &access.identity.player;
                service.context.budgets.request(player, route.cost)?;
            }
        }
        let body = match route.method {
            "POST" => read(body, route.has_long_body()).await?,
            _ => Bytes::new(),
        };
        let mut fields = Fields::of_query(query);
        if !route.has_raw_body() {
            fields.add_body(&body)?;
        }
        Ok(Call {
            service,
            peer,
            headers,
            places,
            fields,
            body,
            access,
        })
    }

    pub(crate) fn host(&self) -> &Host {
        &self.service.context.host
    }

    /// A variable part of the path.
    pub(crate) fn place(&self, name: &str) -> &str {
        self.places.get(name).map_or("", String::as_str)
    }

    /// The game that the path names.
    pub(crate) fn game(&self) -> Result<GameId, Rejection> {
        let id = GameId::new(self.place("id"));
        id.map_err(|_| ApiRefusal::NotYourGame.into())
    }

    pub(crate) fn access(&self) -> Result<&Access, ApiRefusal> {
        self.access.as_ref().ok_or(ApiRefusal::NoToken)
    }

    pub(crate) fn who(&self) -> Result<&Identity, ApiRefusal> {
        self.access().map(|access| &access.identity)
    }

    pub(crate) fn player(&self) -> Result<&PlayerId, ApiRefusal> {
        self.who().map(|who| &who.player)
    }

    /// How the client calls this server.
    pub(crate) fn base(&self) -> String {
        server::called_address(&self.headers, self.peer.security)
    }

    /// Whether the client wants an answer of this type.
    pub(crate) fn accepts(&self, kind: &str) -> bool {
        let accepted = self.headers.get_all(header::ACCEPT).iter();
        let mut accepted = accepted.filter_map(|value| value.to_str().ok());
        accepted.any(|value| value.contains(kind))
    }
}

/// Who makes a call, by its token and by nothing else: a cookie that a browser sends along proves nothing here.
async fn access(
    service: &Service,
    route: &Route,
    headers: &HeaderMap,
) -> Result<Option<Access>, Rejection> {
    if route.needs == Needs::Nothing {
        return Ok(None);
    }
    let token = server::bearer(headers).ok_or(ApiRefusal::NoToken)?;
    let access = service.context.host.accounts().access(&token).await?;
    let access = access.ok_or_else(server::bad_token)?;
    if !access.is_session {
        service.context.budgets.note_token(&token);
    }
    check(&access, route.needs)?;
    Ok(Some(access))
}

/// Whether somebody may make such a call.
fn check(access: &Access, needs: Needs) -> Result<(), ApiRefusal> {
    let (scopes, is_right_kind) = match needs {
        Needs::Nothing | Needs::Token => return Ok(()),
        Needs::AnyOf(scopes) => (scopes, Ok(())),
        Needs::Bot => (
            &[Scope::BotPlay][..],
            match access.identity.is_bot {
                true => Ok(()),
                false => Err(ApiRefusal::OnlyBots),
            },
        ),
        Needs::Board => (
            &[Scope::BoardPlay][..],
            match access.identity.is_bot {
                true => Err(ApiRefusal::NoBots),
                false => Ok(()),
            },
        ),
    };
    if !scopes.iter().any(|scope| access.scopes.contains(scope)) {
        let names: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
        return Err(ApiRefusal::NoScope {
            scope: names.join(" or "),
        });
    }
    is_right_kind
}

async fn read(body: Body, is_long: bool) -> Result<Bytes, Rejection> {
    let limit = match is_long {
        true => MAX_LONG_BODY,
        false => MAX_BODY,
    };
    let read = tokio::time::timeout(PATIENCE, to_bytes(body, limit)).await;
    let read = read.map_err(|_| server::too_slow())?;
    Ok(read.map_err(|_| server::too_large(limit))?)
}
