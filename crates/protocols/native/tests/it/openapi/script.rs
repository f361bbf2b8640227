//! Drives every route of a running server, with a success and a refusal for each.

mod people;

use std::net::SocketAddr;
use std::sync::Arc;

use rules::{BySeat, Seat};
use serde_json::{Value, json};
use server::Server;
use session::{Change, Created, GameId, Millis, PlayerId, Record, Sitter, VERSION};
use store::{MemoryStore, Store};

use super::document::document;
use super::judge::Judge;
use crate::advice::Scholar;
use crate::support::{BLITZ, CHESS, settings, start_computer, start_with};
use native::testkit::client::Client;
use native::testkit::http::{Response, Stream, send};

/// A server, three people who visit it, and a judge who compares everything with the document.
pub(crate) struct Stage {
    server: Server,
    store: Arc<MemoryStore>,
    judge: Judge,
    ada: String,
    ben: String,
    eve: String,
}

const NOBODY: &str = "";
const FORGER: &str = "Authorization: Bearer forged\r\n";
const OTHER_SITE: &str = "Origin: http://evil.example\r\n";

/// The header of the player who was welcomed.
fn bearer(welcome: &Value) -> String {
    let token = welcome["token"].as_str().unwrap();
    format!("Authorization: Bearer {token}\r\n")
}

impl Stage {
    pub(crate) async fn open() -> Stage {
        let store = Arc::new(MemoryStore::new());
        let server = start_computer(Arc::clone(&store) as _, Arc::new(Scholar)).await;
        let mut stage = Stage {
            server,
            store,
            judge: Judge::new(document()),
            ada: String::new(),
            ben: String::new(),
            eve: String::new(),
        };
        stage.ada = stage.newcomer().await;
        stage.ben = stage.newcomer().await;
        stage.eve = stage.newcomer().await;
        stage
    }

    pub(crate) async fn close(self) -> Judge {
        self.server.stop().await;
        self.judge
    }

    fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// A request that no document is about.
    pub(crate) async fn send(&self, method: &str, path: &str) -> Response {
        send(self.address(), method, path, NOBODY, "").await
    }

    async fn newcomer(&mut self) -> String {
        let welcome = self.post(NOBODY, "/api/hello", json!({}), 200).await;
        bearer(&welcome)
    }

    async fn get(&mut self, who: &str, path: &str, status: u16) -> Response {
        let response = send(self.address(), "GET", path, who, "").await;
        assert_eq!(response.status, status, "GET {path}: {}", response.body);
        self.judge.check_answer("GET", path, &response);
        response
    }

    async fn post(&mut self, who: &str, path: &str, body: Value, status: u16) -> Value {
        let response = send(self.address(), "POST", path, who, &body.to_string()).await;
        assert_eq!(response.status, status, "POST {path}: {}", response.body);
        self.judge.check_body("POST", path, &body, status);
        self.judge.check_answer("POST", path, &response);
        response.json()
    }

    /// A game of Ada, who has White, and Ben.
    async fn game(&mut self, variant: &str) -> String {
        let (ada, ben) = (self.ada.clone(), self.ben.clone());
        let mut wish = wish(json!({"type": "invited"}));
        wish["variant"] = json!(variant);
        let seek = self.post(&ada, "/api/games", wish, 200).await;
        let path = format!("/api/games/{}", seek["seek"]["game"].as_str().unwrap());
        assert_eq!(self.get(NOBODY, &path, 200).await.json()["type"], "seeking");
        let join = format!("{path}/join");
        self.post(&ben, &join, json!({}), 200).await;
        path
    }

    /// What needs no opponent.
    pub(crate) async fn look_around(&mut self) {
        let ada = self.ada.clone();
        self.get(NOBODY, "/api/variants", 200).await;
        self.get(NOBODY, "/api/variants?x=1", 400).await;
        self.get(NOBODY, "/api/puzzles?variant=orthodox", 200).await;
        self.get(NOBODY, "/api/puzzles?variant=nothing", 404).await;
        self.get(NOBODY, "/api/puzzles", 400).await;
        let one = |id: &str| format!("/api/puzzles/one?variant=orthodox&id={id}");
        self.get(NOBODY, &one("two"), 200).await;
        self.get(NOBODY, &one("three"), 404).await;
        self.get(NOBODY, "/api/puzzles/one", 400).await;
        self.get(NOBODY, "/api/puzzles/daily", 200).await;
        self.get(NOBODY, "/api/puzzles/daily?date=1", 400).await;
        self.get(&ada, "/api/lobby", 200).await;
        self.get(FORGER, "/api/lobby", 401).await;
        self.get(&ada, "/api/seeks", 200).await;
        self.get(&ada, "/api/seeks?after=1", 200).await;
        self.get(FORGER, "/api/seeks", 401).await;
        self.get(NOBODY, "/api/games?limit=2", 200).await;
        self.get(NOBODY, "/api/games?limit=two", 400).await;
        self.get(&ada, "/api/me/games?limit=2&before=9", 200).await;
        self.get(NOBODY, "/api/me/games", 401).await;
        let look = |actions: Value| json!({"variant": CHESS, "start": {"type": "usual"}, "actions": actions});
        self.post(NOBODY, "/api/look", look(json!(["e4", "e5"])), 200)
            .await;
        self.post(NOBODY, "/api/look", look(json!(["e5"])), 409)
            .await;
        self.post(NOBODY, "/api/look", look(json!("e4")), 400).await;
        let place = json!({"variant": CHESS, "start": {"type": "usual"}});
        let asked = |kind: &str| json!({"question": {"type": kind, "place": place}});
        self.post(NOBODY, "/api/rules", asked("look"), 200).await;
        self.post(NOBODY, "/api/rules", asked("nothing"), 400).await;
        let lines = json!({"question": {"type": "lines", "place": place, "count": 9, "states": 9}});
        self.post(NOBODY, "/api/rules", lines, 409).await;
        let read = |text: &str| json!({"variant": CHESS, "text": text});
        let found = self
            .post(
                NOBODY,
                "/api/trees/read",
                read("1. e4 (1. d4 $1) e5 *"),
                200,
            )
            .await;
        self.post(NOBODY, "/api/trees/read", read("1. e5 *"), 409)
            .await;
        let tree = json!({"variant": CHESS, "tree": found["tree"]});
        let written = self.post(NOBODY, "/api/trees/write", tree, 200).await;
        let pgn = written["pgn"].as_str().unwrap();
        assert!(pgn.contains("1. e4 (1. d4 $1) 1... e5 *"), "{pgn}");
        let moves = json!([{"parent": 0, "action": "e5"}]);
        let wrong = json!({"variant": CHESS, "tree": {"setup": "", "moves": moves}});
        self.post(NOBODY, "/api/trees/write", wrong, 409).await;
        let import = |text: String| json!({"variant": CHESS, "text": text});
        let text = "[White \"Ada\"]\n\n1. e4 e5 1-0".to_owned();
        self.post(NOBODY, "/api/import", import(text), 200).await;
        self.post(NOBODY, "/api/import", import("1. e5".to_owned()), 409)
            .await;
        self.post(NOBODY, "/api/import", import("x".repeat(300_000)), 413)
            .await;
    }

    /// Seeks, challenges and pairs.
    pub(crate) async fn look_for_opponents(&mut self) {
        let (ada, ben) = (self.ada.clone(), self.ben.clone());
        let seek = wish(json!({"type": "anybody"}));
        self.post(NOBODY, "/api/games", seek.clone(), 401).await;
        let seek = self.post(&ada, "/api/games", seek, 200).await;
        self.get(&ada, "/api/lobby", 200).await;
        let path = format!("/api/games/{}", seek["seek"]["game"].as_str().unwrap());
        let [join, cancel] = ["join", "cancel"].map(|what| format!("{path}/{what}"));
        self.post(&ada, &join, json!({}), 409).await;
        self.post(&ada, &join, json!({"game": "other"}), 400).await;
        self.post(&ben, &cancel, json!({}), 403).await;
        self.post(&ada, &cancel, json!({}), 200).await;
        self.post(&ada, &cancel, json!({}), 200).await;
        let mut wrong = wish(json!({"type": "anybody"}));
        wrong["variant"] = json!("nothing");
        self.post(&ada, "/api/games", wrong, 409).await;
        let pair = json!({"variant": CHESS, "clock": {"type": "correspondence", "days": 3}});
        self.post(NOBODY, "/api/pair", pair.clone(), 401).await;
        self.post(&ada, "/api/pair", pair.clone(), 200).await;
        let playing = self.post(&ben, "/api/pair", pair, 200).await;
        assert_eq!(playing["type"], "playing");
        self.get(NOBODY, "/api/games/nothing", 404).await;
    }

    /// Everything that can be asked of a game.
    pub(crate) async fn play(&mut self) {
        let (ada, ben, eve) = (self.ada.clone(), self.ben.clone(), self.eve.clone());
        let game = self.game(CHESS).await;
        let path = |rest: &str| format!("{game}/{rest}");
        self.post(&ada, &path("act"), json!({"action": "e4", "after": 0}), 200)
            .await;
        self.post(&ada, &path("act"), json!({"action": "d4"}), 409)
            .await;
        self.post(&eve, &path("act"), json!({"action": "e5"}), 403)
            .await;
        self.post(&ben, &path("act"), json!({"action": 5}), 400)
            .await;
        self.post(
            &ben,
            &path("act"),
            json!({"action": "e5", "seat": "black"}),
            200,
        )
        .await;
        for (who, what, status) in [
            (&ada, "propose", 200),
            (&ada, "propose", 409),
            (&ben, "decline", 200),
            (&ben, "decline", 409),
            (&ada, "accept", 409),
        ] {
            let draw = json!({"proposal": {"kind": "draw"}});
            self.post(who, &path(what), draw, status).await;
        }
        for (who, what, status) in [
            (&ada, "propose", 200),
            (&ada, "withdraw", 200),
            (&ada, "withdraw", 409),
            (&ben, "propose", 200),
            (&ada, "accept", 200),
        ] {
            let takeback = json!({"proposal": {"kind": "takeback", "to": 1}});
            self.post(who, &path(what), takeback, status).await;
        }
        self.ask_about(&game).await;
        self.post(&ada, &path("say"), json!({"text": "good luck"}), 200)
            .await;
        self.post(&eve, &path("say"), json!({"text": "me too"}), 403)
            .await;
        let taken = json!({"proposal": {"kind": "takeback"}});
        self.post(&ada, &path("propose"), taken, 400).await;
        self.post(&eve, &path("resign"), json!({}), 403).await;
        self.post(&eve, &path("review"), json!({}), 403).await;
        self.post(&ben, &path("resign"), json!({"reason": "time"}), 400)
            .await;
        self.post(&ben, &path("resign"), json!({}), 200).await;
        for _ in ["thought about", "kept"] {
            let review = self.post(&eve, &path("review"), json!({}), 200).await;
            assert_eq!(review["type"], "reviewed");
            assert_eq!(review["review"]["chances"], json!([443, 443]));
        }
        self.post(&ben, &path("abort"), json!({}), 409).await;
        self.get(&ada, &game, 200).await;
        let game = self.game(CHESS).await;
        self.post(&ada, &format!("{game}/abort"), json!({}), 200)
            .await;
        for claim in ["claim-win", "claim-draw"] {
            let path = format!("{}/{claim}", self.deserted(claim).await);
            self.post(&ben, &path, json!({}), 409).await;
            self.post(&ada, &path, json!({}), 200).await;
        }
    }

    async fn ask_about(&mut self, game: &str) {
        for (rest, status) in [
            ("", 200),
            ("/explain?cell=e2", 200),
            ("/explain?cell=z9", 200),
            ("/explain", 400),
            ("/preview?action=e7e5", 200),
            ("/preview?action=e7e2", 409),
            ("/scene?moment=0", 200),
            ("/scene?moment=first", 400),
            ("/position?actions=1", 200),
            ("/position?actions=99", 409),
            ("/read?text=Nf6", 200),
            ("/read?text=Nf3", 409),
            ("/hint", 403),
            ("/evaluation?after=0", 403),
            ("/pgn", 200),
            ("/records", 200),
            ("/file", 409),
        ] {
            let path = format!("{game}{rest}");
            self.get(NOBODY, &path, status).await;
        }
        for rest in ["pgn", "records", "file", "explain?cell=e2"] {
            self.get(NOBODY, &format!("/api/games/nothing/{rest}"), 404)
                .await;
        }
    }

    /// A game that Ben has left for longer than he may.
    async fn deserted(&mut self, name: &str) -> String {
        let mut seats = BySeat::default();
        let people = [
            (Seat::White, self.ada.clone()),
            (Seat::Black, self.ben.clone()),
        ];
        for (seat, who) in people {
            let me = self.get(&who, "/api/me", 200).await.json();
            let text = |field: &str| me[field].as_str().unwrap().to_owned();
            let player = PlayerId::new(text("player")).unwrap();
            let name = text("name");
            seats[seat] = Some(Sitter {
                player,
                name,
                bot: false,
            });
        }
        let game = GameId::new(name).unwrap();
        let players =
            BySeat::new_with(|seat| seats[seat].clone().map(|sitter: Sitter| sitter.player));
        let created = Created {
            game: game.clone(),
            variant: CHESS.to_owned(),
            rules_version: catalog::standard()
                .variants()
                .find(CHESS)
                .unwrap()
                .meta()
                .rules_version,
            setup: String::new(),
            preset: None,
            seed: 0,
            clock: BLITZ,
            clock_start: session::ClockStart::default(),
            grace: Some(Millis::ZERO),
            seats,
            rematch_of: None,
            unlisted: false,
        };
        let acted = |seat: Seat, action: &str| {
            let action = action.to_owned();
            (players[seat].clone(), Change::Acted { seat, action })
        };
        let changes = [
            (None, Change::Created(Box::new(created))),
            acted(Seat::White, "e2e4"),
            acted(Seat::Black, "e7e5"),
            (None, Change::Gone { seat: Seat::Black }),
        ];
        let now = self.get(NOBODY, "/api/me", 200).await.json()["now"].clone();
        let record = |(seq, (by, change))| Record {
            v: VERSION,
            seq,
            at: Millis(now.as_u64().unwrap()),
            by,
            tag: None,
            change,
        };
        let records = (0..).zip(changes).map(record).collect();
        self.store.append(&game, 0, records).await.unwrap();
        format!("/api/games/{game}")
    }

    /// Hints and evaluations.
    pub(crate) async fn ask_the_computer(&mut self) {
        let ada = self.ada.clone();
        let wish = wish(json!({"type": "computer", "level": 1}));
        let playing = self.post(&ada, "/api/games", wish, 200).await;
        let game = format!("/api/games/{}", playing["game"].as_str().unwrap());
        self.get(&ada, &format!("{game}/hint"), 200).await;
        self.get(&ada, &format!("{game}/evaluation?after=0"), 200)
            .await;
        self.get(&ada, &format!("{game}/hint?after=7"), 409).await;
    }

    /// Pictures, offers and files of every kind of chess.
    pub(crate) async fn play_every_game(&mut self) {
        let (ada, ben) = (self.ada.clone(), self.ben.clone());
        let mut n_files = 0;
        for variant in catalog::standard().variants().iter() {
            let game = self.game(variant.meta().id).await;
            for who in [&ada, &ben, &ada] {
                let view = self.get(who, &game, 200).await.json();
                let action = view["view"]["offers"][0]["action"].clone();
                let path = format!("{game}/preview?action={}", escaped(&action));
                self.get(who, &path, 200).await;
                self.post(who, &format!("{game}/act"), json!({"action": action}), 200)
                    .await;
            }
            for rest in [
                "",
                "/position?actions=2",
                "/scene?moment=1",
                "/records",
                "/pgn",
            ] {
                self.get(NOBODY, &format!("{game}{rest}"), 200).await;
            }
            let file = send(self.address(), "GET", &format!("{game}/file"), NOBODY, "").await;
            self.judge
                .check_answer("GET", &format!("{game}/file"), &file);
            n_files += usize::from(file.status == 200);
        }
        assert!(n_files > 0, "some game has files");
    }

    /// The stream of a game, in both details.
    pub(crate) async fn read_streams(&mut self) {
        let ada = self.ada.clone();
        let game = self.game(CHESS).await;
        for (query, action) in [("", "e4"), ("?from=0&detail=brief", "d4")] {
            let path = format!("{game}/stream{query}");
            let mut stream = Stream::open(self.address(), &path, NOBODY).await;
            self.judge.check_line(&path, &stream.object().await);
            let draw = json!({"proposal": {"kind": "draw"}});
            match action {
                "e4" => {
                    let act = json!({"action": action});
                    self.post(&ada, &format!("{game}/act"), act, 200).await;
                }
                _ => {
                    self.post(&ada, &format!("{game}/propose"), draw, 200).await;
                }
            }
            self.judge.check_line(&path, &stream.object().await);
        }
        self.get(NOBODY, &format!("{game}/stream?detail=all"), 400)
            .await;
        self.get(NOBODY, "/api/games/nothing/stream", 404).await;
        self.get(FORGER, &format!("{game}/stream"), 401).await;
    }

    /// A client that asks too often is told to wait, in the same words everywhere.
    pub(crate) async fn call_when_too_much(&mut self) {
        let mut settings = settings();
        settings.limits.address_requests_per_second = 1;
        let server = start_with(Arc::new(MemoryStore::new()), settings).await;
        for (method, path) in [
            ("GET", "/api/variants"),
            ("POST", "/api/hello"),
            ("POST", "/json"),
            ("GET", "/json"),
            ("GET", "/ws"),
            ("GET", "/healthz"),
            ("GET", "/readyz"),
            ("GET", "/metrics"),
            ("GET", "/api/openapi.json"),
        ] {
            let mut n_tries = 0;
            loop {
                let response = send(server.address(), method, path, NOBODY, "{}").await;
                self.judge.check_answer(method, path, &response);
                n_tries += 1;
                if response.status == 429 {
                    break;
                }
                assert!(n_tries < 100, "nobody stops me");
            }
        }
        server.stop().await;
    }

    /// What is not a request of the native protocol.
    pub(crate) async fn try_plain_routes(&mut self) {
        for path in ["/ws", "/json"] {
            Client::connect_with(self.address(), path, &[])
                .await
                .unwrap();
            self.judge.note("GET", path, 101);
            self.get(NOBODY, path, 400).await;
            self.get(OTHER_SITE, path, 403).await;
        }
        let state = json!({"message_type": "new_game"});
        self.post(NOBODY, "/json", state.clone(), 200).await;
        self.post(OTHER_SITE, "/json", state, 403).await;
        let served = self.get(NOBODY, "/api/openapi.json", 200).await.json();
        assert!(served == document(), "the server gives another document");
        self.get(NOBODY, "/healthz", 200).await;
        self.get(NOBODY, "/readyz", 200).await;
        self.get(NOBODY, "/metrics", 200).await;
    }
}

/// A text as it stands behind a question mark.
fn escaped(text: &Value) -> String {
    let bytes = text.as_str().unwrap().bytes();
    bytes.map(|byte| format!("%{byte:02X}")).collect()
}

fn wish(audience: Value) -> Value {
    json!({
        "variant": CHESS,
        "start": {"type": "usual"},
        "clock": {"type": "untimed"},
        "seat": "white",
        "audience": audience,
    })
}
