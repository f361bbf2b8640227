//! The requests shown in docs/protocol/native.md are requests, and nonsense is not.

use native::message::{Call, MAX_FRAME, decode, encode};
use proptest::prelude::*;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/native.md");

/// What clients send in the document's transcripts, but for the request that is shown to be none.
fn shown() -> Vec<&'static str> {
    let lines = DOCUMENT.lines();
    let sent = lines.filter_map(|line| line.strip_prefix("A> ").or(line.strip_prefix("B> ")));
    sent.filter(|text| text.starts_with('{') && !text.contains(r#""fly""#))
        .collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn every_shown_request_is_understood_and_written_alike() {
    let requests = shown();
    assert!(requests.len() > 50, "only {} requests", requests.len());
    for text in requests {
        let call = decode(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let again = serde_json::to_string(&call).unwrap();
        assert_eq!(decode(&again).unwrap(), call);
    }
}

#[test]
fn a_bad_request_keeps_its_tag() {
    let cases = [
        (r#"{"tag":"a","request":{"type":"fly"}}"#, Some("a")),
        (
            r#"{"tag":"a","request":{"type":"rename","name":"b","x":1}}"#,
            Some("a"),
        ),
        (r#"{"tag":"a"}"#, Some("a")),
        (r#"{"tag":"","request":{"type":"ping"}}"#, None),
        ("", None),
        ("[]", None),
    ];
    for (text, tag) in cases {
        let wrong = decode(text).unwrap_err();
        let found = wrong.tag.as_ref().map(session::Tag::as_str);
        assert_eq!(found, tag, "{text}");
        let frame = json(&encode(&wrong.into_frame()));
        assert_eq!(frame["refusal"]["code"], "bad-request");
    }
}

#[test]
fn a_frame_that_is_too_long_is_not_even_read() {
    let name = "x".repeat(MAX_FRAME);
    let long = format!(r#"{{"tag":"a","request":{{"type":"rename","name":"{name}"}}}}"#);
    assert!(decode(&long).unwrap_err().message.contains("at most"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _: Result<Call, _> = decode(&text);
    }

    #[test]
    fn damaged_requests_are_read_or_refused(index in 0..1000usize, cut in 0..400usize, junk in ".{0,3}") {
        let requests = shown();
        let text = requests[index % requests.len()];
        let cut = (0..=cut.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
        let damaged = format!("{}{junk}{}", &text[..cut], &text[cut..]);
        let _: Result<Call, _> = decode(&damaged);
    }
}
