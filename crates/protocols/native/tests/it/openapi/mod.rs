//! The OpenAPI document says what the server does: all of it, and nothing else.

mod document;
mod judge;
mod script;
mod shapes;

use std::collections::BTreeSet;

use serde_json::Value;

use self::judge::Judge;
use self::script::Stage;

const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../docs/protocol/openapi.json"
);

#[test]
fn the_committed_document_is_that_of_the_routes_and_types() {
    let document = document::document();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
        std::fs::write(PATH, text).unwrap();
    }
    let committed = std::fs::read_to_string(PATH).unwrap();
    let committed: Value = serde_json::from_str(&committed).unwrap();
    assert!(committed == document, "run with UPDATE_OPENAPI=1");
}

#[test]
fn the_document_is_sound() {
    let document = document::document();
    for place in references(&document) {
        let target = document.pointer(place.trim_start_matches('#'));
        assert!(target.is_some(), "{place} leads nowhere");
    }
    for (name, shape) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(shape), "{name} is not a schema");
    }
    let mut ids = BTreeSet::new();
    for (method, path) in Judge::new(document.clone()).operations() {
        let operation = &document["paths"][&path][method.to_lowercase()];
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "{id} is there twice");
        let named = operation["parameters"].as_array().into_iter().flatten();
        let has_game = named.into_iter().any(|parameter| parameter["in"] == "path");
        assert_eq!(has_game, path.contains("{game}"), "{method} {path}");
    }
}

/// All places that a part of a document refers to.
fn references(part: &Value) -> Vec<String> {
    match part {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let own = own.map(str::to_owned);
            let others = fields.values().flat_map(references);
            own.into_iter().chain(others).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn examples_have_the_shape_of_their_bodies() {
    let document = document::document();
    let mut judge = Judge::new(document.clone());
    let mut n_examples = 0;
    for (method, path) in judge.operations() {
        let body = &document["paths"][&path][method.to_lowercase()]["requestBody"];
        let example = &body["content"]["application/json"]["example"];
        if example.is_object() {
            judge.check_body(&method, &path, example, 200);
            n_examples += 1;
        }
    }
    assert!(n_examples > 15, "{n_examples}");
}

#[tokio::test]
async fn every_route_does_what_the_document_says() {
    let mut stage = Stage::open().await;
    stage.meet_people().await;
    stage.look_around().await;
    stage.look_for_opponents().await;
    stage.play().await;
    stage.ask_the_computer().await;
    stage.play_every_game().await;
    stage.read_streams().await;
    stage.call_when_too_much().await;
    stage.try_plain_routes().await;
    let unseen = stage.close().await.unseen();
    assert!(unseen.is_empty(), "nobody has seen that {unseen:#?}");
}

/// What the server serves beyond its own two tables is answered with a plain no.
#[tokio::test]
async fn no_other_path_or_method_is_served() {
    let stage = Stage::open().await;
    for (method, path) in [
        ("GET", "/api"),
        ("GET", "/api/nothing"),
        ("POST", "/api/nothing"),
        ("DELETE", "/api/games"),
        ("PUT", "/api/me"),
        ("POST", "/healthz"),
        ("POST", "/ws"),
    ] {
        let response = stage.send(method, path).await;
        assert!(
            [404, 405].contains(&response.status),
            "{method} {path}: {}",
            response.status
        );
    }
    stage.close().await;
}
