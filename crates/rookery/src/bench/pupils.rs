//! `rookery bench pupils`: how long a class waits for its computers.
//!
//! All pupils begin at the same moment against the strongest level, in all games in turn, half of them from one address
//! and the others each from their own. A player with an answer moves again after a short pause. Meanwhile the
//! server notes how long a computer's move has waited for its turn at most.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use catalog::Catalog;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::server_load::{Latencies, at};
use super::server_process::{Folder, Process};
use super::server_socket::{self, Socket};

/// A computer's move waits at most so long for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The metric that says how long one has waited.
const METRIC: &str = "rookery_computers_longest_wait_seconds ";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Pupils who play at once.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(1..=200))]
    pupils: u8,
    /// How strong their computers are.
    #[arg(long, default_value_t = search::STRONGEST, value_parser = clap::value_parser!(u8).range(1..=9))]
    level: u8,
    /// How long they play, in seconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// How long a pupil thinks about a move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pause: u64,
}

/// Says whether the figure was kept.
pub(super) async fn run(
    catalog: &Catalog,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    let data = Folder::new()?;
    let server = Process::serve(data.path())?;
    let until = Instant::now() + Duration::from_secs(options.seconds);
    let games: Vec<&'static str> = catalog.iter().map(catalog::Entry::id).collect();
    let mut pupils = JoinSet::new();
    for number in 0..options.pupils {
        let variant = games[usize::from(number) % games.len()];
        let from = address_of(number);
        let (server, level) = (server.web, options.level);
        let pause = Duration::from_millis(options.pause);
        pupils.spawn(async move {
            let pupil = Pupil::connect(server, from, variant, level).await?;
            pupil.play(until, pause).await
        });
    }
    let mut answers = Latencies::new();
    while let Some(pupil) = pupils.join_next().await {
        answers.extend(pupil.map_err(io::Error::other)??);
    }
    answers.sort();
    let [middle, late, last] = [0.5, 0.95, 1.0].map(|share| at(&answers, share));
    let n_answers = answers.len();
    writeln!(
        out,
        "{} pupils: {n_answers} answers, p50 {middle:.2?}, p95 {late:.2?}, the last after {last:.2?}",
        options.pupils
    )?;
    let waited = longest_wait(server.web).await?;
    writeln!(
        out,
        "a computer's move waited at most {waited:.2?} for its turn, at most {LONGEST_WAIT:?}"
    )?;
    Ok(waited <= LONGEST_WAIT && n_answers > 0)
}

/// Half of the pupils share an address.
fn address_of(number: u8) -> IpAddr {
    IpAddr::V4(match number % 2 {
        0 => Ipv4Addr::LOCALHOST,
        _ => Ipv4Addr::new(127, 0, 1, number),
    })
}

/// What the server says.
async fn longest_wait(server: SocketAddr) -> io::Result<Duration> {
    let mut stream = TcpStream::connect(server).await?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let told = text.lines().find_map(|line| line.strip_prefix(METRIC));
    let seconds = told.and_then(|told| told.parse().ok());
    let missing = || io::Error::other("the server does not say how long computers waited");
    seconds.map(Duration::from_secs_f64).ok_or_else(missing)
}

/// A pupil with a game against a computer, which moves first.
struct Pupil {
    socket: Socket,
    game: String,
    told: Value,
    asked: Instant,
    n_moves: u32,
}

impl Pupil {
    async fn connect(
        server: SocketAddr,
        from: IpAddr,
        variant: &str,
        level: u8,
    ) -> io::Result<Pupil> {
        let mut socket = server_socket::connect_from(server, from).await?;
        let wish = json!({
            "type": "create",
            "variant": variant,
            "start": {"type": "usual"},
            "clock": {"type": "untimed"},
            "seat": "black",
            "audience": {"type": "computer", "level": level},
        });
        let asked = Instant::now();
        let playing = server_socket::ask(&mut socket, wish).await?;
        let game = playing["game"].as_str().unwrap_or_default().to_owned();
        let open = json!({"type": "open", "game": game});
        let mut opened = server_socket::ask(&mut socket, open).await?;
        Ok(Pupil {
            socket,
            game,
            told: opened["view"].take(),
            asked,
            n_moves: 0,
        })
    }

    /// Plays until the time is up or the game is over; how long each answer took.
    async fn play(mut self, until: Instant, pause: Duration) -> io::Result<Latencies> {
        let mut answers = Latencies::new();
        while self.told["phase"]["type"] == "running" {
            if self.told["phase"]["to_act"] == "black" {
                answers.push(self.asked.elapsed());
                tokio::time::sleep(pause).await;
                if Instant::now() >= until || !self.act().await? {
                    break;
                }
            }
            self.told = server_socket::update(&mut self.socket).await?;
        }
        Ok(answers)
    }

    /// Plays something; false if nothing is offered.
    async fn act(&mut self) -> io::Result<bool> {
        let offers = self.told["offers"].as_array();
        let place = self.n_moves as usize * 7;
        let offer = offers.and_then(|offers| offers.get(place % offers.len().max(1)));
        let Some(action) = offer.and_then(|offer| offer["action"].as_str()) else {
            return Ok(false);
        };
        self.n_moves += 1;
        let ask = json!({"type": "act", "action": action});
        let request = json!({"type": "ask", "game": self.game, "ask": ask});
        let call = json!({"tag": format!("p-{}", self.n_moves), "request": request});
        self.asked = Instant::now();
        server_socket::send(&mut self.socket, call.to_string()).await?;
        Ok(true)
    }
}
