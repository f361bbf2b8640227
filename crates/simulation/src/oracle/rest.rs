//! What holds when the server has started, and when everything has come to rest.

use host::{Host, SeekView, is_computer};
use rules::{Seat, Variants};
use session::{Change, GameId, Phase, Session};
use store::{MemoryStore, Page, Store, Summary};

use super::{read, stored};
use crate::client::SharedClient;
use crate::ledger::{Arranged, Ledger, SHORTEST_LIFE, Span};
use crate::store::now;
use crate::time;
use crate::world::World;

/// A little after a start: rematches that were agreed before have begun, without anybody asking for them.
pub(crate) fn check_start(world: &World, memory: &MemoryStore, started: u64) {
    let life = Span {
        from: started,
        until: time::passed(),
    };
    // A store that fails may delay it.
    if !world.ledger().has_trouble(life) && world.ledger().n_stalls(life) == 0 {
        check_rematches(world, memory);
    }
}

fn check_rematches(world: &World, memory: &MemoryStore) {
    let games: Vec<GameId> = world.ledger().games.iter().cloned().collect();
    for game in games {
        let records = read(&stored(memory, &game)).unwrap_or_default();
        let agreed = records.iter().find_map(|record| {
            let Change::RematchAgreed { game } = &record.change else {
                return None;
            };
            Some(game)
        });
        if let Some(next) = agreed
            && stored(memory, next).is_empty()
        {
            world.broken(
                "an agreed rematch begins",
                format_args!("{game} agreed on {next}, which does not exist"),
            );
        }
    }
}

/// All requests are answered, and a while has passed.
pub(crate) fn check_rest(
    world: &World,
    host: &Host,
    memory: &MemoryStore,
    clients: &[SharedClient],
) {
    check_rematches(world, memory);
    check_waiting(world, host);
    check_seeks(world, host, memory);
    check_counts(world, host, memory);
    for client in clients {
        check_reader(world, memory, client);
    }
}

/// Nobody who could be paired is left waiting.
fn check_waiting(world: &World, host: &Host) {
    let seeks = host.watch_lobby(None).listed.seeks;
    let ledger = world.ledger();
    let waiting: Vec<&SeekView> = seeks
        .iter()
        .filter(|seek| is_paired(&ledger, &seek.game) && seek.present)
        .collect();
    let mut found = None;
    for (index, one) in waiting.iter().enumerate() {
        let other = waiting[index + 1..].iter().find(|other| fits(one, other));
        found = found.or(other.map(|other| ((*one).clone(), (*other).clone())));
    }
    drop(ledger);
    if let Some((one, other)) = found {
        world.broken(
            "nobody who could be paired is left waiting",
            format_args!("{} and {}", one.game, other.game),
        );
    }
}

/// A seek that was acknowledged stays until its game begins, or it is withdrawn or too old.
fn check_seeks(world: &World, host: &Host, memory: &MemoryStore) {
    let lost = {
        let ledger = world.ledger();
        let mut all = ledger.arrangements.iter();
        all.find_map(|((player, _), all)| {
            let last = all.answers.last()?;
            let Arranged::Waiting(game) = &last.outcome else {
                return None;
            };
            let is_young = host.now().0 < last.created_at?.0 + SHORTEST_LIFE;
            let is_withdrawn = ledger.cancels.iter().any(|cancel| cancel.game == *game);
            // Players who are kept out look for nobody.
            let decided = ledger.decisions.of(player);
            let is_withdrawn = is_withdrawn || decided.is_some_and(|decided| decided.was_kept_out);
            let is_there = host.seek(game).is_some() || !stored(memory, game).is_empty();
            (is_young && !is_withdrawn && !is_there).then(|| game.clone())
        })
    };
    if let Some(game) = lost {
        world.broken("a seek stays until its game begins", format_args!("{game}"));
    }
}

fn fits(one: &SeekView, other: &SeekView) -> bool {
    one.variant == other.variant
        && one.preset == other.preset
        && one.setup == other.setup
        && one.clock == other.clock
        && one.player != other.player
}

/// Whether somebody waits here for the first who comes.
fn is_paired(ledger: &Ledger, game: &GameId) -> bool {
    ledger.arrangements.values().any(|all| {
        let is_it = |outcome: &Arranged| matches!(outcome, Arranged::Waiting(own) if own == game);
        all.is_pairing && all.answers.iter().any(|answer| is_it(&answer.outcome))
    })
}

fn live_games(memory: &MemoryStore) -> Vec<Summary> {
    let mut all: Vec<Summary> = Vec::new();
    loop {
        let page = match all.last() {
            Some(last) => Page::after(last, Page::MAX),
            None => Page::first(Page::MAX),
        };
        match now(memory.live_games(page)).and_then(Result::ok) {
            Some(games) if !games.is_empty() => all.extend(games),
            Some(_) | None => return all,
        }
    }
}

/// The server knows how many games are being played.
fn check_counts(world: &World, host: &Host, memory: &MemoryStore) {
    let (counted, stored) = (host.counts().running, live_games(memory).len() as u64);
    if counted != stored {
        world.broken(
            "running games are counted",
            format_args!("{counted} are counted, {stored} are stored"),
        );
    }
}

/// Every reader of a game has been told everything about it.
fn check_reader(world: &World, memory: &MemoryStore, client: &SharedClient) {
    let client = client.lock();
    if client.link.is_none() {
        return;
    }
    for (game, mirror) in client.mirrors.iter().filter(|(_, mirror)| mirror.is_open) {
        let n_stored = stored(memory, game).len() as u64;
        if mirror.seq != n_stored {
            world.broken(
                "a reader is told everything",
                format_args!("{game}: {} of {n_stored} records", mirror.seq),
            );
        }
    }
}

/// Long after everything has come to rest: no clock has run out unnoticed, and no computer has forgotten to act.
pub(crate) fn check_deadlines(
    world: &World,
    host: &Host,
    memory: &MemoryStore,
    variants: &Variants,
) {
    for summary in live_games(memory) {
        let records = read(&stored(memory, &summary.game)).unwrap_or_default();
        let Ok(session) = Session::replay(&records, &variants.lookup()) else {
            continue;
        };
        if session
            .deadline()
            .is_some_and(|deadline| deadline.0 + 1000 < host.now().0)
        {
            world.broken(
                "a game ends when its clock runs out",
                format_args!("{}", summary.game),
            );
        }
        if let Phase::Running { to_act } = session.phase()
            && sits_computer(&session, to_act)
        {
            world.broken(
                "a computer acts when it is its turn",
                format_args!("{}", summary.game),
            );
        }
    }
}

fn sits_computer(session: &Session, seat: Seat) -> bool {
    let sitter = session.seats()[seat].as_ref();
    sitter.is_some_and(|sitter| is_computer(&sitter.player))
}
