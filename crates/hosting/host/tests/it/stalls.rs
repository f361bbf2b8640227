//! Clocks charge what passes while the server runs: not what the machine's clock is set to, and not a stop of the
//! process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use host::{Host, Identity, Settings};
use rules::Seat;
use session::{Change, Clock, GameId, Millis, Session};
use store::{MemoryStore, Store};

use crate::support::{act, begin, pass, start};

const HOUR: Millis = Millis::from_secs(3600);
const STALL: Millis = Millis::from_secs(8);

/// So much of a stop may be charged: the time between two looks at whether the process runs.
const PULSE: Millis = Millis(250);

fn minutes(initial: u64) -> Clock {
    Clock::Fischer {
        initial: Millis::from_secs(initial * 60),
        increment: Millis::ZERO,
    }
}

fn seconds(initial: u64) -> Clock {
    Clock::Fischer {
        initial: Millis::from_secs(initial),
        increment: Millis::ZERO,
    }
}

/// A wall clock that can be set. It does not go by itself.
#[derive(Clone)]
struct Wall(Arc<AtomicU64>);

impl Wall {
    fn new() -> Wall {
        Wall(Arc::new(AtomicU64::new(Millis::from_days(20_000).0)))
    }

    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::SeqCst))
    }

    fn set(&self, moment: Millis) {
        self.0.store(moment.0, Ordering::SeqCst);
    }
}

async fn start_by(wall: &Wall, store: &Arc<MemoryStore>) -> Host {
    let settings = Settings {
        variants: catalog::standard().variants(),
        max_games: 100,
        computer: None,
    };
    let (wall, store) = (wall.clone(), Arc::clone(store) as Arc<dyn Store>);
    let host = Host::start_with_clock(store, settings, move || wall.now()).await;
    host.unwrap()
}

/// A game in which both have moved, so that White's clock runs.
async fn running(host: &Host, clock: Clock) -> (GameId, [Identity; 2]) {
    let (game, players) = begin(host, clock).await;
    for (who, action) in players.iter().zip(["e2e4", "e7e5"]) {
        let asked = host.ask(&game, &who.player, None, None, act(action));
        asked.await.unwrap();
    }
    (game, players)
}

async fn left(host: &Host, game: &GameId) -> Millis {
    let clocks = host.look(game, Session::clocks).await.unwrap();
    clocks.left.unwrap()[Seat::White]
}

async fn is_over(host: &Host, game: &GameId) -> bool {
    let over = host.look(game, |session, _| session.ending().is_some());
    over.await.unwrap()
}

/// The process does not run for a while.
async fn stall(span: Millis) {
    tokio::time::advance(Duration::from_millis(span.0)).await;
    // Everybody does what is due.
    pass(1).await;
}

#[tokio::test(start_paused = true)]
async fn setting_the_clock_of_the_machine_changes_no_game() {
    for step in [Millis::ZERO, HOUR + HOUR] {
        let (wall, store) = (Wall::new(), Arc::default());
        let host = start_by(&wall, &store).await;
        let (game, [white, _]) = running(&host, minutes(5)).await;
        pass(10).await;
        wall.set(wall.now() + step - HOUR);
        pass(10).await;
        assert_eq!(left(&host, &game).await, Millis::from_secs(300 - 20));
        let asked = host.ask(&game, &white.player, None, None, act("g1f3"));
        asked.await.unwrap();
        assert_eq!(host.counts().absences, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_was_set_while_the_server_was_down_changes_no_game() {
    for step in [Millis::ZERO, HOUR + HOUR] {
        let (wall, store) = (Wall::new(), Arc::default());
        let first = start_by(&wall, &store).await;
        let (game, [white, _]) = running(&first, minutes(5)).await;
        pass(10).await;
        first.stop().await;
        wall.set(wall.now() + step - HOUR);
        let second = start_by(&wall, &store).await;
        pass(10).await;
        let charged = Millis::from_secs(300) - left(&second, &game).await;
        let expected = Millis::from_secs(20);
        assert!(charged <= expected + Millis(1), "{charged} with {step}");
        assert!(expected <= charged + Millis(10), "{charged} with {step}");
        let asked = second.ask(&game, &white.player, None, None, act("g1f3"));
        asked.await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_stop_of_the_process_is_charged_to_nobody() {
    let host = start(&Arc::default(), None).await;
    let (game, [white, _]) = running(&host, minutes(5)).await;
    pass(10).await;
    stall(STALL).await;
    let charged = Millis::from_secs(300) - left(&host, &game).await;
    let fair = Millis::from_secs(11);
    assert!(charged >= fair, "nobody gains time: {charged}");
    assert!(charged <= fair + PULSE, "{charged}");
    let counts = host.counts();
    assert_eq!(counts.absences, 1);
    assert!(counts.absent <= STALL && counts.absent + PULSE >= STALL);
    let asked = host.ask(&game, &white.player, None, None, act("g1f3"));
    asked.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn nobody_loses_on_time_by_a_stop_of_the_process() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, _) = running(&host, seconds(5)).await;
    stall(STALL).await;
    assert!(!is_over(&host, &game).await);
    let records = store.read(&game, 0).await.unwrap();
    let last = records.last().unwrap().record().unwrap();
    assert!(matches!(last.change, Change::Resumed { .. }), "{last:?}");
    // The time that was left goes on, and then the flag falls.
    pass(5).await;
    assert!(is_over(&host, &game).await);
}

#[tokio::test(start_paused = true)]
async fn a_stop_while_a_game_sleeps_is_charged_to_nobody_either() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, _) = running(&host, seconds(120)).await;
    let begun = host.now();
    pass(45).await;
    assert_eq!(host.counts().awake, 0, "it sleeps");
    stall(STALL).await;
    stall(STALL).await;
    pass(150).await;
    assert!(is_over(&host, &game).await);
    let records = store.read(&game, 0).await.unwrap();
    let ended = records.last().unwrap().record().unwrap();
    assert!(matches!(ended.change, Change::Ended { .. }), "{ended:?}");
    let fair = begun + Millis::from_secs(120) + STALL + STALL;
    assert!(ended.at <= fair && fair <= ended.at + PULSE + PULSE + Millis::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_busy_machine_is_no_absence() {
    let host = start(&Arc::default(), None).await;
    let (game, _) = running(&host, minutes(5)).await;
    stall(Millis(1200)).await;
    assert_eq!(host.counts().absences, 0);
    assert_eq!(
        left(&host, &game).await,
        Millis::from_secs(300) - Millis(2200)
    );
}
