//! The OpenAPI document, made from the tables of routes and the types of the protocol.

use native::{ROUTES, Route, RouteBody, Target};
use serde_json::{Map, Value, json};

use super::shapes::{Shapes, reference};

/// Statuses of refusals and failures, with a name and when they come.
const REFUSALS: [(&str, &str, &str); 9] = [
    ("400", "BadRequest", "the request makes no sense"),
    (
        "401",
        "Unauthorized",
        "there is no token, or it is not valid; or the password is wrong",
    ),
    (
        "403",
        "Forbidden",
        "somebody else may do this, or another page",
    ),
    ("404", "NotFound", "there is no such game"),
    ("408", "TooSlow", "the body came too slowly"),
    ("409", "Refused", "a lawful no: the code says why"),
    ("413", "TooLarge", "the body is too large"),
    ("429", "TooMany", "too many requests: wait a little"),
    ("503", "Failed", "the server failed; sending again is safe"),
];

/// A route that is not a request of the native protocol.
struct PlainRoute {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
}

/// All such routes, of whichever protocol.
const PLAIN_ROUTES: [PlainRoute; 8] = [
    PlainRoute {
        method: "GET",
        path: "/ws",
        summary: "The native protocol over a WebSocket",
    },
    PlainRoute {
        method: "GET",
        path: "/json",
        summary: "The JSON message interface over a WebSocket",
    },
    PlainRoute {
        method: "POST",
        path: "/json",
        summary: "One request of the JSON message interface; all messages since the last one",
    },
    PlainRoute {
        method: "GET",
        path: "/api/games/{game}/stream",
        summary: "What happens in a game, one JSON object a line; empty lines show that the server is there",
    },
    PlainRoute {
        method: "GET",
        path: "/api/openapi.json",
        summary: "This document",
    },
    PlainRoute {
        method: "GET",
        path: "/healthz",
        summary: "Whether the server is stuck and should be started again",
    },
    PlainRoute {
        method: "GET",
        path: "/readyz",
        summary: "Whether the server should get new clients",
    },
    PlainRoute {
        method: "GET",
        path: "/metrics",
        summary: "Numbers for Prometheus",
    },
];

/// The whole document.
pub(crate) fn document() -> Value {
    let mut shapes = Shapes::new();
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method().to_lowercase()] = operation(route, &mut shapes);
    }
    for route in &PLAIN_ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = plain_operation(route);
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rookery",
            "version": "1",
            "description": "One chess server for every kind of chess. Bodies and answers are those of the native protocol, without `type`, `tag` and `game` in bodies.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "security": [{}, {"bearer": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "rookery_token"},
            },
            "responses": refusals(),
        },
    });
    document["components"]["schemas"] = Value::Object(shapes.used_by(&document));
    document
}

fn refusals() -> Map<String, Value> {
    let content = json!({"application/json": {"schema": reference("Failure")}});
    let refusal = |(_, name, when): (&str, &str, &str)| {
        let refusal = json!({"description": when, "content": content});
        (name.to_owned(), refusal)
    };
    REFUSALS.into_iter().map(refusal).collect()
}

/// The good answer and those refusals that can come.
fn responses(good: Value, statuses: &[&str]) -> Value {
    let mut responses = good;
    for (status, name, _) in REFUSALS {
        if statuses.contains(&status) {
            responses[status] = json!({"$ref": format!("#/components/responses/{name}")});
        }
    }
    responses
}

fn operation(route: &Route, shapes: &mut Shapes) -> Value {
    let mut statuses = vec!["400", "401", "429", "503"];
    let mut parameters = Vec::new();
    if route.path.contains("{game}") {
        parameters.push(game());
        statuses.extend(["404", "409"]);
    }
    let query = route.query.iter();
    parameters.extend(query.map(|known| shapes.parameter(route.target, known.name())));
    if [Target::Request("hint"), Target::Request("evaluate")].contains(&route.target) {
        statuses.push("403");
    }
    if [Target::Request("analyses"), Target::Request("analysis")].contains(&route.target) {
        statuses.push("409");
    }
    let by_name = ["user", "puzzle", "puzzles"].map(Target::Request);
    if by_name.contains(&route.target) {
        statuses.push("404");
    }
    let mut operation = json!({
        "summary": route.summary,
        "operationId": operation_id(route.method(), route.path),
    });
    if let Some(example) = example(route) {
        parameters.push(key());
        statuses.extend(["403", "408", "409", "413"]);
        let shape = shapes.body(route.target);
        operation["requestBody"] =
            json!({"content": {"application/json": {"schema": shape, "example": example}}});
    }
    operation["parameters"] = Value::Array(parameters);
    operation["responses"] = responses(good(route), &statuses);
    operation
}

/// A body that could be sent, if the route takes one.
fn example(route: &Route) -> Option<Value> {
    match route.body {
        RouteBody::NoBody => None,
        RouteBody::Empty => Some(json!({})),
        RouteBody::Fields(example) | RouteBody::LongFields(example) => {
            Some(serde_json::from_str(example).unwrap())
        }
    }
}

fn good(route: &Route) -> Value {
    let (kind, shape) = match route.path.rsplit('/').next() {
        Some("pgn") => ("application/x-chess-pgn", json!({"type": "string"})),
        Some("records") => ("application/x-ndjson", reference("ExportedLine")),
        Some("file") => ("application/octet-stream", json!({"type": "string"})),
        _ => ("application/json", Shapes::answers(route.answers)),
    };
    json!({"200": {"description": description(kind), "content": {kind: {"schema": shape}}}})
}

fn description(kind: &str) -> &str {
    match kind {
        "application/x-ndjson" => "done; the schema is that of one line",
        _ => "done",
    }
}

fn plain_operation(route: &PlainRoute) -> Value {
    let text = |status: &str, description: &str, kind: &str| json!({status: {"description": description, "content": {kind: {"schema": {"type": "string"}}}}});
    let upgrade = json!({"101": {"description": "the connection is a WebSocket from now on"}});
    let plain = "text/plain";
    let (good, statuses): (Value, &[&str]) = match (route.method, route.path) {
        ("GET", "/ws" | "/json") => (upgrade, &["400", "403", "429"]),
        ("POST", "/json") => {
            let shape = json!({"type": "array", "items": reference("json_response")});
            let good = json!({"200": {"description": "all messages for the client", "content": {"application/json": {"schema": shape}}}});
            (good, &["403", "408", "413", "429", "503"])
        }
        (_, "/api/games/{game}/stream") => {
            let shape = json!({"oneOf": [reference("OpenedAnswer"), reference("NoticeFrame")]});
            let words = "the answer to `open`, then notices; the schema is that of one line";
            let good = json!({"200": {"description": words, "content": {"application/x-ndjson": {"schema": shape}}}});
            (good, &["400", "401", "404", "429", "503"])
        }
        (_, "/api/openapi.json") => {
            let good = json!({"200": {"description": "done", "content": {"application/json": {"schema": {"type": "object"}}}}});
            (good, &["429"])
        }
        (_, "/healthz") => (text("200", "it is not", plain), &["429"]),
        (_, "/readyz") => {
            let mut good = text("200", "it should", plain);
            good["503"] = text(
                "503",
                "it should not: it will stop soon, or the store fails",
                plain,
            )["503"]
                .take();
            (good, &["429"])
        }
        (_, "/metrics") => (text("200", "done", plain), &["429"]),
        (method, path) => panic!("nothing is known of {method} {path}"),
    };
    let mut operation = json!({
        "summary": route.summary,
        "operationId": operation_id(route.method, route.path),
        "responses": responses(good, statuses),
    });
    if route.path.contains("{game}") {
        let from = json!({"name": "from", "in": "query", "description": "How many records the reader has already.", "schema": {"type": "integer", "minimum": 0}});
        let detail = json!({"name": "detail", "in": "query", "description": "How much to tell.", "schema": reference("Detail")});
        operation["parameters"] = json!([game(), from, detail]);
    }
    if route.method == "POST" {
        let shape = reference("json_request");
        operation["requestBody"] = json!({"content": {"application/json": {"schema": shape}}});
    }
    operation
}

fn operation_id(method: &str, path: &str) -> String {
    let path = path.replace(['/', '{', '}', '-', '.'], "_");
    format!("{}{path}", method.to_lowercase())
}

fn game() -> Value {
    json!({"name": "game", "in": "path", "required": true, "schema": reference("GameId")})
}

fn key() -> Value {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "description": "your name for this request, to send it again without doing it twice",
        "schema": reference("Tag"),
    })
}
