//! What both doors for WebSockets keep out, and whom they do not wait for.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::native::{Frame, MAX_FRAME, Request};

use crate::client::{Client, in_time};
use crate::support::start;

const PATHS: [&str; 2] = ["/ws", "/json"];

/// A WebSocket as bytes.
async fn raw(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(in_time(stream.read_u8()).await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "), "{path}");
    stream
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
    const PING: [u8; 2] = [0x89, 0];
    for path in PATHS {
        let server = start().await;
        let mut stream = raw(server.address(), path).await;
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).await.ok();
        assert!(heard.starts_with(&PING), "{path}: {heard:?}");
        let took = began.elapsed().as_secs();
        assert!((55..=90).contains(&took), "{path}: {took} s");
        tokio::time::resume();
        server.stop().await;
    }
}
