//! The OpenAPI document, made from the table of calls and the types of what is sent.

use lichess::objects::{
    Challenge, Challenges, ChatLine, ComputerGame, Done, Event, GameFull, GameState, NowPlaying,
    OpponentGone, TokenTest, User, UserStatus,
};
use lichess::{Needs, ROUTES, Route, Sends};
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};

const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../docs/protocol/lichess-openapi.json"
);

#[test]
fn the_committed_document_is_that_of_the_calls_and_types() {
    let document = document();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
        std::fs::write(PATH, text).unwrap();
    }
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(PATH).unwrap()).unwrap();
    assert!(committed == document, "run with UPDATE_OPENAPI=1");
}

/// The whole document.
pub(crate) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rookery for bots and boards",
            "version": "1",
            "description": "The calls by which programs that were written for lichess play here.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas(),
        },
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn operation(route: &Route) -> Value {
    let id = route.path.replace(['/', '{', '}', '-', '_'], "_");
    let names = route.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        Some(json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
    });
    let mut responses = good(route.sends);
    let refusal = json!({"application/json": {"schema": reference("Refused")}});
    let mut statuses = vec![
        ("400", "a lawful no: `code` says why"),
        ("404", "there is no such thing, or it is not yours"),
        ("429", "too many calls: wait a little"),
        ("503", "the server failed; sending again is safe"),
    ];
    if route.needs != Needs::Nothing {
        statuses.push(("401", "there is no token, or it is not valid"));
        statuses.push((
            "403",
            "the token lacks a scope, or the account is of another kind",
        ));
    }
    for (status, when) in statuses {
        responses[status] = json!({"description": when, "content": refusal});
    }
    let mut operation = json!({
        "summary": route.summary,
        "operationId": format!("{}{id}", route.method.to_lowercase()),
        "parameters": names.collect::<Vec<Value>>(),
        "security": security(route.needs),
        "responses": responses,
    });
    if route.method == "POST" {
        let any = json!({"schema": {"type": "object"}});
        operation["requestBody"] = json!({"content": {
            "application/x-www-form-urlencoded": any,
            "application/json": any,
            "text/plain": {"schema": {"type": "string"}},
        }});
    }
    operation
}

fn security(needs: Needs) -> Value {
    match needs {
        Needs::Nothing => json!([]),
        Needs::Token => json!([{"bearer": []}]),
        Needs::AnyOf(scopes) => {
            let one = |scope: &host::Scope| json!({"bearer": [scope.as_str()]});
            scopes.iter().map(one).collect()
        }
        Needs::Bot => json!([{"bearer": ["bot:play"]}]),
        Needs::Board => json!([{"bearer": ["board:play"]}]),
    }
}

fn good(sends: Sends) -> Value {
    let answer = |kind: &str, schema: Value| json!({"200": {"description": "done", "content": {kind: {"schema": schema}}}});
    match sends {
        Sends::Json(name) => answer("application/json", reference(name)),
        Sends::JsonList(name) => answer(
            "application/json",
            json!({"type": "array", "items": reference(name)}),
        ),
        Sends::Lines(names) => {
            let any: Vec<Value> = names.iter().map(|name| reference(name)).collect();
            answer("application/x-ndjson", json!({"anyOf": any}))
        }
        Sends::Games => {
            json!({"200": {"description": "done, as the client accepts it", "content": {
                "application/x-chess-pgn": {"schema": {"type": "string"}},
                "application/json": {"schema": reference("ExportedGame")},
                "application/x-ndjson": {"schema": reference("ExportedGame")},
            }}})
        }
        Sends::Nothing => answer("text/plain", json!({"type": "string"})),
    }
}

/// All schemas, by name.
fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.contract = Contract::Serialize;
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    generator.subschema_for::<Challenge>();
    generator.subschema_for::<Challenges>();
    generator.subschema_for::<ChatLine>();
    generator.subschema_for::<ComputerGame>();
    generator.subschema_for::<Done>();
    generator.subschema_for::<Event>();
    generator.subschema_for::<GameFull>();
    generator.subschema_for::<GameState>();
    generator.subschema_for::<NowPlaying>();
    generator.subschema_for::<OpponentGone>();
    generator.subschema_for::<TokenTest>();
    generator.subschema_for::<User>();
    generator.subschema_for::<UserStatus>();
    let mut schemas = generator.take_definitions(true);
    let text = || json!({"type": "string"});
    let number = || json!({"type": "integer", "minimum": 0});
    let object = |required: &[&str], properties: Value| json!({"type": "object", "required": required, "properties": properties});
    let more = [
        (
            "Refused",
            object(&["error", "code"], json!({"error": text(), "code": text()})),
        ),
        (
            "TokenTests",
            json!({"type": "object", "additionalProperties": {"anyOf": [reference("TokenTest"), {"type": "null"}]}}),
        ),
        (
            "GrantedToken",
            object(
                &["token_type", "access_token", "expires_in"],
                json!({"token_type": text(), "access_token": text(), "expires_in": number()}),
            ),
        ),
        (
            "Imported",
            object(&["id", "url"], json!({"id": text(), "url": text()})),
        ),
        (
            "ExportedGame",
            object(
                &[
                    "id",
                    "rated",
                    "variant",
                    "speed",
                    "perf",
                    "createdAt",
                    "status",
                    "players",
                ],
                json!({"id": text(), "rated": {"type": "boolean"}, "variant": text(), "speed": text(),
                    "perf": text(), "createdAt": number(), "lastMoveAt": number(), "status": text(),
                    "players": {"type": "object"}, "moves": text(), "actions": text(), "pgn": text(),
                    "clocks": {"type": "array", "items": number()}, "winner": reference("Seat"),
                    "initialFen": text(), "clock": {"type": "object"}, "daysPerTurn": number(),
                    "rulesVersion": number()}),
            ),
        ),
        (
            "WatchedGame",
            object(
                &[
                    "id", "variant", "speed", "perf", "status", "players", "fen", "turns",
                ],
                json!({"id": text(), "variant": reference("VariantTag"), "status": reference("Status"),
                    "fen": text(), "lm": text(), "wc": number(), "bc": number(), "turns": number(),
                    "player": reference("Seat"), "winner": reference("Seat"), "players": {"type": "object"}}),
            ),
        ),
        (
            "WatchedMove",
            object(
                &["fen"],
                json!({"fen": text(), "lm": text(), "wc": number(), "bc": number()}),
            ),
        ),
    ];
    schemas.extend(more.map(|(name, schema)| (name.to_owned(), schema)));
    schemas
}
