//! After a restart, nobody pays for the time the server was away; not even when it crashes again at once.

use std::sync::Arc;

use host::Host;
use rules::{BySeat, Seat};
use session::{Clock, Command, Created, GameId, Millis, PlayerId, Session, Sitter};
use store::testkit::FaultyStore;
use store::{Entry, MemoryStore, Space, Store};

use crate::support::{act, now, pass, start_on};

type Kept = Arc<FaultyStore<MemoryStore>>;

const ALIVE: &str = "alive";
const INITIAL: Millis = Millis::from_secs(3600);
const AWAY: Millis = Millis::from_secs(7200);

/// What is charged rightly, and is not an absence.
const TOLERANCE: Millis = Millis::from_secs(130);

fn sitter(seat: Seat) -> Sitter {
    let name = seat.to_string();
    let player = PlayerId::new(name.clone()).unwrap();
    Sitter {
        player,
        name,
        bot: false,
    }
}

/// Stores a game whose White has been thinking since the server died, long ago.
async fn interrupted(store: &Kept, name: &str) -> GameId {
    let died = now() - AWAY;
    let game = GameId::new(name).unwrap();
    let created = Created {
        game: game.clone(),
        variant: "orthodox".to_owned(),
        rules_version: catalog::standard()
            .variants()
            .find("orthodox")
            .unwrap()
            .meta()
            .rules_version,
        setup: String::new(),
        preset: None,
        seed: 0,
        clock: Clock::Fischer {
            initial: INITIAL,
            increment: Millis::ZERO,
        },
        clock_start: session::ClockStart::default(),
        grace: None,
        seats: BySeat::new_with(|seat| Some(sitter(seat))),
        rematch_of: None,
        unlisted: false,
    };
    let mut records =
        vec![Session::create(died, created, &catalog::standard().variants().lookup()).unwrap()];
    let mut session = Session::open(&records[0], &catalog::standard().variants().lookup()).unwrap();
    for (seat, action) in [(Seat::White, "e2e4"), (Seat::Black, "e7e5")] {
        let command = Command::ask(sitter(seat).player, act(action));
        for record in session.decide(died, command).unwrap() {
            session.evolve(&record).unwrap();
            records.push(record);
        }
    }
    store.append(&game, 0, records.into()).await.unwrap();
    let note = Entry {
        key: ALIVE.to_owned(),
        value: died.0.to_string(),
        expires: None,
    };
    store.put(&Space::Server, note).await.unwrap();
    game
}

/// How long ago the server noted that it was alive.
async fn silence(store: &Kept) -> Millis {
    let note = store.get(&Space::Server, ALIVE).await.unwrap().unwrap();
    now() - Millis(note.value.parse().unwrap())
}

async fn charged(host: &Host, game: &GameId) -> Millis {
    let clocks = host.look(game, Session::clocks).await.unwrap();
    INITIAL - clocks.left.unwrap().white
}

/// Long enough for many signs of life.
async fn a_while() {
    pass(60).await;
}

#[tokio::test(start_paused = true)]
async fn the_first_sign_of_life_waits_until_every_game_goes_on() {
    let store: Kept = Arc::default();
    let [one, two] = [
        interrupted(&store, "one").await,
        interrupted(&store, "two").await,
    ];
    store.hold(&two);
    let _first = start_on(store.clone(), None).await;
    a_while().await;
    assert!(silence(&store).await >= AWAY, "the absence is still noted");
    assert_eq!(store.read(&one, 0).await.unwrap().len(), 4, "one goes on");
    assert_eq!(store.read(&two, 0).await.unwrap().len(), 3, "two does not");

    // The first server is as good as dead; the next one finds what it left behind.
    store.release(&two);
    let second = start_on(store.clone(), None).await;
    a_while().await;
    for game in [&one, &two] {
        let charged = charged(&second, game).await;
        assert!(charged < TOLERANCE, "{game}: {charged}");
    }
    assert!(silence(&store).await < TOLERANCE, "now it is alive");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_before_games_go_on_keeps_the_absence_in_mind() {
    let store: Kept = Arc::default();
    let game = interrupted(&store, "one").await;
    store.hold(&game);
    let first = start_on(store.clone(), None).await;
    a_while().await;
    first.close().await;
    assert!(silence(&store).await >= AWAY);
    store.release(&game);
    let second = start_on(store.clone(), None).await;
    assert!(charged(&second, &game).await < TOLERANCE);
}
