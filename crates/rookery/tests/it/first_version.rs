//! A data folder that the first version has written, opened with the present program.
//!
//! The folder and what it holds are described in `tests/fixtures/first-version/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::child::{Api, Reply, Served, value};
use crate::{lines, rookery};

/// Nothing in this test takes longer than this.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    games: Vec<Game>,
    players: Vec<Player>,
    ended_tokens: Vec<String>,
    seeks: Vec<Seek>,
    wisconsin: Vec<Collector>,
}

/// A game as it was when the first version stopped.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    game: String,
    note: String,
    variant: String,
    preset: Option<String>,
    clock: Value,
    /// White and Black.
    players: [String; 2],
    records: usize,
    tail: String,
    actions: usize,
    ending: Option<Value>,
    status: Value,
    position: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    player: String,
    name: String,
    token: String,
    /// Guests have none.
    password: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seek {
    game: String,
    owner: String,
    variant: String,
    preset: Option<String>,
    clock: Value,
    seat: String,
    audience: Value,
    /// The token of a player who may join.
    joiner: String,
}

/// A player of the Wisconsin host protocol.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collector {
    name: String,
    password: String,
    picks: Value,
    collection: Value,
    people: Value,
    hosted: Option<Hosted>,
    board: Option<Board>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hosted {
    game: String,
    answer: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    number: u64,
    squares: Value,
    players: Value,
}

#[test]
fn what_the_first_version_stored_is_served_and_played_on() {
    let manifest = manifest();
    let data = tempfile::tempdir().unwrap();
    fs::copy(fixture("data/rookery.db"), data.path().join("rookery.db")).unwrap();

    let served = Served::start(data.path());
    let mut visit = Visit::new(served.web);
    for game in &manifest.games {
        visit.finds(game);
    }
    visit.finds_collections(&manifest);
    let tokens = visit.logs_in(&manifest);
    visit.is_answered_again(&manifest, &tokens);
    let mut lengths = BTreeMap::new();
    for game in manifest.games.iter().filter(|game| game.ending.is_none()) {
        lengths.insert(&game.game, visit.plays_on(game, &tokens));
    }
    assert_eq!(lengths.len(), 27, "the running games");
    for (game, length) in &lengths {
        visit.wait_for(game, *length);
    }
    visit.moves_by_the_wisconsin_protocol(&manifest);
    visit.takes_the_reward(&manifest);
    for seek in &manifest.seeks {
        visit.finds_seek(seek);
        visit.joins(seek);
    }
    served.stop();

    let served = Served::start(data.path());
    let mut visit = Visit::new(served.web);
    for game in &manifest.games {
        visit.finds(game);
        if let Some(length) = lengths.get(&game.game) {
            assert!(visit.actions(&game.game).len() >= *length, "{}", game.note);
        }
    }
    for seek in &manifest.seeks {
        assert_eq!(visit.view(&seek.game, "")["phase"]["type"], "running");
    }
    visit.logs_in(&manifest);
    served.stop();
}

fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/first-version");
    folder.join(name)
}

fn manifest() -> Manifest {
    let text = fs::read_to_string(fixture("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A client of the server.
struct Visit {
    api: Api,
    requests: usize,
}

impl Visit {
    fn new(address: SocketAddr) -> Visit {
        Visit {
            api: Api::connect(address).unwrap(),
            requests: 0,
        }
    }

    /// A tag that nobody has used.
    fn tag(&mut self) -> String {
        self.requests += 1;
        format!("present-{}", self.requests)
    }

    /// A request that is granted; the answer as text.
    fn text(&mut self, line: &str, token: &str, body: &str) -> String {
        let tag = self.tag();
        let (status, answer) = self.api.ask(line, token, &tag, body).unwrap();
        assert_eq!(status, 200, "{line} {body}: {answer}");
        answer
    }

    fn ok(&mut self, line: &str, token: &str, body: &str) -> Value {
        value(&self.text(line, token, body))
    }

    fn view(&mut self, game: &str, token: &str) -> Value {
        self.ok(&format!("GET /api/games/{game}"), token, "")["view"].take()
    }

    fn actions(&mut self, game: &str) -> Vec<Value> {
        let view = self.view(game, "");
        view["moves"].as_array().unwrap().clone()
    }

    fn records(&mut self, game: &str) -> Vec<Value> {
        let text = self.text(&format!("GET /api/games/{game}/records"), "", "");
        text.lines().map(crate::json).collect()
    }

    /// A stored game is whole, and the same as it was.
    fn finds(&mut self, game: &Game) {
        let Game { game: id, note, .. } = game;
        let records = self.text(&format!("GET /api/games/{id}/records"), "", "");
        let verdict = rookery(&["verify", "-"], records.as_bytes());
        let expected = format!("whole: {} {id}, ", game.variant);
        let told = lines(&verdict).join(" ");
        assert!(told.starts_with(&expected), "{note}: {verdict:?}");
        let last = records.lines().nth(game.records - 1).unwrap();
        assert_eq!(crate::json(last)["hash"], game.tail, "{note}");

        let at = format!("GET /api/games/{id}/position?actions={}", game.actions);
        let position = self.ok(&at, "", "");
        assert_eq!(position["setup"], game.position, "{note}");
        assert_eq!(position["status"], game.status, "{note}");
        let view = self.view(id, "");
        assert_eq!(view["variant"], game.variant, "{note}");
        assert_eq!(view["clock"]["control"], game.clock, "{note}");
        for (seat, player) in ["white", "black"].iter().zip(&game.players) {
            assert_eq!(view["seats"][seat]["player"], *player, "{note}");
        }
        let created = &crate::json(records.lines().next().unwrap())["record"]["change"];
        let preset = created.get("preset").and_then(Value::as_str);
        assert_eq!(preset, game.preset.as_deref(), "{note}");
        match &game.ending {
            Some(ending) => {
                assert_eq!(view["phase"]["ending"], *ending, "{note}");
                assert_eq!(records.lines().count(), game.records, "{note}");
            }
            None => assert_eq!(view["phase"]["type"], "running", "{note}"),
        }
    }

    /// Every token and every password leads to its player. A token for each player.
    fn logs_in(&mut self, manifest: &Manifest) -> BTreeMap<String, String> {
        let mut tokens = BTreeMap::new();
        for player in &manifest.players {
            let welcome = self.ok("GET /api/me", &player.token, "");
            assert_eq!(welcome["player"], player.player);
            assert_eq!(welcome["name"], player.name);
            assert_eq!(welcome["has_account"], player.password.is_some());
            tokens.insert(player.player.clone(), player.token.clone());
            if let Some(password) = &player.password {
                let welcome = self.log_in(&player.name, password);
                assert_eq!(welcome["player"], player.player);
            }
        }
        for token in &manifest.ended_tokens {
            let (status, body) = self.api.ask("GET /api/me", token, "ended", "").unwrap();
            assert_eq!(status, 401, "{body}");
        }
        for collector in &manifest.wisconsin {
            let welcome = self.log_in(&collector.name, &collector.password);
            let text = |key: &str| welcome[key].as_str().unwrap().to_owned();
            tokens.insert(text("player"), text("token"));
        }
        let wrong = json!({"name": "Ada", "password": "incorrect horse"}).to_string();
        let refused = self.api.ask("POST /api/me/log-in", "", "wrong", &wrong);
        assert_eq!(value(&refused.unwrap().1)["code"], "wrong-password");
        tokens
    }

    fn log_in(&mut self, name: &str, password: &str) -> Value {
        let body = json!({"name": name, "password": password}).to_string();
        self.ok("POST /api/me/log-in", "", &body)
    }

    /// Requests that the first version has answered are answered again and not done twice.
    fn is_answered_again(&mut self, manifest: &Manifest, tokens: &BTreeMap<String, String>) {
        let mut resent = 0;
        for game in manifest.games.iter().filter(|game| game.ending.is_none()) {
            let records = self.records(&game.game);
            let acted = records.iter().rev().find_map(|sealed| {
                let record = &sealed["record"];
                let action = record["change"]["action"].as_str()?;
                let token = tokens.get(record["by"].as_str()?)?;
                Some((token, record["tag"].as_str()?, action))
            });
            if let Some((token, tag, action)) = acted {
                let line = format!("POST /api/games/{}/act", game.game);
                let body = json!({"action": action}).to_string();
                let (status, answer) = self.api.ask(&line, token, tag, &body).unwrap();
                assert_eq!(status, 200, "{}: {answer}", game.note);
                assert_eq!(self.actions(&game.game).len(), game.actions);
                resent += 1;
            }
        }
        assert!(resent >= 20, "only {resent} requests were sent again");
    }

    /// The player who is to act does so. How many actions there are when a computer has answered.
    fn plays_on(&mut self, game: &Game, tokens: &BTreeMap<String, String>) -> usize {
        let view = self.view(&game.game, "");
        let index = usize::from(view["phase"]["to_act"] == "black");
        let token = &tokens[&game.players[index]];
        let offers = self.view(&game.game, token)["offers"].take();
        let action = offers[0]["action"].as_str().expect(&game.note);
        let line = format!("POST /api/games/{}/act", game.game);
        let body = json!({"action": action, "after": game.actions}).to_string();
        self.ok(&line, token, &body);
        let has_computer = game.players.iter().any(|id| id.starts_with("computer-"));
        game.actions + 1 + usize::from(has_computer)
    }

    /// Waits until a game has so many actions, or has ended.
    fn wait_for(&mut self, game: &str, expected: usize) {
        let began = Instant::now();
        loop {
            let view = self.view(game, "");
            let actions = view["moves"].as_array().unwrap().len();
            if actions >= expected || view["phase"]["type"] == "over" {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{game} has {actions} actions");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn finds_seek(&mut self, seek: &Seek) {
        let line = format!("GET /api/games/{}", seek.game);
        let found = self.ok(&line, &seek.joiner, "")["seek"].take();
        let expected = json!({
            "player": seek.owner,
            "variant": seek.variant,
            "preset": seek.preset,
            "clock": seek.clock,
            "seat": seek.seat,
            "audience": seek.audience,
        });
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(found[key], *value, "{found}");
        }
        let lobby = self.ok("GET /api/lobby", &seek.joiner, "");
        let is_listed = |list: &str| {
            let seeks = lobby[list].as_array().unwrap();
            seeks.iter().any(|listed| listed["game"] == seek.game)
        };
        match seek.audience["type"].as_str() {
            Some("anybody") => assert!(is_listed("seeks"), "{lobby}"),
            Some("player") => assert!(is_listed("own"), "{lobby}"),
            other => assert_eq!((other, is_listed("seeks")), (Some("invited"), false)),
        }
    }

    fn joins(&mut self, seek: &Seek) {
        let line = format!("POST /api/games/{}/join", seek.game);
        let joined = self.ok(&line, &seek.joiner, "{}");
        assert_eq!(joined["type"], "playing", "{joined}");
        let view = self.view(&seek.game, "");
        assert_eq!(view["variant"], seek.variant);
        assert_eq!(view["phase"]["type"], "running");
    }
}

/// The Wisconsin host protocol. Its clients are logged in by a cookie.
impl Visit {
    fn wisconsin_log_in(&mut self, collector: &Collector) -> String {
        let password = collector.password.replace(' ', "+");
        let form = format!("name={}&password={password}", collector.name);
        let head = "content-type: application/x-www-form-urlencoded\r\n";
        let line = "POST /wisconsin/login";
        let reply = self.api.request(line, head, &form).unwrap();
        assert_eq!(reply.status, 303, "{}", reply.body);
        let cookie = reply.header("set-cookie").unwrap();
        let cookie = cookie.split(';').next().unwrap();
        format!("cookie: {cookie}\r\n")
    }

    fn wisconsin(&mut self, cookie: &str, line: &str, body: &str) -> Reply {
        let reply = self.api.request(line, cookie, body).unwrap();
        assert_eq!(reply.status, 200, "{line} {body}");
        reply
    }

    fn wisconsin_get(&mut self, cookie: &str, path: &str) -> Value {
        let line = format!("GET /wisconsin/{path}");
        value(&self.wisconsin(cookie, &line, "").body)
    }

    fn finds_collections(&mut self, manifest: &Manifest) {
        for collector in &manifest.wisconsin {
            let cookie = self.wisconsin_log_in(collector);
            let picks = self.wisconsin_get(&cookie, "picks");
            assert_eq!(picks, collector.picks, "{}", collector.name);
            let collection = self.wisconsin_get(&cookie, "collection");
            assert_eq!(collection, collector.collection, "{}", collector.name);
            let people = self.wisconsin_get(&cookie, "peopleid");
            assert_eq!(people, collector.people, "{}", collector.name);
            if let Some(Hosted { game, answer }) = &collector.hosted {
                let hosted = self.wisconsin_get(&cookie, &format!("hosted/{game}"));
                assert_eq!(hosted, *answer, "{}", collector.name);
            }
            if let Some(board) = &collector.board {
                let squares = self.wisconsin_get(&cookie, &format!("boards/{}", board.number));
                assert_eq!(squares, board.squares, "{}", collector.name);
                let players = self.wisconsin_get(&cookie, &format!("players/{}", board.number));
                assert_eq!(players, board.players, "{}", collector.name);
            }
        }
    }

    /// In every running game of the protocol, the player to act makes the first move that is listed.
    fn moves_by_the_wisconsin_protocol(&mut self, manifest: &Manifest) {
        let mut moved = 0;
        for collector in &manifest.wisconsin {
            let Some(Board { number, .. }) = &collector.board else {
                continue;
            };
            let cookie = self.wisconsin_log_in(collector);
            let players = self.wisconsin_get(&cookie, &format!("players/{number}"));
            let seat = match players["a"] == 0 {
                true => "w",
                false => "b",
            };
            let mover = (manifest.wisconsin.iter()).find(|other| players[seat] == other.name);
            let moves = self.wisconsin_get(&cookie, &format!("moves/{number}"));
            let (Some(mover), Some(first)) = (mover, moves["m"].get(0)) else {
                continue;
            };
            let index = |address: &Value| {
                let part = |key: &str| address[key].as_u64().unwrap();
                part("f") + 8 * part("r")
            };
            let body = json!({"f": index(&first["f"]), "t": index(&first["m"][0])}).to_string();
            let cookie = self.wisconsin_log_in(mover);
            let line = format!("POST /wisconsin/move/{number}");
            self.wisconsin(&cookie, &line, &body);
            moved += 1;
        }
        assert_eq!(moved, 2, "the running games of the protocol");
    }

    /// The one reward that is left can be taken, once.
    fn takes_the_reward(&mut self, manifest: &Manifest) {
        let is_claimable = |collector: &&Collector| {
            let hosted = collector.hosted.as_ref();
            hosted.is_some_and(|hosted| hosted.answer["claimable"] == true)
        };
        let collector = manifest.wisconsin.iter().find(is_claimable).unwrap();
        let answer = &collector.hosted.as_ref().unwrap().answer;
        let cookie = self.wisconsin_log_in(collector);
        let line = format!("POST /wisconsin/reward/{}", answer["id"]);
        self.wisconsin(&cookie, &line, r#"{"re":2}"#);
        let collection = self.wisconsin_get(&cookie, "collection");
        assert_eq!(collection["c"][1], answer["reward"]);
        let again = self.api.request(&line, &cookie, r#"{"re":3}"#).unwrap();
        assert_eq!(again.status, 400);
    }
}
