//! What both doors for WebSockets keep out, and whom they do not wait for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use native::message::{Frame, MAX_FRAME, Notice, Request};
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{settings, start, start_with};
use native::testkit::client::{Client, in_time};

const PATHS: [&str; 2] = ["/ws", "/json"];

fn upgrade(address: SocketAddr, path: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// The answer to that key, as the standard computes it.
const ACCEPTED: &str = "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=";

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(in_time(stream.read_u8()).await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

/// A WebSocket as bytes.
async fn raw(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = upgrade(address, path);
    stream.write_all(request.as_bytes()).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{path}: {head}");
    assert!(head.to_lowercase().contains(ACCEPTED), "{path}: {head}");
    stream
}

/// The first byte of a frame: what it is, and whether the message ends with it.
const TEXT: u8 = 0x81;
const FIRST_PIECE: u8 = 0x01;
const PIECE: u8 = 0x00;
const LAST_PIECE: u8 = 0x80;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;

/// A short frame as clients send it.
fn frame(first: u8, payload: &str) -> Vec<u8> {
    let key = [7, 0, 77, 255];
    let mut frame = vec![first, 0x80 | u8::try_from(payload.len()).unwrap()];
    frame.extend(key);
    frame.extend(
        payload
            .bytes()
            .zip(key.iter().cycle())
            .map(|(byte, key)| byte ^ key),
    );
    frame
}

/// A frame as the server sends it.
async fn read_frame(stream: &mut TcpStream) -> (u8, String) {
    let first = in_time(stream.read_u8()).await.unwrap();
    let length = match in_time(stream.read_u8()).await.unwrap() {
        126 => usize::from(in_time(stream.read_u16()).await.unwrap()),
        length => usize::from(length),
    };
    let mut payload = vec![0; length];
    in_time(stream.read_exact(&mut payload)).await.unwrap();
    (first, String::from_utf8_lossy(&payload).into_owned())
}

/// The next thing the server says is this.
async fn hear(stream: &mut TcpStream, answer: &str) {
    let (first, text) = read_frame(stream).await;
    assert!(first == TEXT && text.contains(answer), "{text}");
}

/// A short message for each door, and a part of its answer.
const TALKS: [(&str, &str, &str); 2] = [
    ("/ws", r#"{"tag":"one","request":{"type":"ping"}}"#, "pong"),
    ("/json", "nonsense", "not_json"),
];

/// The first message may come with the request to go on as a WebSocket.
#[tokio::test]
async fn a_hasty_client_is_heard() {
    let server = start().await;
    for (path, message, answer) in TALKS {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let mut hasty = upgrade(server.address(), path).into_bytes();
        hasty.extend(frame(TEXT, message));
        stream.write_all(&hasty).await.unwrap();
        assert!(read_head(&mut stream).await.contains(" 101 "));
        hear(&mut stream, answer).await;
    }
    server.stop().await;
}

/// However a message is cut into frames and frames into bytes, it is heard, and so is a question in between.
#[tokio::test]
async fn messages_in_pieces_are_put_together() {
    let server = start().await;
    for (path, message, answer) in TALKS {
        let mut stream = raw(server.address(), path).await;
        let (begin, rest) = message.split_at(3);
        let (middle, end) = rest.split_at(2);
        let pieces = [
            frame(FIRST_PIECE, begin),
            frame(PING, "there?"),
            frame(PIECE, middle),
            frame(LAST_PIECE, end),
        ];
        for byte in pieces.concat() {
            stream.write_all(&[byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
        assert_eq!(read_frame(&mut stream).await, (PONG, "there?".to_owned()));
        hear(&mut stream, answer).await;
    }
    server.stop().await;
}

/// A client that says goodbye is told the same, and then the connection ends.
#[tokio::test]
async fn a_goodbye_is_answered() {
    let server = start().await;
    let mut stream = raw(server.address(), "/ws").await;
    stream.write_all(&frame(CLOSE, "")).await.unwrap();
    assert_eq!(read_frame(&mut stream).await, (CLOSE, String::new()));
    assert_eq!(in_time(stream.read(&mut [0])).await.unwrap(), 0);
    server.stop().await;
}

/// Whatever is not a request for a WebSocket gets an answer that says why not.
#[tokio::test]
async fn what_is_no_upgrade_is_refused() {
    let server = start().await;
    for path in PATHS {
        let good = upgrade(server.address(), path);
        let wrong = [
            good.replace("Version: 13", "Version: 12"),
            good.replace("Upgrade: websocket\r\n", ""),
            good.replace("Connection: Upgrade\r\n", ""),
            good.replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""),
        ];
        for request in wrong {
            let mut stream = TcpStream::connect(server.address()).await.unwrap();
            let request = request.replace("\r\n\r\n", "\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            let head = read_head(&mut stream).await;
            assert!(head.starts_with("HTTP/1.1 400 "), "{request}{head}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn frames_that_are_too_long_end_the_connection_and_nonsense_does_not() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    client.send_text("nonsense".to_owned()).await.unwrap();
    let Some(Frame::Refused { tag: None, refusal }) = client.next_frame().await else {
        panic!()
    };
    assert_eq!(refusal.code, "bad-request");
    let mut json = Client::connect_with(server.address(), "/json", &[])
        .await
        .unwrap();
    json.send_text("nonsense".to_owned()).await.unwrap();
    assert!(json.next_text().await.unwrap().contains("not_json"));
    for client in [&mut client, &mut json] {
        // The server may close before all of it has been taken.
        drop(client.send_text("x".repeat(MAX_FRAME + 1)).await);
        assert_eq!(client.next_text().await, None);
    }
    let mut other = Client::hello(server.address(), None).await;
    other.ok(Request::Ping).await;
    server.stop().await;
}

/// Nobody waits for a long frame, or makes room for it: its announcement is enough to close.
#[tokio::test]
async fn a_frame_that_is_announced_too_long_is_not_waited_for() {
    let server = start().await;
    for path in PATHS {
        let mut stream = raw(server.address(), path).await;
        let mut announcement = vec![0x81, 0xff];
        announcement.extend(1_000_000_u64.to_be_bytes());
        announcement.extend([1, 2, 3, 4]);
        stream.write_all(&announcement).await.unwrap();
        let mut rest = Vec::new();
        in_time(stream.read_to_end(&mut rest)).await.ok();
    }
    server.stop().await;
}

/// A client that neither says anything nor answers when it is asked is gone. Time passes by itself here while
/// nothing happens.
#[tokio::test]
async fn quiet_connections_are_asked_for_a_sign_of_life_and_closed() {
    for path in PATHS {
        let server = start().await;
        let mut stream = raw(server.address(), path).await;
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).await.ok();
        assert!(heard.starts_with(&[PING, 0]), "{path}: {heard:?}");
        let took = began.elapsed().as_secs();
        assert!((55..=90).contains(&took), "{path}: {took} s");
        tokio::time::resume();
        server.stop().await;
    }
}

/// What a limit of so many requests in a second lets through in bytes since a moment, at most.
fn most_bytes(per_second: u64, since: Instant) -> u64 {
    let millis = 3000 + u64::try_from(since.elapsed().as_millis()).unwrap();
    4096 * per_second * millis / 1000
}

/// A message may have any number of empty frames, but they are read no faster than others.
#[tokio::test]
async fn empty_frames_are_not_free() {
    const N_FRAMES: u64 = 1600;
    let mut settings = settings();
    settings.limits.requests_per_second = 40;
    let server = start_with(Arc::new(MemoryStore::new()), settings).await;
    for (path, message, answer) in TALKS {
        let mut stream = raw(server.address(), path).await;
        let began = Instant::now();
        let empty = frame(PIECE, "").repeat(usize::try_from(N_FRAMES).unwrap());
        let pieces = [frame(FIRST_PIECE, message), empty, frame(LAST_PIECE, "")];
        in_time(stream.write_all(&pieces.concat())).await.unwrap();
        hear(&mut stream, answer).await;
        let n_bytes = N_FRAMES * (512 + 6);
        assert!(n_bytes <= most_bytes(40, began), "{:?}", began.elapsed());
    }
    server.stop().await;
}

/// A client that sends nonsense is sent away, even if every other thing it says is good.
#[tokio::test]
async fn good_requests_do_not_make_up_for_nonsense() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    let mut n_refused = 0;
    let goodbye = loop {
        drop(client.send("good", Request::Ping).await);
        drop(client.send_text("nonsense".to_owned()).await);
        match client.next_frame().await {
            Some(Frame::Ok { .. }) => {}
            Some(Frame::Refused { .. }) => n_refused += 1,
            Some(Frame::Notice {
                notice: Notice::Bye { code, .. },
            }) => break code,
            other => panic!("{other:?} after {n_refused}"),
        }
    };
    assert_eq!(goodbye, "too-many-requests");
    assert!((50..300).contains(&n_refused), "{n_refused}");
    server.stop().await;
}
