//! The plain HTTP API, spoken by hand.

use native::message::Request;
use native::testkit::client::Client;
use native::testkit::http::{Program, Stream, send};
use serde_json::{Value, json};

use crate::support::{BLITZ, CHESS, Pairing, start};

fn wish() -> Value {
    json!({
        "variant": CHESS,
        "start": {"type": "usual"},
        "clock": {"type": "untimed"},
        "seat": "white",
        "audience": {"type": "anybody"},
    })
}

#[tokio::test]
async fn two_programs_play_over_plain_http_and_a_third_reads_the_stream() {
    let server = start().await;
    let address = server.address();
    let (ada, ben) = (Program::new(address).await, Program::new(address).await);
    let seek = ada.post("/api/games", wish()).await.json();
    let id = seek["seek"]["game"].as_str().unwrap().to_owned();
    let path = |rest: &str| format!("/api/games/{id}{rest}");
    let joined = ben.post(&path("/join"), json!({})).await.json();
    assert_eq!(joined["seat"], "black");

    let mut stream = Stream::open(address, &path("/stream?detail=brief"), "").await;
    assert_eq!(stream.object().await["type"], "opened");

    assert_eq!(
        ada.post(&path("/act"), json!({"action": "e4"}))
            .await
            .status,
        200
    );
    let notice = stream.object().await;
    assert_eq!(notice["notice"]["records"][0]["change"]["action"], "e2e4");

    let wrong_turn = ada.post(&path("/act"), json!({"action": "d4"})).await;
    assert_eq!(
        (wrong_turn.status, wrong_turn.json()["code"].as_str()),
        (409, Some("not-your-turn"))
    );
    assert_eq!(
        ben.post(&path("/act"), json!({"action": "e7e5", "after": 1}))
            .await
            .status,
        200
    );
    let view = ben.get(&path("")).await.json();
    assert_eq!(view["view"]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(view["seats"], json!(["black"]));
    assert!(ada.get(&path("/pgn")).await.body.contains("1. e4 e5 *"));
    assert_eq!(ada.get(&path("/records")).await.body.lines().count(), 3);
    assert_eq!(
        ada.get(&path("/read?text=Nf3")).await.json()["action"],
        "g1f3"
    );
    assert_eq!(
        ada.get("/api/me/games?limit=5").await.json()["games"][0]["game"],
        id.as_str()
    );
    assert_eq!(
        ada.get("/api/games").await.json()["games"][0]["n_actions"],
        2
    );
    assert_eq!(ben.post(&path("/resign"), json!({})).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn strangers_and_nonsense_are_told_so() {
    let server = start().await;
    let address = server.address();
    let body = wish().to_string();
    let cases = [
        ("GET", "/api/games/nothing", "", "", 404),
        ("GET", "/api/nothing", "", "", 404),
        ("POST", "/api/games", "", body.as_str(), 401),
        (
            "POST",
            "/api/games",
            "Authorization: Bearer forged\r\n",
            body.as_str(),
            401,
        ),
        ("POST", "/api/hello", "", "{", 400),
        ("POST", "/api/hello", "", r#"{"tokn":"x"}"#, 400),
        (
            "POST",
            "/api/hello",
            "Origin: http://evil.example\r\n",
            "{}",
            403,
        ),
        ("DELETE", "/api/games", "", "", 405),
        ("GET", "/healthz", "", "", 200),
        ("GET", "/api/variants", "", "", 200),
        ("GET", "/api/lobby", "", "", 200),
        ("GET", "/assets/missing.js", "", "", 404),
        ("GET", "/game/whatever", "", "", 200),
    ];
    for (method, path, headers, body, status) in cases {
        let response = send(address, method, path, headers, body).await;
        assert_eq!(
            response.status, status,
            "{method} {path}: {}",
            response.body
        );
    }
    let big = format!(r#"{{"token":"{}"}}"#, "x".repeat(20_000));
    assert_eq!(
        send(address, "POST", "/api/hello", "", &big).await.status,
        413
    );
    server.stop().await;
}

#[tokio::test]
async fn pages_are_guarded() {
    let server = start().await;
    let page = send(server.address(), "GET", "/", "", "").await;
    assert_eq!(page.status, 200);
    assert!(
        page.head
            .contains("content-security-policy: default-src 'self'")
    );
    assert!(page.head.contains("x-content-type-options: nosniff"));
    server.stop().await;
}

#[tokio::test]
async fn the_json_message_interface_answers_over_both_carriers() {
    let server = start().await;
    let posted = send(server.address(), "POST", "/json", "", "nonsense").await;
    assert_eq!(posted.status, 200);
    assert!(posted.head.contains("set-cookie: rookery_desk="));
    let mut client = Client::connect_with(server.address(), "/json", &[])
        .await
        .unwrap();
    client.send_text("nonsense".to_owned()).await.unwrap();
    let told: Value = serde_json::from_str(&client.next_text().await.unwrap()).unwrap();
    assert_eq!(posted.json(), json!([told]));
    server.stop().await;
}

/// HTTP ends its own lines with two characters, so that a lone line feed is an empty line of the stream.
#[tokio::test]
async fn a_stream_that_has_nothing_to_tell_shows_that_it_is_there() {
    let server = start().await;
    let pairing = Pairing::new(server.address(), BLITZ).await;
    let path = format!("/api/games/{}/stream", pairing.game);
    let mut stream = Stream::open(server.address(), &path, "").await;
    stream.object().await;
    stream.line(|line| line == "\n").await;
    server.stop().await;
}

#[tokio::test]
async fn a_stream_ends_with_the_token_it_was_opened_with() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let path = format!("/api/games/{}/stream", pairing.game);
    let headers = format!("Authorization: Bearer {}\r\n", pairing.white.token());
    let mut stream = Stream::open(server.address(), &path, &headers).await;
    stream.object().await;
    pairing.white.ok(Request::EndSessions).await;
    stream.line(|line| line == "0\r\n").await;
    server.stop().await;
}
