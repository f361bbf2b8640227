//! Moves over plain HTTP: by our own API, and by the one for bots and boards. Both are made in one game by the same two
//! players, and take turns.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::server::TURN;
use super::server_process::{Process, Usage};

/// The moves of both, there and back.
const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

/// What a move by the API for bots and boards may cost, in moves by our own.
pub(super) const MOST_OF_ACT: f64 = 2.0;

/// A player with a connection, and both kinds of tokens.
struct Player {
    stream: BufReader<TcpStream>,
    session: String,
    access: String,
}

fn broken(what: &str) -> io::Error {
    io::Error::other(format!("the server answers: {what}"))
}

impl Player {
    async fn register(address: SocketAddr, name: &str) -> io::Result<Player> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut player = Player {
            stream: BufReader::new(stream),
            session: String::new(),
            access: String::new(),
        };
        let text = |value: &Value, field: &str| value[field].as_str().map(str::to_owned);
        let hello = player.ask("/api/hello", "", &json!({})).await?;
        let guest = text(&hello, "token").ok_or_else(|| broken("no token"))?;
        let account = json!({"name": name, "password": "correct horse"});
        let welcome = player.ask("/api/me/register", &guest, &account).await?;
        player.session = text(&welcome, "token").ok_or_else(|| broken("no token"))?;
        let wanted = json!({"name": "bench", "scopes": ["board:play"]});
        let session = player.session.clone();
        let path = "/api/me/access-tokens";
        let made = player.ask(path, &session, &wanted).await?;
        player.access = text(&made, "secret").ok_or_else(|| broken("no secret"))?;
        Ok(player)
    }

    async fn ask(&mut self, path: &str, token: &str, body: &Value) -> io::Result<Value> {
        let text = self.post(path, token, &body.to_string()).await?;
        serde_json::from_str(&text).map_err(io::Error::other)
    }

    /// Sends a request and reads its answer, which has to be good.
    async fn post(&mut self, path: &str, token: &str, body: &str) -> io::Result<String> {
        let authorization = match token {
            "" => String::new(),
            token => format!("authorization: Bearer {token}\r\n"),
        };
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\n{authorization}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status).await?;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            if name == "content-length" {
                length = value.parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        let body = String::from_utf8_lossy(&body).into_owned();
        match status.contains(" 200 ") {
            true => Ok(body),
            false => Err(broken(&format!("{status} {body}"))),
        }
    }
}

/// Which API a move is made by.
#[derive(Clone, Copy)]
enum Api {
    Native,
    Programs,
}

/// Two players, and how many moves each API has made at which cost.
struct ProgramGame {
    players: [Player; 2],
    game: String,
    n_played: usize,
}

impl ProgramGame {
    async fn new(address: SocketAddr) -> io::Result<ProgramGame> {
        let mut white = Player::register(address, "Bench-white").await?;
        let mut black = Player::register(address, "Bench-black").await?;
        // Without draws by repetition, so that the game goes on.
        let wish = json!({"variant": "orthodox", "start": {"type": "setup", "text": "startpos; draws=plain"},
            "clock": {"type": "untimed"}, "seat": "white", "audience": {"type": "invited"}});
        let session = white.session.clone();
        let seek = white.ask("/api/games", &session, &wish).await?;
        let game = seek["seek"]["game"].as_str();
        let game = game.ok_or_else(|| broken("no seek"))?.to_owned();
        let session = black.session.clone();
        let join = format!("/api/games/{game}/join");
        black.ask(&join, &session, &json!({})).await?;
        Ok(ProgramGame {
            players: [white, black],
            game,
            n_played: 0,
        })
    }

    async fn pass(&mut self, api: Api) -> io::Result<()> {
        let action = ROUND[self.n_played % ROUND.len()];
        let player = &mut self.players[self.n_played % 2];
        let (path, token, body) = match api {
            Api::Native => (
                format!("/api/games/{}/act", self.game),
                player.session.clone(),
                format!("{{\"action\":\"{action}\"}}"),
            ),
            Api::Programs => (
                format!("/api/board/game/{}/move/{action}", self.game),
                player.access.clone(),
                String::new(),
            ),
        };
        player.post(&path, &token, &body).await?;
        self.n_played += 1;
        Ok(())
    }
}

/// Lets both APIs take turns; what a move by the one for bots and boards costs, in moves by our own.
pub(super) async fn run(served: &Process, seconds: u64, out: &mut impl Write) -> io::Result<f64> {
    let mut table = ProgramGame::new(served.web).await?;
    let mut costs = [Usage::default(); 2];
    let mut counts = [0_u32; 2];
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(seconds) {
        for (index, api) in [Api::Native, Api::Programs].into_iter().enumerate() {
            let before = served.usage()?;
            let turn = Instant::now();
            while turn.elapsed() < TURN {
                table.pass(api).await?;
                counts[index] += 1;
            }
            costs[index] = costs[index].and(served.usage()?.since(before));
        }
    }
    let cost = |index: usize| costs[index].cpu / counts[index].max(1);
    let ratio = cost(1).as_secs_f64() / cost(0).as_secs_f64().max(1e-12);
    writeln!(
        out,
        "moves over plain HTTP: {:.1?} by our own API, {:.1?} by the one for bots and boards: {ratio:.2} of it, at most {MOST_OF_ACT}",
        cost(0),
        cost(1),
    )?;
    Ok(ratio)
}
