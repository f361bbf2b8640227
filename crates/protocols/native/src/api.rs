//! The plain HTTP API: the same requests as over the native protocol, one [`Route`] each.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use crate::imports;
use crate::message::{Answer, Format, MAX_FRAME, MAX_IMPORT, Request};
use axum::body::Body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, Request as HttpRequest, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use host::{HostError, Rejection};
use serde_json::{Map, Value};
use session::Tag;

use crate::caller::Caller;
use crate::cost;
use crate::dispatch;
use crate::route::Route;
use crate::service::Service;
use server::{BodyPace, Peer, Verdict};

/// The longest body, for a text to import. Quotes and line ends in JSON are longer than in the text.
const MAX_LARGE: usize = 2 * MAX_IMPORT;

/// Such bodies read at the same time; later ones wait.
pub(crate) const LARGE_BODIES: usize = 16;

/// The variable parts of a path, by their names.
type Places = HashMap<String, String>;

/// What follows the question mark.
type Parameters = HashMap<String, String>;

/// Answers one request of the API.
pub(crate) async fn handle(
    route: &'static Route,
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    path: Result<Path<Places>, PathRejection>,
    query: Result<Query<Parameters>, QueryRejection>,
    request: HttpRequest,
) -> Response {
    let started = Instant::now();
    let result = serve(&service, &peer, route, path, query, request).await;
    let verdict = match &result {
        Ok(_) => Verdict::Ok,
        Err(Rejection::Refused(_)) => Verdict::Refused,
        Err(Rejection::Failed(_)) => Verdict::Failed,
    };
    service.context.metrics.request(verdict, started.elapsed());
    match result {
        Ok(response) => response,
        Err(error) => server::refuse(&error),
    }
}

async fn serve(
    service: &Arc<Service>,
    peer: &Peer,
    route: &'static Route,
    path: Result<Path<Places>, PathRejection>,
    query: Result<Query<Parameters>, QueryRejection>,
    request: HttpRequest,
) -> Result<Response, Rejection> {
    let (parts, body) = request.into_parts();
    let headers = &parts.headers;
    let mut caller = admit(service, peer, headers, route.is_change()).await?;
    let Path(path) = path.map_err(|why| server::bad_request(why.body_text()))?;
    let Query(query) = query.map_err(|why| server::bad_request(why.body_text()))?;
    let mut fields = match route.is_change() {
        true => read_body(service, peer, route, headers, body).await?,
        false => Map::new(),
    };
    fields.extend(route.parameters(query)?);
    let request = route.request(path.get("game").map(String::as_str), fields)?;
    let cost = cost::of(&request);
    if let Some(who) = &caller.identity {
        service.context.budgets.request(&who.player, cost)?;
    }
    // One was counted when it came in.
    if cost > 1 {
        caller.address.request(cost - 1)?;
    }
    if let Request::Import { variant, text } = request {
        return imports::respond(Arc::clone(service), caller, variant, text).await;
    }
    let tag = tag(headers)?;
    let answer = dispatch::serve_once(service, &mut caller, &tag, request.family()).await?;
    let is_welcome = matches!(answer, Answer::Welcome(_));
    let cookies = match is_welcome && route.is_change() {
        true => cookies(service, peer, &caller)?,
        false => Vec::new(),
    };
    Ok(respond(answer, cookies))
}

/// What a browser is to keep of who it is now. Only answers to requests that were checked to come from our own pages
/// have it: a link on another site, with which browsers send no cookies, must not replace the one there is.
fn cookies(service: &Service, peer: &Peer, caller: &Caller) -> Result<Vec<String>, HostError> {
    let mut cookies = Vec::new();
    if let Some(who) = caller.identity.as_ref().filter(|_| !caller.has_bearer()) {
        cookies.push(peer.security.token_cookie(&who.token));
        if caller.has_logged_in {
            let device = service.context.host.accounts().device(&who.player)?;
            cookies.push(peer.security.device_cookie(&device));
        }
    }
    Ok(cookies)
}

/// Who comes, if it may come.
pub(crate) async fn admit(
    service: &Service,
    peer: &Peer,
    headers: &HeaderMap,
    is_change: bool,
) -> Result<Caller, Rejection> {
    let mut caller = Caller::new(peer, headers);
    if is_change && !caller.has_bearer() {
        server::check_origin(&service.context, headers)?;
    }
    let accounts = service.context.host.accounts();
    caller.identity = match &caller.proof {
        Some(token) => accounts.identify(token).await?,
        None => None,
    };
    match &caller.identity {
        Some(who) => service.context.host.touch(&who.player),
        None if caller.has_bearer() => return Err(server::bad_token().into()),
        None => {}
    }
    Ok(caller)
}

async fn read_body(
    service: &Service,
    peer: &Peer,
    route: &Route,
    headers: &HeaderMap,
    body: Body,
) -> Result<Map<String, Value>, Rejection> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    // A body without a length is read, but only as far as an ordinary one goes.
    let is_large = route.has_long_body() && length.is_some_and(|length| length > MAX_FRAME);
    let (limit, pace, _place) = match is_large {
        false => (MAX_FRAME, BodyPace::Usual, None),
        true => {
            let own = peer.address.large_bodies.acquire().await;
            let place = (own, service.large_bodies.acquire().await);
            (MAX_LARGE, BodyPace::Steady, Some(place))
        }
    };
    let bytes = server::read_body(body, limit, pace).await?;
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    Ok(serde_json::from_slice(&bytes).map_err(server::bad_request)?)
}

/// The client's name for the request, so that it can be sent again.
fn tag(headers: &HeaderMap) -> Result<Tag, Rejection> {
    let given = headers.get("idempotency-key");
    let text = match given.map(|value| value.to_str()) {
        Some(Ok(text)) => text.to_owned(),
        Some(Err(_)) => String::new(),
        None => random_tag()?,
    };
    let bad = |why| server::bad_request(format!("Idempotency-Key: {why}"));
    Ok(Tag::new(text).map_err(bad)?)
}

fn random_tag() -> Result<String, HostError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(format!("http-{:032x}", u128::from_le_bytes(bytes)))
}

fn respond(answer: Answer, cookies: Vec<String>) -> Response {
    if let Answer::Exported { format, text } = answer {
        let kind = match format {
            Format::Pgn => "application/x-chess-pgn; charset=utf-8",
            Format::Records => "application/x-ndjson",
            Format::File => "application/octet-stream",
        };
        return ([(header::CONTENT_TYPE, kind)], text).into_response();
    }
    let cookies = cookies
        .into_iter()
        .map(|cookie| (header::SET_COOKIE, cookie));
    (AppendHeaders(cookies), axum::Json(&answer)).into_response()
}
