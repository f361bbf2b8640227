//! Readers that do not read cost the server no memory.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::child::{Api, Served};
use crate::socket::Socket;

/// Clients that open the game and never read.
const LAZY: usize = 20;

/// Each is three notices of some kilobytes. For all readers together they would be hundreds of megabytes.
const ROUNDS: usize = 300;

/// What the memory may grow by, in kilobytes.
const MOST: u64 = 20_000;

fn act(game: &str, ask: &Value) -> Value {
    json!({"type": "ask", "game": game, "ask": ask})
}

/// Plays a move and takes it back.
fn round(white: &mut Socket, black: &mut Socket, game: &str) {
    let proposal = json!({"kind": "takeback", "to": 0});
    white.ok(&act(game, &json!({"type": "act", "action": "e4"})));
    white.ok(&act(
        game,
        &json!({"type": "propose", "proposal": proposal}),
    ));
    black.ok(&act(game, &json!({"type": "accept", "proposal": proposal})));
}

/// A client has ten seconds to take a message.
fn wait_until_dropped(served: &Served) {
    let began = Instant::now();
    let mut api = Api::connect(served.web).unwrap();
    loop {
        let (_, metrics) = api.ask("GET /metrics", "", "metrics", "").unwrap();
        let mut lines = metrics.lines();
        if !lines.any(|line| line == "rookery_slow_readers_total 0") {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{metrics}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn memory_does_not_grow_while_readers_do_not_read() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let mut white = Socket::hello(served.web, &mut None);
    let mut black = Socket::hello(served.web, &mut None);
    let seek = white.ok(&json!({
        "type": "create",
        "variant": "orthodox",
        "start": {"type": "usual"},
        "clock": {"type": "untimed"},
        "seat": "white",
        "audience": {"type": "invited"},
    }));
    let game = seek["seek"]["game"].as_str().unwrap().to_owned();
    black.ok(&json!({"type": "join", "game": game}));
    let lazy: Vec<Socket> = (0..LAZY)
        .map(|_| {
            let mut socket = Socket::hello_narrow(served.web);
            socket.ok(&json!({"type": "open", "game": game}));
            socket
        })
        .collect();
    // What the program needs anyway is there after a few.
    for _ in 0..50 {
        round(&mut white, &mut black, &game);
    }
    let before = served.resident_kb();
    let mut most = before;
    for number in 0..ROUNDS {
        round(&mut white, &mut black, &game);
        if number % 20 == 0 {
            most = most.max(served.resident_kb());
        }
    }
    let grown = most.max(served.resident_kb()) - before;
    assert!(grown < MOST, "{before} KB have grown by {grown} KB");
    wait_until_dropped(&served);
    drop(lazy);
    served.kill();
}
