//! A server that is asked to stop says goodbye, and everything is there when it comes back.

use std::path::Path;

use serde_json::{Value, json};

use crate::child::{Api, Served};
use crate::data::get;
use crate::socket::Socket;

const GAMES: usize = 12;

fn create() -> Value {
    json!({
        "type": "create",
        "variant": "orthodox",
        "start": {"type": "usual"},
        "clock": {"type": "fischer", "initial": 600_000, "increment": 0},
        "seat": "white",
        "audience": {"type": "invited"},
    })
}

fn act(game: &str, action: &str) -> Value {
    json!({"type": "ask", "game": game, "ask": {"type": "act", "action": action}})
}

fn moves(socket: &mut Socket, game: &str) -> Vec<Value> {
    let opened = socket.ok(&json!({"type": "open", "game": game}));
    opened["view"]["moves"].as_array().unwrap().clone()
}

#[test]
fn a_server_that_is_asked_to_stop_keeps_every_game() {
    keeps_every_game(Served::start);
}

/// Its tasks run in another way there.
#[cfg(target_os = "linux")]
#[test]
fn a_server_on_one_core_does_so_too() {
    keeps_every_game(Served::start_on_one_core);
}

/// While it drains, everything goes on; it is only not ready for others. Asking twice ends the wait.
#[test]
fn a_server_that_drains_serves_on_until_it_is_asked_again() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("rookery.toml"), "drain = 3600\n").unwrap();
    let served = Served::start(data.path());
    let mut ada = Socket::hello(served.web, &mut None);
    let mut proxy = Api::connect(served.web).unwrap();
    let mut ready = || proxy.request("GET /readyz", "", "").unwrap();
    assert_eq!(ready().status, 200);
    assert_eq!(ready().header("connection"), None);
    served.signal("TERM");
    while get(&served, "/readyz", "") != (503, "draining\n".to_owned()) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // The next request of a client that keeps connections goes to another node.
    assert_eq!(ready().header("connection"), Some("close"));
    assert_eq!(get(&served, "/healthz", "").0, 200);
    ada.ok(&create());
    served.stop();
    assert_eq!(ada.goodbye(), "shutting-down");
}

fn keeps_every_game(start: fn(&Path) -> Served) {
    let data = tempfile::tempdir().unwrap();
    let served = start(data.path());
    let (mut ada, mut ben) = (None, None);
    let mut white = Socket::hello(served.web, &mut ada);
    let mut black = Socket::hello(served.web, &mut ben);
    let mut games = Vec::new();
    for n in 0..GAMES {
        let seek = white.ok(&create());
        let game = seek["seek"]["game"].as_str().unwrap().to_owned();
        black.ok(&json!({"type": "join", "game": game}));
        for action in ["e4", "e5", "Nf3"].iter().take(n % 4) {
            let mover = match *action {
                "e5" => &mut black,
                _ => &mut white,
            };
            mover.ok(&act(&game, action));
        }
        games.push(game);
    }
    let before: Vec<_> = games.iter().map(|game| moves(&mut white, game)).collect();
    let waiting = white.ok(&create())["seek"]["game"].clone();

    served.stop();
    assert_eq!(white.goodbye(), "shutting-down");
    assert_eq!(white.close_code(), 1012);
    assert_eq!(black.goodbye(), "shutting-down");

    let served = start(data.path());
    let mut white = Socket::hello(served.web, &mut ada);
    let mut black = Socket::hello(served.web, &mut ben);
    for (game, before) in games.iter().zip(before) {
        assert_eq!(moves(&mut white, game), before);
    }
    black.ok(&json!({"type": "join", "game": waiting}));
    black.ok(&act(&games[1], "c5"));
    served.stop();
}
