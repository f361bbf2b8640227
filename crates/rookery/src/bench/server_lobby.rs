//! Whether many finished games slow anything down.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use catalog::Catalog;
use rules::{BySeat, Seat};
use serde_json::json;
use session::{Ask, Clock, Command, Created, GameId, PlayerId, Record, Session, Sitter};
use store::{SqliteStore, Store};

use super::server_process::Process;
use super::server_socket::{ask, broken, connect};

/// Looks at the lobby, in one measurement.
const LOOKS: u32 = 200;

/// Games handed over to the store together.
const TOGETHER: u32 = 500;

/// The mean time of a look at the lobby and at the games of a player.
pub(super) async fn look(served: &Process, out: &mut impl Write) -> io::Result<Duration> {
    let mut socket = connect(served.web).await?;
    let started = Instant::now();
    for _ in 0..LOOKS {
        ask(&mut socket, json!({"type": "watch_lobby"})).await?;
        ask(&mut socket, json!({"type": "live_games"})).await?;
    }
    let each = started.elapsed() / LOOKS;
    writeln!(out, "a look at the lobby and at live games: {each:.2?}")?;
    Ok(each)
}

/// Puts finished games into a store that nobody serves.
pub(super) async fn fill(catalog: &Catalog, data: &Path, n_games: u32) -> io::Result<()> {
    let store = SqliteStore::open(data.join("rookery.db")).map_err(broken)?;
    let mut number = 0;
    while number < n_games {
        let last = n_games.min(number + TOGETHER);
        let mut answers = Vec::new();
        for number in number..last {
            let (id, records) = finished(catalog, number)?;
            answers.push(store.append(&id, 0, records.into()));
        }
        for answer in answers {
            answer.await.map_err(broken)?;
        }
        number = last;
    }
    Ok(())
}

/// A short game that White has given up.
fn finished(catalog: &Catalog, number: u32) -> io::Result<(GameId, Vec<Record>)> {
    let game = GameId::new(format!("finished-{number}")).map_err(broken)?;
    let sitter = |seat: Seat| {
        let name = format!("{seat}-{}", number % 100);
        let player = PlayerId::new(name.clone()).ok()?;
        Some(Sitter {
            player,
            name,
            bot: false,
        })
    };
    let variant = catalog.first().variant();
    let created = Created {
        game: game.clone(),
        variant: variant.meta().id.to_owned(),
        rules_version: variant.meta().rules_version,
        setup: String::new(),
        preset: None,
        seed: 0,
        clock: Clock::Untimed,
        clock_start: session::ClockStart::default(),
        grace: None,
        seats: BySeat::new_with(sitter),
        rematch_of: None,
        unlisted: false,
    };
    let (now, variants) = (host::now(), catalog.variants().lookup());
    let mut records = vec![Session::create(now, created, &variants).map_err(broken)?];
    let mut session = Session::open(&records[0], &variants).map_err(broken)?;
    while session.ending().is_none() {
        let seat = session.game().status().seat_to_act().map_err(broken)?;
        let Some(sitter) = sitter(seat) else { break };
        let action = session.game().legal().into_iter().next();
        let wish = match action.filter(|_| session.played().len() < 10) {
            Some(action) => Ask::Act {
                action,
                after: None,
            },
            None => Ask::Resign,
        };
        let command = Command::ask(sitter.player, wish);
        for record in session.decide(now, command).map_err(broken)? {
            session.evolve(&record).map_err(broken)?;
            records.push(record);
        }
    }
    Ok((game, records))
}
