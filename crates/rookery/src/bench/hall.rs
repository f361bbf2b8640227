//! `rookery bench hall`: a hall full of people who play at random, every kind of chess, for minutes.
//!
//! Each table knows the rules itself and compares everything it is told: positions, offers, refusals, and
//! in the end the exported records.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use catalog::Catalog;
use futures_util::SinkExt;
use rules::{AnyGame, AnyVariant, Seat, SplitMix, Variants};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::server_process::{Folder, Process, raise_limit};
use super::server_socket::{Socket, broken, connect, next};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// People, two at a table.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(2..=1000))]
    players: u16,
    /// How long they play.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    minutes: u64,
    /// How long they think at most, in milliseconds.
    #[arg(long, default_value_t = 1000)]
    thinking: u64,
}

/// A game at a table lasts at most so many actions; then somebody gives up.
const LONGEST: usize = 120;

/// What a table has seen.
#[derive(Default)]
struct Seen {
    games: u64,
    actions: u64,
    refusals: u64,
}

/// Says whether every answer was right.
pub(super) async fn run(
    catalog: &Catalog,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    raise_limit();
    let data = Folder::new()?;
    let served = Process::serve(data.path())?;
    let until = Instant::now() + Duration::from_secs(60 * options.minutes);
    let mut tables = JoinSet::new();
    for number in 0..options.players / 2 {
        let table = HallGame::new(catalog, served.web, number.into(), options.thinking);
        tables.spawn(table.play(until));
    }
    let (mut all, mut wrong) = (Seen::default(), 0);
    while let Some(table) = tables.join_next().await {
        match table.map_err(io::Error::other)? {
            Ok(seen) => {
                all.games += seen.games;
                all.actions += seen.actions;
                all.refusals += seen.refusals;
            }
            Err(error) => {
                wrong += 1;
                writeln!(out, "wrong: {error}")?;
            }
        }
    }
    let Seen {
        games,
        actions,
        refusals,
    } = all;
    let usage = served.usage()?;
    writeln!(
        out,
        "{} players, {} minutes: {games} games, {actions} actions, {refusals} refusals, {wrong} wrong answers; server {:.1} s of processor time, {} KB resident",
        options.players,
        options.minutes,
        usage.cpu.as_secs_f64(),
        usage.resident_kb,
    )?;
    Ok(wrong == 0)
}

/// Two people at a board.
struct HallGame {
    variants: Variants,
    address: SocketAddr,
    numbers: SplitMix,
    thinking: u64,
    seen: Seen,
}

impl HallGame {
    fn new(catalog: &Catalog, address: SocketAddr, number: u64, thinking: u64) -> HallGame {
        HallGame {
            variants: catalog.variants(),
            address,
            numbers: SplitMix::new(number),
            thinking,
            seen: Seen::default(),
        }
    }

    /// A number that nobody foresees, but that is the same in every run.
    fn below(&mut self, limit: u64) -> u64 {
        self.numbers.next() % limit.max(1)
    }

    async fn play(mut self, until: Instant) -> io::Result<Seen> {
        let mut sockets = [connect(self.address).await?, connect(self.address).await?];
        while Instant::now() < until {
            let variants: Vec<&dyn AnyVariant> = self.variants.iter().collect();
            let variant = variants[self.below(variants.len() as u64) as usize];
            self.game(variant, &mut sockets, until).await?;
            self.seen.games += 1;
        }
        Ok(self.seen)
    }

    async fn game(
        &mut self,
        variant: &'static dyn AnyVariant,
        sockets: &mut [Socket; 2],
        until: Instant,
    ) -> io::Result<()> {
        let id = begin(variant, sockets).await?;
        let mut game = variant.start("").map_err(broken)?;
        for n_actions in 0..LONGEST {
            let Some(seat) = game.status().to_act() else {
                break;
            };
            let thinking = self.below(self.thinking + 1);
            tokio::time::sleep(Duration::from_millis(thinking)).await;
            if Instant::now() >= until || n_actions + 1 == LONGEST {
                let resign = json!({"type": "ask", "game": id, "ask": {"type": "resign"}});
                call(&mut sockets[usize::from(seat == Seat::Black)], resign).await?;
                break;
            }
            let legal = game.legal();
            let action = legal[self.below(legal.len() as u64) as usize].clone();
            if self.below(10) == 0 {
                self.trespass(&id, seat, &action, sockets).await?;
            }
            game = self.act(&id, seat, &action, &*game, sockets).await?;
        }
        let export = json!({"type": "export", "game": id, "format": "records"});
        let exported = call(&mut sockets[0], export).await?;
        let text = exported["text"].as_str().unwrap_or_default();
        let verified = session::verify(text, &self.variants.lookup()).map_err(broken)?;
        compare(
            &id,
            "records",
            &verified.session.game().setup(),
            &game.setup(),
        )?;
        for socket in sockets {
            call(socket, json!({"type": "close", "game": id})).await?;
        }
        Ok(())
    }

    /// Somebody moves out of turn, which is refused.
    async fn trespass(
        &mut self,
        id: &str,
        seat: Seat,
        action: &str,
        sockets: &mut [Socket; 2],
    ) -> io::Result<()> {
        let other = &mut sockets[usize::from(seat == Seat::White)];
        let wish = json!({"type": "ask", "game": id, "ask": {"type": "act", "action": action}});
        send(other, wish).await?;
        let frame = reply(other).await?;
        compare(
            id,
            "refusal",
            frame["refusal"]["code"].as_str().unwrap_or_default(),
            "not-your-turn",
        )?;
        self.seen.refusals += 1;
        Ok(())
    }

    /// One action, and what both are told of it.
    async fn act(
        &mut self,
        id: &str,
        seat: Seat,
        action: &str,
        game: &dyn AnyGame,
        sockets: &mut [Socket; 2],
    ) -> io::Result<Box<dyn AnyGame>> {
        let after = game.apply(seat, action).map_err(broken)?.game;
        let mover = usize::from(seat == Seat::Black);
        let wish = json!({"type": "ask", "game": id, "ask": {"type": "act", "action": action}});
        send(&mut sockets[mover], wish).await?;
        let mut update = Value::Null;
        let mut is_answered = false;
        while update.is_null() || !is_answered {
            let frame: Value = serde_json::from_str(&next(&mut sockets[mover]).await?)?;
            match frame["type"].as_str() {
                Some("ok") => is_answered = true,
                Some("notice") => update = news(id, frame).unwrap_or(update),
                _ => return Err(io::Error::other(format!("{id}: {action}: {frame}"))),
            }
        }
        let mut told = Value::Null;
        while told.is_null() {
            let frame: Value = serde_json::from_str(&next(&mut sockets[1 - mover]).await?)?;
            told = news(id, frame).unwrap_or_default();
        }
        for update in [&update, &told] {
            compare(
                id,
                "position",
                update["setup"].as_str().unwrap_or_default(),
                &after.setup(),
            )?;
            let offers = update["offers"].as_array().into_iter().flatten();
            let offers: Vec<&str> = offers
                .filter_map(|offer| offer["action"].as_str())
                .collect();
            compare(id, "offers", &offers.join(" "), &after.legal().join(" "))?;
        }
        self.seen.actions += 1;
        Ok(after)
    }
}

/// What a notice about this game has to show, if it is one.
fn news(id: &str, mut frame: Value) -> Option<Value> {
    let is_news = frame["notice"]["type"] == "game" && frame["notice"]["game"] == id;
    is_news.then(|| frame["notice"]["update"].take())
}

async fn begin(variant: &dyn AnyVariant, sockets: &mut [Socket; 2]) -> io::Result<String> {
    let wish = json!({
        "type": "create",
        "variant": variant.meta().id,
        "start": {"type": "setup", "text": ""},
        "clock": {"type": "fischer", "initial": 3_600_000, "increment": 1000},
        "seat": "white",
        "audience": {"type": "invited"},
    });
    let seeking = call(&mut sockets[0], wish).await?;
    let id = seeking["seek"]["game"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    call(&mut sockets[1], json!({"type": "join", "game": id})).await?;
    for socket in sockets {
        call(socket, json!({"type": "open", "game": id})).await?;
    }
    Ok(id)
}

fn compare(id: &str, what: &str, found: &str, expected: &str) -> io::Result<()> {
    match found == expected {
        true => Ok(()),
        false => Err(io::Error::other(format!(
            "{id}: {what} is {found}, not {expected}"
        ))),
    }
}

/// Sends a request with a tag that nobody has used.
async fn send(socket: &mut Socket, request: Value) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let tag = format!("h-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let call = json!({"tag": tag, "request": request}).to_string();
    socket.send(Message::text(call)).await.map_err(broken)
}

/// The next frame that is not a notice.
async fn reply(socket: &mut Socket) -> io::Result<Value> {
    loop {
        let frame: Value = serde_json::from_str(&next(socket).await?)?;
        if frame["type"] != "notice" {
            return Ok(frame);
        }
    }
}

async fn call(socket: &mut Socket, request: Value) -> io::Result<Value> {
    send(socket, request).await?;
    let mut frame = reply(socket).await?;
    match frame["type"] == "ok" {
        true => Ok(frame["answer"].take()),
        false => Err(io::Error::other(frame.to_string())),
    }
}
