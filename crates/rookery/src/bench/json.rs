//! A whole request and answer of the JSON message interface.

use std::io::{self, Write};

use catalog::Catalog;
use json_interface::Client;
use rules::Work;
use tokio::runtime::Runtime;

use super::timing::median;
use crate::engine;

/// Requests a second that one core has to manage.
const TARGET: f64 = 50_000.0;

/// A short game with captures, castling, checks and en passant, played over and over.
const GAME: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6 c1e3 f8g7 f2f3 e8g8 d1d2 b8c6 \
                    e1c1 d6d5 e4d5 f6d5 d4c6 b7c6 e3d4 e7e5 d4c5 c8e6 c3e4 f8e8 h2h4 h7h6 g2g4 f7f5 \
                    g4f5 g6f5 e4d6 e5e4 d6e8 d8e8 f3e4 f5e4";

pub(super) fn run(catalog: &Catalog, out: &mut impl Write) -> io::Result<bool> {
    let mut requests: Vec<String> = vec![r#"{"message_type":"new_game"}"#.to_owned()];
    requests.extend(GAME.split_whitespace().map(|action| {
        let (from, to) = action.split_at(2);
        format!(r#"{{"message_type":"piece_move","from":"{from}","to":"{to}"}}"#)
    }));
    let count = requests.len();
    let mut player = Player::new(catalog)?;
    let mut work: Work = Box::new(move || player.play(&requests));
    let per_second = count as f64 / median(&mut work).as_secs_f64();
    let kept = per_second >= TARGET;
    let verdict = if kept { "ok  " } else { "MISS" };
    writeln!(
        out,
        "{verdict} json: request and answer: {per_second:.0} a second, at least {TARGET}"
    )?;
    Ok(kept)
}

/// A client with an engine and a runtime of its own.
struct Player {
    runtime: Runtime,
    client: Option<Client>,
}

impl Player {
    fn new(catalog: &Catalog) -> io::Result<Player> {
        let runtime = engine::runtime()?;
        let engine = runtime.block_on(engine::start(catalog))?;
        let client = Some(engine.connect(None));
        Ok(Player { runtime, client })
    }

    /// How long all answers are together.
    fn play(&mut self, requests: &[String]) -> u64 {
        let Some(client) = &mut self.client else {
            return 0;
        };
        self.runtime.block_on(async {
            let mut length = 0;
            for request in requests {
                let answers = client.receive(request.as_bytes()).await;
                let lengths = answers.iter().map(|answer| answer.len() as u64);
                length += lengths.sum::<u64>();
            }
            length
        })
    }
}

impl Drop for Player {
    /// A client goes in its runtime.
    fn drop(&mut self) {
        let _entered = self.runtime.enter();
        self.client = None;
    }
}
