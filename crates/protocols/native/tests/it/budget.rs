//! What one address, or one player, may use up, over however many connections.

use std::sync::Arc;
use std::time::Instant;

use native::message::{Answer, Frame, Request};
use server::{Server, Settings};
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{settings, start_with};
use native::testkit::client::Client;
use native::testkit::http::{Program, send};

async fn start(settings: Settings) -> Server {
    start_with(Arc::new(MemoryStore::new()), settings).await
}

/// Sends so many requests over each connection at once; how many of them are answered. Everything else is
/// refused as too much.
async fn flood(clients: &mut [Client], n: usize) -> usize {
    for client in &mut *clients {
        for number in 0..n {
            let tag = format!("flood-{number}");
            client.send(&tag, Request::Ping).await.unwrap();
        }
    }
    let mut n_answered = 0;
    for client in clients {
        for _ in 0..n {
            match client.next_frame().await {
                Some(Frame::Ok { .. }) => n_answered += 1,
                Some(Frame::Refused { refusal, .. }) => assert_eq!(refusal.code, "rate-limited"),
                other => panic!("{other:?}"),
            }
        }
    }
    n_answered
}

/// What a limit of so many in a second lets through since a moment, at most.
fn most(per_second: usize, since: Instant) -> usize {
    per_second * (3 + usize::try_from(since.elapsed().as_secs()).unwrap())
}

#[tokio::test]
async fn a_flood_over_many_connections_of_one_address_is_held_back() {
    let mut settings = settings();
    settings.limits.address_requests_per_second = 100;
    let server = start(settings).await;
    let began = Instant::now();
    let mut clients = Vec::new();
    for _ in 0..20 {
        clients.push(Client::connect(server.address()).await.unwrap());
    }
    let n_answered = flood(&mut clients, 50).await;
    assert!(n_answered >= 100, "{n_answered}");
    let most = most(100, began);
    assert!(n_answered <= most, "{n_answered} instead of {most}");
    server.stop().await;
}

#[tokio::test]
async fn connections_of_one_player_share_one_pace() {
    let mut settings = settings();
    settings.limits.requests_per_second = 50;
    let server = start(settings).await;
    let token = Client::hello(server.address(), None).await.token();
    let began = Instant::now();
    let mut clients = Vec::new();
    for _ in 0..8 {
        clients.push(Client::hello(server.address(), Some(token.clone())).await);
    }
    let n_answered = flood(&mut clients, 40).await;
    let most = most(50, began);
    assert!(n_answered <= most, "{n_answered} instead of {most}");
    // Somebody else is not held back.
    let mut other = Client::hello(server.address(), None).await;
    other.ok(Request::Ping).await;
    server.stop().await;
}

#[tokio::test]
async fn every_path_counts_for_its_address() {
    let paths = [
        "/",
        "/healthz",
        "/metrics",
        "/api/openapi.json",
        "/api/variants",
        "/nowhere.js",
        "/ws",
        "/json",
    ];
    for path in paths {
        let mut settings = settings();
        settings.limits.address_requests_per_second = 1;
        let server = start(settings).await;
        let mut statuses = Vec::new();
        while !statuses.contains(&429) && statuses.len() < 100 {
            statuses.push(send(server.address(), "GET", path, "", "").await.status);
        }
        assert!(statuses.contains(&429), "{path}: {statuses:?}");
        assert_ne!(statuses[0], 429, "{path}");
        server.stop().await;
    }
}

/// A flood over one connection is read no faster than it is refused, and refusals take their time.
#[tokio::test]
async fn refused_requests_of_a_connection_are_answered_one_after_the_other() {
    let mut settings = settings();
    settings.limits.address_requests_per_second = 1;
    let server = start(settings).await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = "GET /api/variants HTTP/1.1\r\nHost: x\r\n\r\n";
    let flood = request.repeat(1000);
    stream.write_all(flood.as_bytes()).await.unwrap();
    let mut seen = String::new();
    let mut part = [0; 4096];
    while !seen.contains(" 429 ") {
        let n_read = stream.read(&mut part).await.unwrap();
        assert!(n_read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&part[..n_read]));
    }
    assert!(seen.contains("retry-after: 1"), "{seen}");
    let n_refused = seen.matches(" 429 ").count();
    assert!(n_refused < 100, "{n_refused} at once");
    server.stop().await;
}

#[tokio::test]
async fn new_players_do_not_let_an_address_fill_the_lobby() {
    let mut settings = settings();
    settings.limits.address_creations_per_minute = 5;
    let server = start(settings).await;
    let mut first = Client::hello(server.address(), None).await;
    first.send("same", crate::lobby_wish()).await.unwrap();
    let seek = first.reply("same").await;
    for _ in 0..4 {
        let mut next = Client::hello(server.address(), None).await;
        next.ok(crate::lobby_wish()).await;
    }
    let mut last = Client::hello(server.address(), None).await;
    assert_eq!(last.refused(crate::lobby_wish()).await.code, "rate-limited");
    let program = Program::new(server.address()).await;
    let mut wish = serde_json::to_value(crate::lobby_wish()).unwrap();
    wish.as_object_mut().unwrap().remove("type");
    assert_eq!(program.post("/api/games", wish).await.status, 429);
    // What is sent again is not made again, and costs nothing.
    for _ in 0..20 {
        first.send("same", crate::lobby_wish()).await.unwrap();
        assert_eq!(first.reply("same").await, seek);
    }
    server.stop().await;
}

#[tokio::test]
async fn only_so_many_come_for_the_first_time_from_one_address() {
    let mut settings = settings();
    settings.limits.address_newcomers_per_minute = 3;
    let server = start(settings).await;
    let known = Client::hello(server.address(), None).await.token();
    Client::hello(server.address(), None).await;
    Program::new(server.address()).await;
    let mut late = Client::connect(server.address()).await.unwrap();
    let hello = Request::Hello { token: None };
    assert_eq!(late.refused(hello).await.code, "rate-limited");
    let late = send(server.address(), "POST", "/api/hello", "", "{}").await;
    assert_eq!(late.status, 429);
    Client::hello(server.address(), Some(known)).await;
    server.stop().await;
}

/// Each pair of connections stores a game, so an address cannot come and go as often as it likes.
#[tokio::test]
async fn behind_a_proxy_connections_are_counted_by_the_client_it_names() {
    let mut settings = settings();
    settings.trust_proxy = server::TrustProxy::Hops(1);
    settings.limits.connections_per_address = 2;
    let server = start(settings).await;
    let address = server.address();
    let connect = async |client: &str| {
        let headers = [("x-forwarded-for", client)];
        Client::connect_with(address, "/ws", &headers).await
    };
    let mut inside = Vec::new();
    for client in ["10.0.0.1", "10.0.0.2", "10.0.0.3"] {
        for _ in 0..2 {
            inside.push(connect(client).await.unwrap());
        }
    }
    assert!(connect("10.0.0.1").await.is_err(), "one too many");
    let spoofed = "10.0.0.9, 10.0.0.1";
    assert!(connect(spoofed).await.is_err(), "only the last hop counts");
    for client in &mut inside {
        let answer = client.ok(Request::Ping).await;
        assert!(matches!(answer, Answer::Pong { .. }));
    }
    // Requests that are over hold no place.
    for _ in 0..10 {
        let header = "X-Forwarded-For: 10.0.0.4\r\n";
        let status = send(address, "GET", "/healthz", header, "").await.status;
        assert_eq!(status, 200);
    }
    server.stop().await;
}

/// A player who logs out is a new player, so that counts like coming for the first time.
#[tokio::test]
async fn logging_out_again_and_again_makes_no_more_players_than_coming_does() {
    let mut settings = settings();
    settings.limits.address_newcomers_per_minute = 4;
    let server = start(settings).await;
    let mut client = Client::hello(server.address(), None).await;
    for _ in 0..3 {
        client.ok(Request::LogOut).await;
    }
    let refusal = client.refused(Request::LogOut).await;
    assert_eq!(refusal.code, "rate-limited");
    client.ok(Request::Ping).await;
    server.stop().await;
}
