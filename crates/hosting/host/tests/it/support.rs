//! A host and two players.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use host::{Audience, Computer, Host, Identity, Joined, SeatChoice, Settings, Wish};
use session::{Ask, Clock, GameId, Millis, Tag};
use store::{MemoryStore, Store};

pub(crate) async fn start(store: &Arc<MemoryStore>, computer: Option<Arc<dyn Computer>>) -> Host {
    start_on(Arc::clone(store) as Arc<dyn Store>, computer).await
}

pub(crate) async fn start_on(store: Arc<dyn Store>, computer: Option<Arc<dyn Computer>>) -> Host {
    start_small(store, computer, 100).await
}

/// A host with room for so many games.
pub(crate) async fn start_small(
    store: Arc<dyn Store>,
    computer: Option<Arc<dyn Computer>>,
    max_games: usize,
) -> Host {
    let settings = Settings {
        variants: catalog::standard().variants(),
        max_games,
        computer,
    };
    Host::start_with_clock(store, settings, now).await.unwrap()
}

/// The time by a clock that goes with the runtime's. A test that pauses that one decides how time passes,
/// for clocks and for waiting alike.
pub(crate) fn now() -> Millis {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    let passed = tokio::time::Instant::now().into_std();
    let passed = passed.saturating_duration_since(start).as_millis();
    Millis::from_days(20_000) + Millis(u64::try_from(passed).unwrap())
}

/// Lets time pass. In a test that has paused it, that takes no time.
pub(crate) async fn pass(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

pub(crate) fn wish(clock: Clock, seat: SeatChoice) -> Wish {
    Wish {
        variant: "orthodox".to_owned(),
        preset: None,
        setup: String::new(),
        clock,
        seat,
        audience: Audience::Anybody,
        origin: None,
    }
}

/// A game between two newcomers; White first.
pub(crate) async fn begin(host: &Host, clock: Clock) -> (GameId, [Identity; 2]) {
    let white = host.accounts().newcomer().unwrap();
    let black = host.accounts().newcomer().unwrap();
    let tag = Tag::new("begin").unwrap();
    let seek = host
        .create(&white, &tag, wish(clock, SeatChoice::White), || Ok(()))
        .await
        .unwrap();
    let Joined::Waiting(seek) = seek else {
        panic!("nobody has joined yet")
    };
    host.join(&black, &seek.game).await.unwrap();
    (seek.game.clone(), [white, black])
}

pub(crate) fn act(action: &str) -> Ask {
    Ask::Act {
        action: action.to_owned(),
        after: None,
    }
}
