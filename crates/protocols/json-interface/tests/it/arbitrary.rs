//! Whatever arrives: an answer that fits the schema, no panic, and no change where there was a failure.

use json_interface::{Client, MAX_MESSAGE};
use proptest::prelude::*;

use crate::{NEW_GAME, STATE, ask, engine, schema};

/// Bytes, text, and texts that look like messages but for a word or two.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("\"piece_move\"".to_owned()),
        Just("\"peice move\"".to_owned()),
        Just("\"new_game\"".to_owned()),
        Just("\"piece_promotion_choice\"".to_owned()),
        Just("\"draw_offer\"".to_owned()),
        Just("\"draw_accept\"".to_owned()),
        Just("\"draw_claim\"".to_owned()),
        Just("\"resign\"".to_owned()),
        Just("\"join_game\"".to_owned()),
        Just("\"spectate\"".to_owned()),
        Just("\"action\"".to_owned()),
        Just("\"e2e4\"".to_owned()),
        Just("\"tridim\"".to_owned()),
        Just("\"leave_game\"".to_owned()),
        Just("\"queen\"".to_owned()),
        Just("\"fifty_move_rule\"".to_owned()),
        "\"[a-hA-H][1-8]\"",
        "\"\\PC{0,8}\"",
        "-?[0-9]{1,20}",
        Just("null".to_owned()),
        Just("[{}]".to_owned()),
        Just("{\"initial_ms\":5}".to_owned()),
    ];
    let key = prop::sample::select(vec![
        "message_type",
        "from",
        "to",
        "piece_choice",
        "fen",
        "variant",
        "seat",
        "seat_token",
        "action",
        "draw_rules",
        "clock",
        "game_id",
        "request_id",
        "color",
        "reason",
        "other",
    ]);
    let members = prop::collection::vec((key, word), 0..6);
    let object = members.prop_map(|members| {
        let members: Vec<String> = members
            .into_iter()
            .map(|(key, value)| format!("\"{key}\":{value}"))
            .collect();
        format!("{{{}}}", members.join(",")).into_bytes()
    });
    prop_oneof![
        4 => object,
        1 => prop::collection::vec(any::<u8>(), 0..80),
        1 => "\\PC{0,80}".prop_map(String::into_bytes),
    ]
}

async fn nothing_breaks(messages: Vec<Vec<u8>>) {
    let engine = engine().await;
    let mut client = engine.connect(None);
    ask(&mut client, NEW_GAME).await;
    for message in messages {
        let before = ask(&mut client, STATE).await;
        let answers = client.receive(&message).await;
        for answer in &answers {
            schema::check(answer);
        }
        let failed = answers.iter().any(|answer| answer.contains(r#""failure""#));
        if failed {
            assert_eq!(answers.len(), 1, "{answers:?}");
            assert_eq!(before, ask(&mut client, STATE).await, "{answers:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_breaks_the_engine(messages in prop::collection::vec(message(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(nothing_breaks(messages));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_not_a_message_is_told_so() {
    let engine = engine().await;
    let mut client: Client = engine.connect(None);
    let mut deep = "[".repeat(9) + &"]".repeat(9);
    deep = format!(r#"{{"other":{deep}}}"#);
    let long = format!(r#"{{"other":"{}"}}"#, "x".repeat(MAX_MESSAGE));
    for (message, code) in [
        (long.as_bytes(), "too_large"),
        (b"\xff\xfe{}".as_slice(), "not_utf8"),
        (deep.as_bytes(), "not_json"),
        (b"{} {}", "not_json"),
        (b"{'message_type':1}", "not_json"),
        (b"NaN", "not_json"),
        (b"\"text\"", "not_an_object"),
        (b"\xef\xbb\xbf{}", "missing_message_type"),
        (
            br#"{"message_type":"state_request","x":{"a":1,"a":2}}"#,
            "duplicate_key",
        ),
        (
            br#"{"message_type":"new_game","clock":{"initial_ms":"5"}}"#,
            "wrong_type",
        ),
        (
            br#"{"message_type":"next_legal_moveset"}"#,
            "unknown_message_type",
        ),
        (br#"{"message_type":"state_request"}"#, "no_game"),
    ] {
        let answers = client.receive(message).await;
        assert_eq!(answers.len(), 1);
        let wanted = format!(r#""code":"{code}""#);
        assert!(answers[0].contains(&wanted), "{code}: {}", answers[0]);
        if code == "not_json" {
            assert!(answers[0].contains("at line 1 column"), "{}", answers[0]);
        }
    }
}
