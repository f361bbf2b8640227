//! The WebSocket: nobody is dropped for being quick, and everybody is told why it ends.

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use native::testkit::client::in_time;
use native::testkit::game::{Setup, settings};
use server::Server;
use store::MemoryStore;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::{NEW_GAME, STATE};

type Socket = WebSocketStream<TcpStream>;

/// A server that allows a connection so many requests in a second.
async fn start(requests_per_second: u32) -> Server {
    let mut settings = settings();
    settings.limits.requests_per_second = requests_per_second;
    let setup = Setup {
        settings,
        protocols: vec![Box::new(json_interface::Protocol::new())],
        ..Setup::default()
    };
    setup.start(Arc::new(MemoryStore::new())).await.0
}

async fn connect(server: &Server) -> Socket {
    let stream = TcpStream::connect(server.address()).await.unwrap();
    let url = format!("ws://{}/json", server.address());
    in_time(tokio_tungstenite::client_async(url, stream))
        .await
        .unwrap()
        .0
}

/// The next text, or how the server closed.
async fn next(socket: &mut Socket) -> Result<String, (CloseCode, String)> {
    loop {
        match in_time(socket.next()).await.unwrap().unwrap() {
            Message::Text(text) => return Ok(text.to_string()),
            Message::Close(frame) => {
                let frame = frame.expect("a code and a reason");
                return Err((frame.code, frame.reason.to_string()));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {}
        }
    }
}

#[tokio::test]
async fn a_program_that_asks_one_after_the_other_gets_every_answer() {
    let server = start(400).await;
    let mut socket = connect(&server).await;
    in_time(socket.send(Message::text(NEW_GAME))).await.unwrap();
    next(&mut socket).await.unwrap();
    for number in 0..1000 {
        in_time(socket.send(Message::text(STATE))).await.unwrap();
        let state = next(&mut socket).await.unwrap();
        assert!(state.contains("game_state"), "{number}: {state}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_burst_is_answered_to_the_end() {
    let server = start(100).await;
    let mut socket = connect(&server).await;
    for number in 0..250 {
        let request = format!(r#"{{"message_type":"state_request","request_id":{number}}}"#);
        in_time(socket.send(Message::text(request))).await.unwrap();
    }
    for number in 0..250 {
        let answer = next(&mut socket).await.unwrap();
        assert!(
            answer.contains(&format!(r#""request_id":{number}}}"#)),
            "{answer}"
        );
        assert!(answer.contains(r#""code":"no_game""#), "{answer}");
    }
    server.stop().await;
}

/// Nonsense is answered for a while; a flood of it is refused, and the connection is closed with a reason.
#[tokio::test]
async fn a_flood_of_nonsense_is_refused_and_closed() {
    let server = start(10_000).await;
    let mut socket = connect(&server).await;
    for _ in 0..100 {
        in_time(socket.send(Message::text("castle"))).await.unwrap();
        let answer = next(&mut socket).await.unwrap();
        assert!(answer.contains(r#""code":"not_json""#), "{answer}");
    }
    let refusal = next(&mut socket).await.unwrap();
    assert!(refusal.contains(r#""code":"rate_limited""#), "{refusal}");
    let (code, reason) = next(&mut socket).await.unwrap_err();
    assert_eq!(code, CloseCode::Policy);
    assert!(reason.contains("not requests"), "{reason}");
    server.stop().await;
}

#[tokio::test]
async fn clients_are_told_when_the_server_stops() {
    let server = start(100).await;
    let mut socket = connect(&server).await;
    in_time(socket.send(Message::text(NEW_GAME))).await.unwrap();
    next(&mut socket).await.unwrap();
    let (code, reason) = tokio::join!(server.stop(), next(&mut socket))
        .1
        .unwrap_err();
    assert_eq!(code, CloseCode::Away);
    assert!(reason.contains("server stops"), "{reason}");
}

#[tokio::test]
async fn frames_that_are_not_messages_end_the_connection_with_a_reason() {
    let server = start(100).await;
    for (frame, code) in [
        (Message::binary(vec![1, 2, 3]), CloseCode::Unsupported),
        (Message::text("x".repeat(20_000)), CloseCode::Size),
    ] {
        let mut socket = connect(&server).await;
        in_time(socket.send(frame)).await.unwrap();
        let (closed, reason) = next(&mut socket).await.unwrap_err();
        assert_eq!(closed, code);
        assert!(!reason.is_empty());
    }
    // What is too long for a message but no flood is just told so.
    let mut socket = connect(&server).await;
    in_time(socket.send(Message::text("x".repeat(5000))))
        .await
        .unwrap();
    assert!(next(&mut socket).await.unwrap().contains("too_large"));
    server.stop().await;
}

/// A cut does not end a game, and the token of the answer takes the seat back.
#[tokio::test]
async fn a_player_comes_back_over_another_connection() {
    let server = start(100).await;
    let mut socket = connect(&server).await;
    in_time(socket.send(Message::text(NEW_GAME))).await.unwrap();
    let begun: serde_json::Value = serde_json::from_str(&next(&mut socket).await.unwrap()).unwrap();
    in_time(socket.send(Message::text(crate::piece_move("E2", "E4"))))
        .await
        .unwrap();
    next(&mut socket).await.unwrap();
    drop(socket);
    let mut socket = connect(&server).await;
    let back = crate::rejoin(
        &crate::text(&begun, "game_id"),
        &crate::text(&begun, "seat_token"),
    );
    in_time(socket.send(Message::text(back))).await.unwrap();
    let state: serde_json::Value = serde_json::from_str(&next(&mut socket).await.unwrap()).unwrap();
    assert_eq!(
        (&state["seat"], &state["turn"]),
        (&"both".into(), &"black".into())
    );
    server.stop().await;
}
