//! Every message that is sent fits the published schema.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../../../docs/protocol/schema/json-interface.schema.json");
    serde_json::from_str(text).expect("the schema is JSON")
});

/// Only what an engine may send: a request is not an answer.
static RESPONSE: LazyLock<Validator> = LazyLock::new(|| {
    let mut schema = SCHEMA.clone();
    schema["oneOf"] = json!([{ "$ref": "#/$defs/response" }]);
    jsonschema::validator_for(&schema).expect("the schema is a schema")
});

pub(crate) fn check(message: &str) {
    let value: Value = serde_json::from_str(message).expect("a message is JSON");
    if let Err(error) = RESPONSE.validate(&value) {
        panic!("{error} in {message}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_a_message() {
    for wrong in [
        json!({"message_type": "next_legal_moveset", "moves": {}}),
        json!({"message_type": "next_legal_moveset", "moves": {"E9": ["E4"]}, "events": {}}),
        json!({"message_type": "game_end", "victor": "draw", "reason": "checkmate"}),
        json!({"message_type": "failure", "failure": "no", "code": "illegal_move"}),
        json!({"message_type": "piece_move", "from": "E2", "to": "E4"}),
    ] {
        assert!(!RESPONSE.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn requests_fit_it_too() {
    let schema = jsonschema::validator_for(&SCHEMA).expect("the schema is a schema");
    for request in [
        json!({"message_type": "piece_move", "from": "E2", "to": "E4", "request_id": 5}),
        json!({"message_type": "new_game", "draw_rules": "claim", "clock": {"initial_ms": 1000}}),
        json!({"message_type": "draw_claim", "reason": "fifty_move_rule"}),
    ] {
        assert!(schema.is_valid(&request), "{request}");
    }
}
