//! Fifty bots on one address, while streams are cut, answers are lost and the server is killed: no move is lost, none is
//! made twice, and none is refused because there are too many.
//!
//! `cargo xtask bots` does it for ten minutes and five deaths.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::{Seat, SplitMix};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::child::Served;
use crate::programs::access_token;

/// Two bots play each other.
const PAIRS: usize = 25;

/// Plies after which a game is given up.
const LENGTH: usize = 40;

/// How long a bot thinks.
const THINKING: Duration = Duration::from_millis(150);

/// How long a client waits for an answer before it sends the call again.
const LATE: Duration = Duration::from_secs(2);

/// A stream is cut by its reader after so many lines.
const CUT: usize = 30;

/// Of so many moves, the answer to one is not read.
const LOST: usize = 15;

/// A number from the environment. Its name does not begin like the server's own settings, which would be refused.
fn setting(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What all bots share.
struct World {
    /// Where the server is; it has another port in each life.
    address: Mutex<SocketAddr>,
    is_over: AtomicBool,
    n_moves: AtomicUsize,
    n_sent_again: AtomicUsize,
    n_cut: AtomicUsize,
    /// The moves that each side was told are made, by game and seat.
    acknowledged: Mutex<HashMap<(String, &'static str), Vec<String>>>,
    faults: Mutex<Vec<String>>,
}

impl World {
    fn address(&self) -> SocketAddr {
        *self.address.lock().unwrap()
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn fault(&self, what: String) {
        self.faults.lock().unwrap().push(what);
    }
}

/// One bot.
#[derive(Clone)]
struct Bot {
    world: Arc<World>,
    token: String,
    name: String,
}

/// A status and a body.
type HttpAnswer = (u16, String);

impl Bot {
    /// One attempt at a call; none, if there is no answer.
    async fn attempt(&self, method: &str, path: &str, body: &str) -> Option<HttpAnswer> {
        let call = async {
            let stream = TcpStream::connect(self.world.address()).await.ok()?;
            let mut stream = BufReader::new(stream);
            let (token, length) = (&self.token, body.len());
            let head = format!(
                "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
            );
            stream.write_all(head.as_bytes()).await.ok()?;
            let mut text = String::new();
            stream.read_to_string(&mut text).await.ok()?;
            let (head, body) = text.split_once("\r\n\r\n")?;
            let status = head.split(' ').nth(1)?.parse().ok()?;
            Some((status, body.to_owned()))
        };
        timeout(LATE, call).await.ok()?
    }

    /// A call that is sent again every 0.1 s for a minute, as long as there is no answer or the server fails.
    async fn call(&self, method: &str, path: &str, body: &str) -> Option<HttpAnswer> {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(60) && !self.world.is_over() {
            match self.attempt(method, path, body).await {
                Some((status, _)) if status >= 500 => {}
                Some(answer) => return Some(answer),
                None => {}
            }
            self.world.n_sent_again.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(100)).await;
        }
        None
    }

    /// A stream, which is there again after a while if the server is not.
    async fn stream(&self, path: &str) -> Option<Lines> {
        while !self.world.is_over() {
            if let Some(lines) = Lines::open(self, path).await {
                return Some(lines);
            }
            sleep(Duration::from_millis(100)).await;
        }
        None
    }

    /// Listens to what happens, accepts challenges and plays games.
    async fn live(self) {
        let mut playing: HashMap<String, tokio::task::JoinHandle<()>> = HashMap::new();
        while let Some(mut events) = self.stream("/api/stream/event").await {
            while let Some(event) = events.next(&self.world).await {
                match event["type"].as_str() {
                    Some("challenge") if event["challenge"]["direction"] == "in" => {
                        let id = event["challenge"]["id"].as_str().unwrap();
                        let path = format!("/api/challenge/{id}/accept");
                        self.call("POST", &path, "").await;
                    }
                    Some("gameStart") => {
                        let id = event["game"]["id"].as_str().unwrap().to_owned();
                        let bot = self.clone();
                        let game = id.clone();
                        playing
                            .entry(id)
                            .or_insert_with(|| tokio::spawn(async move { bot.play(&game).await }));
                    }
                    _ => {}
                }
            }
            self.world.n_cut.fetch_add(1, Ordering::Relaxed);
        }
        for (_, game) in playing {
            drop(game.await);
        }
    }

    /// Challenges another bot, and again when the game is over.
    async fn challenge(self, other: String) {
        let mut n_games = 0;
        while !self.world.is_over() {
            n_games += 1;
            let color = ["white", "black"][n_games % 2];
            let body = format!("clock.limit=600&clock.increment=5&color={color}");
            let path = format!("/api/challenge/{other}");
            let Some((status, text)) = self.call("POST", &path, &body).await else {
                return;
            };
            if status == 429 {
                // For challenges there is a limit, which a bot that behaves respects.
                sleep(Duration::from_secs(1)).await;
                continue;
            }
            let made: Value = serde_json::from_str(&text).unwrap_or_default();
            let Some(id) = made["id"].as_str() else {
                self.world.fault(format!("a challenge: {status} {text}"));
                return;
            };
            self.wait_for_end(id).await;
        }
    }

    async fn wait_for_end(&self, id: &str) {
        let path = format!("/game/export/{id}?moves=false");
        while !self.world.is_over() {
            sleep(Duration::from_millis(500)).await;
            let answer = self.call("GET", &path, "").await;
            if answer.is_some_and(|(_, text)| {
                text.contains("[Result \"") && !text.contains("[Result \"*\"]")
            }) {
                return;
            }
        }
    }

    /// Plays a game to its end, whatever happens to its streams.
    async fn play(&self, id: &str) {
        let mut random = SplitMix::new(seed(id, &self.name));
        while !self.world.is_over() {
            let path = format!("/api/bot/game/stream/{id}");
            let Some(mut lines) = self.stream(&path).await else {
                return;
            };
            let mut seat = None;
            while let Some(line) = lines.next(&self.world).await {
                if line["type"] == "gameFull" {
                    let is_white = line["white"]["name"] == json!(self.name);
                    seat = Some(if is_white { Seat::White } else { Seat::Black });
                }
                let state = if line["state"].is_object() {
                    &line["state"]
                } else {
                    &line
                };
                let (Some(moves), Some(seat)) = (state["moves"].as_str(), seat) else {
                    continue;
                };
                if state["status"] != "started" {
                    return;
                }
                self.answer(id, seat, moves, &mut random).await;
            }
            self.world.n_cut.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Makes a move if it is this seat's turn.
    async fn answer(&self, id: &str, seat: Seat, moves: &str, random: &mut SplitMix) {
        let played: Vec<&str> = moves.split_whitespace().collect();
        let is_turn = played.len().is_multiple_of(2) == (seat == Seat::White);
        if !is_turn {
            return;
        }
        sleep(THINKING).await;
        if played.len() >= LENGTH {
            self.call("POST", &format!("/api/bot/game/{id}/resign"), "")
                .await;
            return;
        }
        let Some(action) = choose(&played) else {
            return;
        };
        let path = format!("/api/bot/game/{id}/move/{action}?offeringDraw=false");
        if random.below(LOST) == 0 {
            // Its answer is lost, and it is sent again.
            drop(timeout(Duration::from_millis(1), self.attempt("POST", &path, "")).await);
            self.world.n_sent_again.fetch_add(1, Ordering::Relaxed);
        }
        match self.call("POST", &path, "").await {
            Some((200, _)) => {
                self.world.n_moves.fetch_add(1, Ordering::Relaxed);
                let mut acknowledged = self.world.acknowledged.lock().unwrap();
                let own = acknowledged
                    .entry((id.to_owned(), seat.as_str()))
                    .or_default();
                // A state that is told twice makes a client send its move twice, and it is the same move.
                if own.len() == played.len() / 2 {
                    own.push(action);
                }
            }
            Some((429, text)) => self.world.fault(format!("429 for a move: {text}")),
            // The opponent may have resigned, or the state was an old one.
            Some(_) | None => {}
        }
    }
}

/// A number that is the same for the same bot in the same game.
fn seed(id: &str, name: &str) -> u64 {
    let bytes = id.bytes().chain(name.bytes());
    bytes.fold(17, |hash: u64, byte| {
        hash.wrapping_mul(31).wrapping_add(byte.into())
    })
}

/// A legal move after these; always the same after the same moves, as an engine chooses that is asked again.
fn choose(played: &[&str]) -> Option<String> {
    let variants = catalog::standard().variants();
    let mut game = variants.find("orthodox")?.start("").ok()?;
    for action in played {
        let seat = game.status().to_act()?;
        game = game.apply(seat, action).ok()?.game;
    }
    let legal = game.legal();
    let hash = seed(&played.join(" "), "move");
    let index = usize::try_from(hash % legal.len().max(1) as u64).ok()?;
    legal.get(index).cloned()
}

/// The lines of a stream.
struct Lines {
    stream: BufReader<TcpStream>,
    n_read: usize,
}

impl Lines {
    async fn open(bot: &Bot, path: &str) -> Option<Lines> {
        let open = async {
            let stream = TcpStream::connect(bot.world.address()).await.ok()?;
            let mut stream = BufReader::new(stream);
            let token = &bot.token;
            let head =
                format!("GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n");
            stream.write_all(head.as_bytes()).await.ok()?;
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            line.contains(" 200 ")
                .then_some(Lines { stream, n_read: 0 })
        };
        timeout(LATE, open).await.ok()?
    }

    /// The next object; none when the stream has ended, is cut here, or says nothing for 15 s.
    async fn next(&mut self, world: &World) -> Option<Value> {
        loop {
            if world.is_over() || self.n_read >= CUT {
                return None;
            }
            let mut line = String::new();
            let read = timeout(Duration::from_secs(15), self.stream.read_line(&mut line));
            let n_bytes = read.await.ok()?.ok()?;
            if n_bytes == 0 {
                return None;
            }
            // What HTTP puts around the lines is not an object.
            if line.starts_with('{') {
                self.n_read += 1;
                return serde_json::from_str(&line).ok();
            }
        }
    }
}

fn start(data: &Path) -> Served {
    // With the limits that a server has when nobody changes them.
    Served::start_limited(data)
}

#[test]
fn fifty_bots_lose_no_move_while_the_server_is_killed() {
    let (seconds, kills) = (setting("BOTS_SECONDS", 60), setting("BOTS_KILLS", 1));
    let data = tempfile::tempdir().unwrap();
    let mut served = start(data.path());
    let names: Vec<String> = (0..2 * PAIRS)
        .map(|number| format!("bot-{number}"))
        .collect();
    let scopes = ["bot:play", "challenge:write"];
    let tokens: Vec<String> = names
        .iter()
        .map(|name| access_token(served.web, name, &scopes))
        .collect();
    let world = Arc::new(World {
        address: Mutex::new(served.web),
        is_over: AtomicBool::new(false),
        n_moves: AtomicUsize::new(0),
        n_sent_again: AtomicUsize::new(0),
        n_cut: AtomicUsize::new(0),
        acknowledged: Mutex::default(),
        faults: Mutex::default(),
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bots: Vec<Bot> = names
        .iter()
        .zip(&tokens)
        .map(|(name, token)| Bot {
            world: Arc::clone(&world),
            token: token.clone(),
            name: name.clone(),
        })
        .collect();
    let mut tasks = Vec::new();
    for pair in bots.chunks(2) {
        let [one, other] = pair else { unreachable!() };
        for bot in pair {
            let upgraded = runtime.block_on(bot.call("POST", "/api/bot/account/upgrade", ""));
            assert_eq!(upgraded.unwrap().0, 200);
            tasks.push(runtime.spawn(bot.clone().live()));
        }
        tasks.push(runtime.spawn(one.clone().challenge(other.name.clone())));
    }
    for _ in 0..kills {
        std::thread::sleep(Duration::from_secs(seconds / (kills + 1)));
        let before = world.n_moves.load(Ordering::Relaxed);
        assert!(before > 0, "nobody has moved");
        served.kill();
        served = start(data.path());
        *world.address.lock().unwrap() = served.web;
    }
    std::thread::sleep(Duration::from_secs(seconds / (kills + 1)));
    world.is_over.store(true, Ordering::Relaxed);
    runtime.block_on(async {
        for task in tasks {
            drop(timeout(Duration::from_secs(30), task).await);
        }
    });
    let faults = world.faults.lock().unwrap().clone();
    assert!(faults.is_empty(), "{faults:?}");
    let n_games = compare(&world, &bots[0], &runtime);
    let n_moves = world.n_moves.load(Ordering::Relaxed);
    let (again, cut) = (
        world.n_sent_again.load(Ordering::Relaxed),
        world.n_cut.load(Ordering::Relaxed),
    );
    assert!(
        n_moves > 10 * PAIRS && again > 0 && cut > 0,
        "{n_moves} {again} {cut}"
    );
    use std::io::Write;
    let told = format!(
        "{n_moves} moves in {n_games} games; {again} calls sent again, {cut} streams cut, {kills} kills"
    );
    writeln!(std::io::stderr(), "{told}").unwrap();
    served.kill();
}

/// What is stored is what both sides were told, and at most one move more that nobody was told of; how many games.
fn compare(world: &World, bot: &Bot, runtime: &tokio::runtime::Runtime) -> usize {
    world.is_over.store(false, Ordering::Relaxed);
    let acknowledged = world.acknowledged.lock().unwrap().clone();
    let games: std::collections::BTreeSet<&String> =
        acknowledged.keys().map(|(game, _)| game).collect();
    for game in &games {
        let path = format!("/api/games/{game}");
        let answer = runtime
            .block_on(bot.attempt_native(&path))
            .expect("an answer");
        for seat in ["white", "black"] {
            let moves = answer["view"]["moves"].as_array().unwrap().iter();
            let own = moves.filter(|played| played["seat"] == seat);
            let stored: Vec<&str> = own
                .map(|played| played["action"].as_str().unwrap())
                .collect();
            let none = Vec::new();
            let told = acknowledged.get(&((*game).clone(), seat)).unwrap_or(&none);
            assert!(
                stored.len() <= told.len() + 1
                    && stored[..told.len().min(stored.len())] == told[..],
                "{game} {seat}: stored {stored:?}, told {told:?}"
            );
        }
    }
    games.len()
}

impl Bot {
    /// A call of our own API, without a token.
    async fn attempt_native(&self, path: &str) -> Option<Value> {
        let nobody = Bot {
            token: String::new(),
            ..self.clone()
        };
        let stream = TcpStream::connect(nobody.world.address()).await.ok()?;
        let mut stream = BufReader::new(stream);
        let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.ok()?;
        serde_json::from_str(text.split_once("\r\n\r\n")?.1).ok()
    }
}
