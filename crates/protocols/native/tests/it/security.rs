//! What nobody may do: act for others, come from foreign pages, or use up the server.

use std::time::{Duration, Instant};

use native::message::{Frame, Notice, Request};
use rules::Seat;
use session::{Ask, Proposal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::{BLITZ, CHESS, Pairing, act, ask, settings, start, start_with};
use native::testkit::client::{Client, in_time};
use native::testkit::http::send;

#[tokio::test]
async fn a_seat_acts_only_with_its_own_token() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let mut eve = Client::hello(server.address(), None).await;
    assert_eq!(eve.refused(act(&game, "e4")).await.code, "not-seated");
    assert_eq!(
        pairing.black.refused(act(&game, "e4")).await.code,
        "not-your-turn"
    );
    let for_white = Request::Ask {
        game: game.clone(),
        seat: Some(Seat::White),
        ask: Ask::Resign,
    };
    assert_eq!(
        pairing.black.refused(for_white.clone()).await.code,
        "not-seated"
    );
    assert_eq!(eve.refused(for_white).await.code, "not-seated");
    let mut nobody = Client::connect(server.address()).await.unwrap();
    assert_eq!(nobody.refused(act(&game, "e4")).await.code, "hello-first");
    let mut forged = pairing.white.token();
    forged.replace_range(0..3, "pxx");
    let token = Some(forged);
    assert_eq!(
        nobody.refused(Request::Hello { token }).await.code,
        "bad-token"
    );
    assert!(pairing.white.view(&game).await.moves.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn pages_of_other_sites_get_no_socket() {
    let server = start().await;
    let address = server.address();
    let own = format!("http://{address}");
    for (origin, is_allowed) in [
        (own.as_str(), true),
        ("http://evil.example", false),
        ("null", false),
    ] {
        for path in ["/ws", "/json"] {
            let connected = Client::connect_with(address, path, &[("origin", origin)]).await;
            assert_eq!(connected.is_ok(), is_allowed, "{origin} {path}");
        }
    }
    server.stop().await;
}

/// A page of an allowed origin uses HTTP with a bearer token. Cookies are for the server's own pages.
#[tokio::test]
async fn pages_of_allowed_origins_use_http_by_bearer_token() {
    let mut settings = settings();
    settings.allowed_origins = vec!["https://ok.example".to_owned()];
    let server = start_with(std::sync::Arc::new(store::MemoryStore::new()), settings).await;
    let address = server.address();
    let ok = "Origin: https://ok.example\r\nSec-Fetch-Site: cross-site\r\n";
    let asks =
        "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n";
    for path in ["/api/hello", "/json", "/api/lobby"] {
        let preflight = send(address, "OPTIONS", path, &format!("{ok}{asks}"), "").await;
        assert_eq!(preflight.status, 204, "{path}");
        let header = |name| preflight.header(name).unwrap_or_default();
        assert_eq!(header("access-control-allow-origin"), "https://ok.example");
        assert!(header("access-control-allow-methods").contains("post"));
        assert!(header("access-control-allow-headers").contains("authorization"));
        assert_eq!(preflight.header("access-control-allow-credentials"), None);
    }
    let hello = send(address, "POST", "/api/hello", ok, "{}").await;
    assert_eq!(hello.status, 200);
    assert_eq!(
        hello.header("access-control-allow-origin"),
        Some("https://ok.example")
    );
    assert_eq!(hello.header("vary"), Some("origin"));
    assert_eq!(
        hello.header("set-cookie"),
        None,
        "a page elsewhere gets no cookie"
    );
    let token = hello.json()["token"].as_str().unwrap().to_owned();
    let bearer = format!("{ok}Authorization: Bearer {token}\r\n");
    assert_eq!(
        send(address, "GET", "/api/me/games", &bearer, "")
            .await
            .status,
        200
    );
    // A cookie that a browser sends all the same does not count.
    let cookie = format!("{ok}Cookie: rookery_token={token}\r\n");
    assert_eq!(
        send(address, "GET", "/api/me/games", &cookie, "")
            .await
            .status,
        401
    );
    let evil = "Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n";
    let preflight = send(
        address,
        "OPTIONS",
        "/api/hello",
        &format!("{evil}{asks}"),
        "",
    )
    .await;
    assert_eq!(preflight.header("access-control-allow-origin"), None);
    let refused = send(address, "POST", "/api/hello", evil, "{}").await;
    assert_eq!(refused.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_too_much_is_slowed_and_then_closed() {
    let mut settings = settings();
    settings.limits.requests_per_second = 20;
    let server = start_with(std::sync::Arc::new(store::MemoryStore::new()), settings).await;
    let mut client = Client::hello(server.address(), None).await;
    for number in 0..400 {
        if client
            .send(&format!("{number}"), Request::Ping)
            .await
            .is_err()
        {
            break;
        }
    }
    let (mut answered, mut limited, mut goodbye) = (0, 0, None);
    while let Some(frame) = client.next_frame().await {
        match frame {
            Frame::Ok { .. } => answered += 1,
            Frame::Refused { refusal, .. } => {
                assert_eq!(refusal.code, "rate-limited");
                limited += 1;
            }
            Frame::Notice {
                notice: Notice::Bye { code, .. },
            } => goodbye = Some(code),
            other => panic!("{other:?}"),
        }
    }
    // How many more there are depends on how long it takes.
    assert!(answered >= 20, "{answered} answered");
    assert!(limited >= 50, "{limited} limited");
    assert_eq!(goodbye.as_deref(), Some("too-many-requests"));
    server.stop().await;
}

#[tokio::test]
async fn slow_heads_hold_no_connection_and_do_not_hold_up_others() {
    let mut settings = settings();
    settings.limits.connections_per_address = 60;
    let server = start_with(std::sync::Arc::new(store::MemoryStore::new()), settings).await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream
            .write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            .await
            .unwrap();
        slow.push(stream);
    }
    let mut client = Client::hello(server.address(), None).await;
    client.ok(Request::Ping).await;
    // The rest finds the door closed, and nobody waits for it.
    let mut others = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        others.spawn(async move { stream.read(&mut [0; 16]).await });
    }
    for _ in 0..10 {
        let ended = in_time(others.join_next()).await.unwrap().unwrap();
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    }
    for stream in &mut slow[..50] {
        stream.write_all(b"a").await.ok();
    }
    let mut text = String::new();
    // An answer that the time is up, or just the end.
    in_time(slow[0].read_to_string(&mut text)).await.ok();
    client.ok(Request::Ping).await;
    server.stop().await;
}

#[tokio::test]
async fn a_reader_that_does_not_read_is_dropped() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let mut lazy = Client::hello(server.address(), None).await;
    lazy.open(&game).await;
    // It asks and asks and never reads: its answers fill the pipe, and the server does not wait.
    let request = Request::Open {
        game: game.clone(),
        from: None,
        detail: native::message::Detail::Full,
    };
    for number in 0..2_000 {
        let tag = format!("{number}");
        let sent = lazy.send(&tag, request.clone());
        // Once both pipes are full, sending stops as well.
        if !matches!(
            tokio::time::timeout(Duration::from_secs(1), sent).await,
            Ok(Ok(()))
        ) {
            break;
        }
    }
    pairing.play(&["e4", "e5"]).await;
    in_time(async {
        while slow_readers(&server).await == 0 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await;
    pairing.play(&["Nf3", "Nc6"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_player_makes_only_so_many_games_in_a_minute() {
    let mut settings = settings();
    settings.limits.creations_per_minute = 3;
    let server = start_with(std::sync::Arc::new(store::MemoryStore::new()), settings).await;
    let mut eager = Client::hello(server.address(), None).await;
    for _ in 0..3 {
        eager.ok(crate::lobby_wish()).await;
    }
    let refusal = eager.refused(crate::lobby_wish()).await;
    assert_eq!(refusal.code, "rate-limited");
    let pair = Request::Pair {
        variant: CHESS.to_owned(),
        preset: None,
        clock: BLITZ,
    };
    assert_eq!(eager.refused(pair).await.code, "rate-limited");
    let mut other = Client::hello(server.address(), None).await;
    other.ok(crate::lobby_wish()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let server = start().await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /api/hello HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = String::new();
    in_time(stream.read_to_string(&mut text)).await.ok();
    assert!(text.starts_with("HTTP/1.1 408 "), "{text}");
    assert!(text.contains(r#""code":"too-slow""#), "{text}");
    server.stop().await;
}

/// A reader of a stream who stops reading loses the connection, and the players do not notice.
#[tokio::test]
async fn a_stream_that_nobody_reads_ends() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut lazy = socket.connect(server.address()).await.unwrap();
    let request = format!("GET /api/games/{game}/stream HTTP/1.1\r\nHost: x\r\n\r\n");
    lazy.write_all(request.as_bytes()).await.unwrap();
    for client in [&mut pairing.white, &mut pairing.black] {
        client.ok(Request::Close { game: game.clone() }).await;
    }
    let proposal = Proposal::Takeback { to: 0 };
    for _ in 0..300 {
        pairing.white.ok(act(&game, "e4")).await;
        let propose = Ask::Propose { proposal };
        pairing.white.ok(ask(&game, propose)).await;
        pairing.black.ok(ask(&game, Ask::Accept { proposal })).await;
    }
    let began = Instant::now();
    while slow_readers(&server).await == 0 {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "nobody gives it up"
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    // What had been sent can still be read, and then it ends.
    let mut rest = Vec::new();
    in_time(lazy.read_to_end(&mut rest)).await.ok();
    server.stop().await;
}

/// How many clients have been given up because they do not read.
async fn slow_readers(server: &server::Server) -> u64 {
    let metrics = send(server.address(), "GET", "/metrics", "", "").await.body;
    let lines = metrics.lines();
    let mut values = lines.filter_map(|line| line.strip_prefix("rookery_slow_readers_total "));
    values.next().unwrap().parse().unwrap()
}
