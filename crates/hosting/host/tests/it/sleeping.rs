//! Games that nobody uses leave the memory, and come back when somebody does or something is due.

use std::sync::Arc;

use host::Subscriber;
use session::{Clock, Millis, reason};
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Stage, Store};

use crate::EDITION;
use crate::support::{act, begin, pass, start, start_on};

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_uses_sleeps_and_wakes() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    host.ask(&game, &white.player, None, None, act("e2e4"))
        .await
        .unwrap();
    assert_eq!(host.counts().awake, 1);
    pass(60).await;
    assert_eq!((host.counts().awake, host.counts().running), (0, 1));
    host.ask(&game, &black.player, None, None, act("e7e5"))
        .await
        .unwrap();
    assert_eq!(host.counts().awake, 1);
    let played = host.look(&game, |session, _| session.played().len()).await;
    assert_eq!(played, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn a_game_that_somebody_watches_stays_awake() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, _) = begin(&host, Clock::Untimed).await;
    let (subscriber, pushes) = Subscriber::new(8);
    let opened = host.open(&game, None, None, &subscriber, &EDITION).await;
    let (_, handle) = opened.unwrap();
    pass(300).await;
    assert_eq!(host.counts().awake, 1);
    handle.close(subscriber.id());
    drop(pushes);
    pass(60).await;
    assert_eq!(host.counts().awake, 0);
}

/// Somebody leaves while the game is so busy that it does not hear of it.
#[tokio::test(start_paused = true)]
async fn a_reader_that_has_gone_unheard_keeps_no_game_awake() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, _) = begin(&host, Clock::Untimed).await;
    let (subscriber, pushes) = Subscriber::new(8);
    let opened = host.open(&game, None, None, &subscriber, &EDITION).await;
    drop((opened, subscriber, pushes));
    pass(90).await;
    assert_eq!(host.counts().awake, 0);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_a_game_that_sleeps() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let clock = Clock::Delay {
        initial: Millis::from_secs(200),
        delay: Millis::from_secs(10),
    };
    let (game, players) = begin(&host, clock).await;
    for (who, action) in players.iter().zip(["e2e4", "e7e5"]) {
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
    pass(100).await;
    assert_eq!(host.counts().awake, 0, "it sleeps while White thinks");
    pass(105).await;
    let stage = || async { store.summary(&game).await.unwrap().unwrap().stage };
    assert_eq!(stage().await, Stage::Running, "there are seconds left");
    pass(10).await;
    let Stage::Over { ending } = stage().await else {
        panic!("White's time has run out")
    };
    assert_eq!(ending.reason, reason::TIMEOUT);
    assert_eq!(host.counts().running, 0);
}

/// It used to look again and again without a pause, for ever.
#[tokio::test(start_paused = true)]
async fn a_game_that_could_not_be_stored_sleeps_once_it_can_be_again() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let host = start_on(Arc::clone(&store) as Arc<dyn Store>, None).await;
    let (game, [white, _]) = begin(&host, Clock::Untimed).await;
    store.set_append_fault(Fault::Refuse);
    let asked = host.ask(&game, &white.player, None, None, act("e2e4"));
    asked.await.unwrap_err();
    pass(90).await;
    store.set_append_fault(Fault::None);
    pass(90).await;
    assert_eq!((host.counts().awake, host.counts().running), (0, 1));
}
