//! How many bytes a move takes on the wire, in every game.

use std::io::{self, Write};

use catalog::Catalog;
use rules::{AnyVariant, SplitMix};
use serde_json::{Value, json};

use super::server_process::Process;
use super::server_socket::{self, Socket, ask, next};

/// Where orthodox chess is measured: a middle game with many moves.
const MIDDLE_GAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

/// Actions of each game, chosen by chance.
const ACTIONS: usize = 30;

/// Bytes of all notices to the player who is to act next and to a spectator.
#[derive(Clone, Copy, Default)]
struct Sizes {
    to_player: usize,
    to_others: usize,
    n_moves: usize,
}

impl Sizes {
    fn each(self) -> (usize, usize) {
        let n = self.n_moves.max(1);
        (self.to_player / n, self.to_others / n)
    }
}

/// Whether all notices are as short as they have to be.
pub(super) async fn run(
    catalog: &Catalog,
    served: &Process,
    out: &mut impl Write,
) -> io::Result<bool> {
    let mut are_short = true;
    for (index, entry) in catalog.iter().enumerate() {
        let variant = entry.variant();
        let setup = if index == 0 { MIDDLE_GAME } else { "" };
        let full = measure(served, variant, setup, "full").await?.each();
        let delta = measure(served, variant, setup, "delta").await?.each();
        let (most_to_player, most_to_others) = match index {
            0 => (2000, 600),
            _ => (full.0 / 4, full.1 / 4),
        };
        writeln!(
            out,
            "{}: {} bytes to the player to act, at most {most_to_player}; {} to others, at most {most_to_others} (with whole pictures: {} and {})",
            variant.meta().name,
            delta.0,
            delta.1,
            full.0,
            full.1,
        )?;
        are_short &= delta.0 <= most_to_player && delta.1 <= most_to_others;
    }
    Ok(are_short)
}

async fn measure(
    served: &Process,
    variant: &dyn AnyVariant,
    setup: &str,
    detail: &str,
) -> io::Result<Sizes> {
    let refused = |why: rules::Refusal| io::Error::other(why.to_string());
    let mut players = [
        server_socket::connect(served.web).await?,
        server_socket::connect(served.web).await?,
    ];
    let mut spectator = server_socket::connect(served.web).await?;
    let game = begin(&mut players, variant.meta().id, setup).await?;
    for socket in players.iter_mut().chain([&mut spectator]) {
        server_socket::open(socket, &game, detail).await?;
    }
    let mut state = variant.start(setup).map_err(refused)?;
    let mut numbers = SplitMix::new(11);
    let mut sizes = Sizes::default();
    for number in 0..ACTIONS {
        let Some(seat) = state.status().to_act() else {
            break;
        };
        let legal = state.legal();
        let action = &legal[numbers.below(legal.len())];
        state = state.apply(seat, action).map_err(refused)?.game;
        let mover = seat as usize;
        let wish = json!({"type": "act", "action": action});
        let request = json!({"type": "ask", "game": game, "ask": wish});
        let call = json!({"tag": format!("s-{number}"), "request": request}).to_string();
        server_socket::send(&mut players[mover], call).await?;
        let lengths = [
            notice_length(&mut players[0]).await?,
            notice_length(&mut players[1]).await?,
        ];
        sizes.to_others += notice_length(&mut spectator).await?;
        let next = state.status().to_act().map_or(mover, |seat| seat as usize);
        sizes.to_player += lengths[next];
        sizes.n_moves += 1;
    }
    Ok(sizes)
}

/// A game of two players.
async fn begin(players: &mut [Socket; 2], variant: &str, setup: &str) -> io::Result<String> {
    let [white, black] = players;
    let start = json!({"type": "setup", "text": setup});
    let clock = json!({"type": "fischer", "initial": 300_000, "increment": 3000});
    let wish = json!({"type": "create", "variant": variant, "start": start, "clock": clock, "seat": "white", "audience": {"type": "invited"}});
    let seeking = ask(white, wish).await?;
    let game = seeking["seek"]["game"].as_str().unwrap_or_default();
    ask(black, json!({"type": "join", "game": game})).await?;
    Ok(game.to_owned())
}

/// The length of the next notice about the game. Answers and other notices do not count.
async fn notice_length(socket: &mut Socket) -> io::Result<usize> {
    loop {
        let text = next(socket).await?;
        let frame: Value = serde_json::from_str(&text)?;
        let kind = frame["notice"]["type"].as_str();
        if matches!(kind, Some("step" | "game")) {
            return Ok(text.len());
        }
        if matches!(frame["type"].as_str(), Some("refused" | "error")) {
            return Err(io::Error::other(text.to_string()));
        }
    }
}
