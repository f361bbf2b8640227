//! The HTTP API as an OpenAPI document, made from the table of routes.

use serde_json::{Map, Value, json};

use crate::api::{NUMBERS, ROUTES, Route};

/// The document.
pub fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = operation(route);
    }
    let stream = json!({
        "summary": "What happens in a game, one JSON object a line; empty lines show that the server is there",
        "parameters": [game(), query("from"), query("detail")],
        "responses": {
            "200": {"description": "the answer to `open`, then notices", "content": {"application/x-ndjson": {}}},
            "404": {"$ref": "#/components/responses/Refused"},
        },
    });
    paths.insert(
        "/api/games/{game}/stream".to_owned(),
        json!({"get": stream}),
    );
    json!({
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
            "responses": {
                "Refused": {
                    "description": "a refusal or a failure",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
                },
            },
            "schemas": {
                "Failure": {
                    "type": "object",
                    "required": ["code", "message"],
                    "properties": {
                        "code": {"type": "string", "description": "a stable word, for programs"},
                        "message": {"type": "string", "description": "a sentence, for people"},
                    },
                },
                "Answer": {
                    "type": "object",
                    "required": ["type"],
                    "properties": {"type": {"type": "string"}},
                },
            },
        },
    })
}

fn operation(route: &Route) -> Value {
    let kind = match route.path.rsplit('/').next() {
        Some("pgn") => "application/x-chess-pgn",
        Some("records") => "application/x-ndjson",
        Some("file") => "application/octet-stream",
        _ => "application/json",
    };
    let content = match kind {
        "application/json" => json!({"schema": {"$ref": "#/components/schemas/Answer"}}),
        _ => json!({}),
    };
    let mut parameters: Vec<Value> = route.query.iter().map(|name| query(name)).collect();
    if route.path.contains("{game}") {
        parameters.insert(0, game());
    }
    let mut operation = json!({
        "summary": route.summary,
        "operationId": format!("{}{}", route.method.to_lowercase(), route.path.replace(['/', '{', '}', '-'], "_")),
        "parameters": parameters,
        "responses": {
            "200": {"description": "done", "content": {kind: content}},
            "4XX": {"$ref": "#/components/responses/Refused"},
            "503": {"$ref": "#/components/responses/Refused"},
        },
    });
    if route.method == "POST" {
        let example: Value = serde_json::from_str(route.example).unwrap_or_default();
        operation["requestBody"] = json!({"content": {"application/json": {"schema": {"type": "object"}, "example": example}}});
        let tag = json!({
            "name": "Idempotency-Key",
            "in": "header",
            "description": "your name for this request, to send it again without doing it twice",
            "schema": {"type": "string", "maxLength": 64},
        });
        if let Some(parameters) = operation["parameters"].as_array_mut() {
            parameters.push(tag);
        }
    }
    operation
}

fn game() -> Value {
    json!({"name": "game", "in": "path", "required": true, "schema": {"type": "string", "maxLength": 64}})
}

fn query(name: &str) -> Value {
    let kind = match NUMBERS.contains(&name) {
        true => "integer",
        false => "string",
    };
    let is_required = ["cell", "action", "actions", "moment", "text"].contains(&name);
    json!({"name": name, "in": "query", "required": is_required, "schema": {"type": kind}})
}
