//! The plain HTTP API: the same requests as over the native protocol, one route each.
//!
//! Routes are rows of a table. The router and the OpenAPI document are both made from it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Path, Query, Request as HttpRequest, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host::HostError;
use serde_json::{Map, Value, json};
use session::Tag;
use wire::native::{Answer, Format, MAX_FRAME, MAX_IMPORT, Request};

use crate::clerk::{self, Caller};
use crate::guard::{self, Peer};
use crate::metrics::Verdict;
use crate::shared::{Shared, rate_limited};
use crate::{cost, translate};

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest body, for a text to import. Quotes and line ends in JSON are longer than in the text.
const MAX_LARGE: usize = 2 * MAX_IMPORT;

/// Such bodies read at the same time; whoever comes later waits.
pub(crate) const LARGE_BODIES: usize = 16;

/// Parameters that are numbers. A typed text or an action may look like one and is none.
pub(crate) const NUMBERS: [&str; 6] = ["before", "limit", "moment", "from", "actions", "after"];

/// One route.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    /// What it asks for: the `type` of a request, or `ask/` and the `type` of an ask.
    pub(crate) asks: &'static str,
    /// A body that could be sent, where there is one.
    pub(crate) example: &'static str,
    /// Parameters after the question mark.
    pub(crate) query: &'static [&'static str],
}

macro_rules! routes {
    ($($method:literal $path:literal $asks:literal $summary:literal $example:literal [$($query:literal)*];)*) => {
        &[$(Route {
            method: $method,
            path: $path,
            summary: $summary,
            asks: $asks,
            example: $example,
            query: &[$($query),*],
        }),*]
    };
}

/// All routes that answer a request.
pub(crate) static ROUTES: &[Route] = routes! {
    "POST" "/api/hello" "hello" "Say who you are; without a token somebody new arrives" "{}" [];
    "GET" "/api/me" "hello" "Who you are" "" [];
    "POST" "/api/me/rename" "rename" "Choose the name others see" r#"{"name":"Ada"}"# [];
    "POST" "/api/me/register" "register" "Open an account and keep your games" r#"{"name":"Ada","password":"correct horse"}"# [];
    "POST" "/api/me/log-in" "log_in" "Become the player of an account" r#"{"name":"Ada","password":"correct horse"}"# [];
    "POST" "/api/me/log-out" "log_out" "End this token" "{}" [];
    "POST" "/api/me/end-sessions" "end_sessions" "End all your tokens and get a new one" "{}" [];
    "GET" "/api/me/games" "my_games" "Your games, newest first" "" ["before" "limit"];
    "GET" "/api/variants" "variants" "What can be played" "" [];
    "POST" "/api/look" "look" "What actions lead to, without a game" r#"{"variant":"x","start":{"type":"usual"},"actions":["e4"]}"# [];
    "POST" "/api/import" "import" "Read games that are written down" r#"{"variant":"x","text":"1. e4 e5"}"# [];
    "GET" "/api/lobby" "watch_lobby" "Seeks and games" "" [];
    "GET" "/api/games" "live_games" "Games that are being played, newest first" "" ["before" "limit"];
    "POST" "/api/games" "create" "Look for an opponent" r#"{"variant":"x","start":{"type":"usual"},"clock":{"type":"untimed"},"seat":"white","audience":{"type":"anybody"}}"# [];
    "POST" "/api/pair" "pair" "Play the first who comes" r#"{"variant":"x","clock":{"type":"untimed"}}"# [];
    "GET" "/api/games/{game}" "open" "A game now" "" [];
    "POST" "/api/games/{game}/join" "join" "Play against whoever made this seek" "{}" [];
    "POST" "/api/games/{game}/cancel" "cancel" "Withdraw a seek, or turn down a challenge" "{}" [];
    "POST" "/api/games/{game}/act" "ask/act" "Do something on the board" r#"{"action":"e2e4","after":0}"# [];
    "POST" "/api/games/{game}/propose" "ask/propose" "Propose a draw, a takeback or a rematch" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/accept" "ask/accept" "Agree to a proposal" r#"{"proposal":{"kind":"takeback","to":4}}"# [];
    "POST" "/api/games/{game}/decline" "ask/decline" "Do not agree to a proposal" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/withdraw" "ask/withdraw" "Take your proposal back" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/resign" "ask/resign" "Give up" "{}" [];
    "POST" "/api/games/{game}/abort" "ask/abort" "Call the game off before its second action" "{}" [];
    "POST" "/api/games/{game}/claim-win" "ask/claim_win" "Win because the opponent has gone" "{}" [];
    "POST" "/api/games/{game}/claim-draw" "ask/claim_draw" "Have a draw because the opponent has gone" "{}" [];
    "GET" "/api/games/{game}/explain" "explain" "What affects a place" "" ["cell"];
    "GET" "/api/games/{game}/preview" "preview" "What an action would do beyond the obvious" "" ["action"];
    "GET" "/api/games/{game}/scene" "scene_at" "The picture of a moment of the timeline" "" ["moment"];
    "GET" "/api/games/{game}/position" "scene_after" "How the game stood after some of its actions" "" ["actions"];
    "GET" "/api/games/{game}/read" "read" "Which action a typed text means" "" ["text"];
    "GET" "/api/games/{game}/hint" "hint" "What a computer would do" "" ["after"];
    "GET" "/api/games/{game}/evaluation" "evaluate" "What the position is worth" "" ["after"];
    "GET" "/api/games/{game}/pgn" "export" "The game as tags and a score sheet" "" [];
    "GET" "/api/games/{game}/records" "export" "The game as records with hashes, one JSON object a line" "" [];
    "GET" "/api/games/{game}/file" "export" "The game as a file of the variant's own, where it has one" "" [];
};

impl Route {
    /// The request that this route makes of its parts.
    ///
    /// # Errors
    /// The parts do not make one.
    pub(crate) fn request(
        &self,
        game: Option<&str>,
        body: Map<String, Value>,
    ) -> Result<Request, HostError> {
        let mut object = match self.asks.strip_prefix("ask/") {
            None => body,
            Some(ask) => {
                let mut outer = Map::new();
                let mut ask_body = body;
                if let Some(seat) = ask_body.remove("seat") {
                    outer.insert("seat".to_owned(), seat);
                }
                ask_body.insert("type".to_owned(), json!(ask));
                outer.insert("ask".to_owned(), Value::Object(ask_body));
                outer
            }
        };
        let name = self.asks.split('/').next().unwrap_or_default();
        object.insert("type".to_owned(), json!(name));
        if let Some(game) = game {
            object.insert("game".to_owned(), json!(game));
        }
        if name == "export" {
            let format = self.path.rsplit('/').next().unwrap_or_default();
            object.insert("format".to_owned(), json!(format));
        }
        serde_json::from_value(Value::Object(object))
            .map_err(|why| HostError::refused("bad-request", why.to_string()))
    }
}

/// Answers one request of the API.
pub(crate) async fn handle(
    route: &'static Route,
    State(shared): State<Arc<Shared>>,
    Extension(peer): Extension<Peer>,
    Path(path): Path<HashMap<String, String>>,
    Query(query): Query<HashMap<String, String>>,
    request: HttpRequest,
) -> Response {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let game = path.get("game").map(String::as_str);
    let result = serve(&shared, &peer, route, game, query, &parts.headers, body).await;
    let verdict = match &result {
        Ok(_) => Verdict::Ok,
        Err(HostError::Refused(_)) => Verdict::Refused,
        Err(_) => Verdict::Failed,
    };
    shared.metrics.request(verdict, started.elapsed());
    match result {
        Ok(answer) => respond(answer),
        Err(error) => refuse(&error),
    }
}

async fn serve(
    shared: &Shared,
    peer: &Peer,
    route: &'static Route,
    game: Option<&str>,
    query: HashMap<String, String>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Answer, HostError> {
    let mut caller = admit(shared, peer, headers, route.method != "GET").await?;
    let mut fields = match route.method {
        "GET" => Map::new(),
        _ => read_body(shared, route, headers, body).await?,
    };
    for (key, text) in query {
        let number = text
            .parse::<u64>()
            .ok()
            .filter(|_| NUMBERS.contains(&key.as_str()));
        fields.insert(key, number.map_or(Value::String(text), Value::from));
    }
    let request = route.request(game, fields)?;
    let more = cost::of(&request) - 1;
    if more > 0
        && !shared
            .requests
            .allow_many(&caller.address, more, shared.host.now())
    {
        return Err(rate_limited());
    }
    let tag = tag(headers)?;
    clerk::serve(shared, &mut caller, &tag, request).await
}

/// Who comes, if it may come.
pub(crate) async fn admit(
    shared: &Shared,
    peer: &Peer,
    headers: &HeaderMap,
    is_change: bool,
) -> Result<Caller, HostError> {
    let address = peer.client(headers, &shared.config);
    if !shared.requests.allow(&address, shared.host.now()) {
        return Err(rate_limited());
    }
    let bearer = guard::bearer(headers);
    if is_change && bearer.is_none() && !guard::is_allowed_origin(headers, &shared.config) {
        let message = "pages of other sites may not do this";
        return Err(HostError::refused("cross-site", message));
    }
    let people = shared.host.people();
    let cookie = guard::cookie(headers);
    let identity = match (&bearer, &cookie) {
        (Some(token), _) => Some(people.identify(token).await?.ok_or_else(bad_token)?),
        (None, Some(token)) => people.identify(token).await?,
        (None, None) => None,
    };
    if let Some(who) = &identity {
        shared.host.touch(&who.player);
    }
    Ok(Caller {
        identity,
        cookie: bearer.or(cookie),
        address,
    })
}

fn bad_token() -> HostError {
    HostError::refused("bad-token", "this token is not valid, or no longer")
}

async fn read_body(
    shared: &Shared,
    route: &Route,
    headers: &HeaderMap,
    body: Body,
) -> Result<Map<String, Value>, HostError> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    // A body without a length is read, but only as far as an ordinary one goes.
    let is_large = route.asks == "import" && length.is_some_and(|length| length > MAX_FRAME);
    let (limit, _place) = match is_large {
        false => (MAX_FRAME, None),
        true => (MAX_LARGE, Some(shared.large_bodies.acquire().await)),
    };
    let bytes = tokio::time::timeout(PATIENCE, to_bytes(body, limit)).await;
    let bytes = bytes.map_err(|_| HostError::refused("too-slow", "the body took too long"))?;
    let bytes = bytes.map_err(|_| {
        HostError::refused("too-large", format!("a body has at most {limit} bytes"))
    })?;
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(&bytes).map_err(|why| HostError::refused("bad-request", why.to_string()))
}

/// The client's name for the request, so that it can be sent again.
fn tag(headers: &HeaderMap) -> Result<Tag, HostError> {
    let given = headers.get("idempotency-key");
    let text = match given.map(|value| value.to_str()) {
        Some(Ok(text)) => text.to_owned(),
        Some(Err(_)) => String::new(),
        None => random_tag()?,
    };
    Tag::new(text)
        .map_err(|why| HostError::refused("bad-request", format!("Idempotency-Key: {why}")))
}

fn random_tag() -> Result<String, HostError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(format!("http-{:032x}", u128::from_le_bytes(bytes)))
}

fn respond(answer: Answer) -> Response {
    match &answer {
        Answer::Exported { format, text } => {
            let kind = match format {
                Format::Pgn => "application/x-chess-pgn; charset=utf-8",
                Format::Records => "application/x-ndjson",
                Format::File => "application/octet-stream",
            };
            ([(header::CONTENT_TYPE, kind)], text.clone()).into_response()
        }
        Answer::Welcome(welcome) => {
            let cookie = guard::set_cookie(&welcome.token);
            ([(header::SET_COOKIE, cookie)], axum::Json(&answer)).into_response()
        }
        _ => axum::Json(&answer).into_response(),
    }
}

/// A refusal or failure as HTTP says it.
pub(crate) fn refuse(error: &HostError) -> Response {
    let failure = translate::failure(error);
    let status = match (error, failure.code.as_str()) {
        (HostError::Refused(_), "no-such-game") => StatusCode::NOT_FOUND,
        (HostError::Refused(_), "hello-first" | "bad-token" | "wrong-password") => {
            StatusCode::UNAUTHORIZED
        }
        (HostError::Refused(_), "not-seated" | "not-for-you" | "no-advice" | "cross-site") => {
            StatusCode::FORBIDDEN
        }
        (HostError::Refused(_), "rate-limited" | "too-many-attempts") => {
            StatusCode::TOO_MANY_REQUESTS
        }
        (HostError::Refused(_), "too-large") => StatusCode::PAYLOAD_TOO_LARGE,
        (HostError::Refused(_), "too-slow") => StatusCode::REQUEST_TIMEOUT,
        (HostError::Refused(_), "bad-request") => StatusCode::BAD_REQUEST,
        (HostError::Refused(_), _) => StatusCode::CONFLICT,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, axum::Json(failure)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_makes_its_request_of_its_example() {
        for route in ROUTES {
            let mut fields: Map<String, Value> = match route.example {
                "" => Map::new(),
                example => serde_json::from_str(example).unwrap(),
            };
            for name in route.query {
                let value = match NUMBERS.contains(name) {
                    true => json!(7),
                    false => json!("e4"),
                };
                fields.insert((*name).to_owned(), value);
            }
            let game = route.path.contains("{game}").then_some("g1");
            let request = route.request(game, fields);
            let request = request.unwrap_or_else(|why| panic!("{}: {why}", route.path));
            let written = serde_json::to_value(&request).unwrap();
            assert_eq!(written["type"], route.asks.split('/').next().unwrap());
        }
    }
}
