//! A server in this process, and its clients.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use catalog::Catalog;
use rookery::Opened;
use rookery::{Config, Door};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::child::Api;
use crate::socket::Socket;

pub(crate) struct Serving {
    runtime: Runtime,
    opened: Opened,
}

impl Serving {
    /// Serves these games out of a folder.
    pub(crate) fn start(games: &Catalog, data: &Path) -> Serving {
        let config = Config {
            data: data.to_owned(),
            listen: "127.0.0.1:0".parse().unwrap(),
            ccp: Door::Off,
            ..Config::default()
        };
        let runtime = Runtime::new().unwrap();
        let opened = runtime.block_on(rookery::open(games, config)).unwrap();
        Serving { runtime, opened }
    }

    /// Stops it and waits until everything is stored.
    pub(crate) fn stop(self) {
        self.runtime.block_on(self.opened.server.stop());
    }

    fn address(&self) -> SocketAddr {
        self.opened.server.address()
    }

    /// A connection of the player with this token, or of a new player.
    pub(crate) fn socket(&self, token: &mut Option<String>) -> Socket {
        Socket::hello(self.address(), token)
    }

    /// The token of somebody new.
    pub(crate) fn newcomer(&self) -> String {
        let welcome = self.post("/api/hello", "", &json!({}));
        welcome["token"].as_str().unwrap().to_owned()
    }

    fn ask(&self, line: &str, token: &str, body: &str) -> (u16, String) {
        // A tag is remembered with the game, also by the next server.
        static TAGS: AtomicU64 = AtomicU64::new(0);
        let tag = format!("tag-{}", TAGS.fetch_add(1, Ordering::Relaxed));
        let mut api = Api::connect(self.address()).unwrap();
        api.ask(line, token, &tag, body).unwrap()
    }

    pub(crate) fn text(&self, path: &str) -> String {
        let (status, text) = self.ask(&format!("GET {path}"), "", "");
        assert_eq!(status, 200, "{text}");
        text
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        crate::json(&self.text(path))
    }

    pub(crate) fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let (status, text) = self.ask(&format!("POST {path}"), token, &body.to_string());
        assert!((200..300).contains(&status), "{status}: {text}");
        crate::json(&text)
    }

    pub(crate) fn refused(&self, path: &str, token: &str, body: &Value) -> Value {
        let (status, text) = self.ask(&format!("POST {path}"), token, &body.to_string());
        assert!((400..500).contains(&status), "{status}: {text}");
        crate::json(&text)
    }
}

/// The id of a game that White has made for somebody with the link.
pub(crate) fn created(serving: &Serving, white: &str) -> String {
    let wish = json!({
        "variant": "hexapawn", "start": {"type": "preset", "id": "standard"},
        "clock": {"type": "untimed"}, "seat": "white", "audience": {"type": "invited"},
    });
    let seeking = serving.post("/api/games", white, &wish);
    seeking["seek"]["game"].as_str().unwrap().to_owned()
}

/// Plays White against a computer until the end, which is the answer.
pub(crate) fn play_on(
    socket: &mut Socket,
    game: &str,
    choose: impl Fn(&[Value]) -> &Value,
) -> Value {
    let opened = socket.ok(&json!({"type": "open", "game": game}));
    let (mut phase, mut told) = (opened["view"]["phase"].clone(), opened["view"].clone());
    while phase["type"] == "running" {
        if phase["to_act"] == "white" {
            let action = &choose(told["offers"].as_array().unwrap())["action"];
            let act = json!({"type": "act", "action": action});
            socket.ok(&json!({"type": "ask", "game": game, "ask": act}));
        }
        let notice = socket.game_notice(game);
        (phase, told) = (notice["phase"].clone(), notice["update"].clone());
    }
    phase
}
