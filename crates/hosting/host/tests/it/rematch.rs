//! A rematch that was agreed on has begun, whatever happens next.

use std::sync::Arc;

use host::{Host, HostError, Identity, PlayerEvent, Push, Pushes, Rejection, Subscriber};
use session::{Ask, Clock, GameId, Proposal, Session};
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Page};

use crate::support::{begin, start_on};

type Kept = Arc<FaultyStore<MemoryStore>>;

const REMATCH: Proposal = Proposal::Rematch;

/// A game that is over, in which White has proposed a rematch.
async fn proposed(host: &Host) -> (GameId, [Identity; 2]) {
    let (game, players) = begin(host, Clock::Untimed).await;
    let propose = Ask::Propose { proposal: REMATCH };
    for ask in [Ask::Abort, propose] {
        let white = &players[0].player;
        host.ask(&game, white, None, None, ask).await.unwrap();
    }
    (game, players)
}

async fn accept(host: &Host, game: &GameId, who: &Identity) -> Result<(), Rejection> {
    let accept = Ask::Accept { proposal: REMATCH };
    let asked = host.ask(game, &who.player, None, None, accept).await;
    asked.map(drop)
}

async fn live_games(host: &Host) -> Vec<GameId> {
    let games = host.live_games(Page::first(10)).await.unwrap();
    games.into_iter().map(|summary| summary.game).collect()
}

async fn next_started(pushes: &mut Pushes) -> GameId {
    loop {
        match pushes.recv().await {
            Some(Push::Player(event)) => {
                let PlayerEvent::Started { game, .. } = &*event else {
                    panic!("{event:?}")
                };
                return game.clone();
            }
            Some(Push::Text(_)) => {}
            None => panic!("nobody was told"),
        }
    }
}

#[tokio::test]
async fn it_is_there_after_a_crash_right_behind_the_agreement() {
    let store = Kept::default();
    let first = start_on(store.clone(), None).await;
    let (game, [_, black]) = proposed(&first).await;
    // The server dies before it writes anything else.
    store.hold(&game.rematch());
    accept(&first, &game, &black).await.unwrap();
    store.release(&game.rematch());
    let second = start_on(store.clone(), None).await;
    assert_eq!(live_games(&second).await, [game.rematch()]);
    assert_eq!(second.counts().running, 1);
}

#[tokio::test]
async fn both_players_are_told_that_it_has_begun() {
    let store = Kept::default();
    let host = start_on(store.clone(), None).await;
    let (game, [white, black]) = proposed(&host).await;
    let (subscriber, mut pushes) = Subscriber::new(8);
    let _connection = host.connect(&white.player, &subscriber);
    accept(&host, &game, &black).await.unwrap();
    assert_eq!(next_started(&mut pushes).await, game.rematch());
    assert_eq!(host.counts().running, 1);
}

/// After a restart the server looks whether the rematch of an old game has begun. If the store fails just then, the rematch
/// has still been counted once.
#[tokio::test]
async fn it_is_counted_once_even_if_the_store_fails_when_the_old_game_is_opened() {
    let store = Kept::default();
    let first = start_on(store.clone(), None).await;
    let (game, [white, black]) = proposed(&first).await;
    accept(&first, &game, &black).await.unwrap();
    let second = start_on(store.clone(), None).await;
    store.set_append_fault(Fault::Refuse);
    second
        .look(&game, |session: &Session, _| session.seq())
        .await
        .unwrap();
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    store.set_append_fault(Fault::None);
    second.join(&white, &game.rematch()).await.unwrap();
    assert_eq!(second.counts().running, 1);
}

#[tokio::test]
async fn it_is_begun_once_even_if_the_store_reported_a_failure() {
    for fault in [Fault::LoseAnswer, Fault::Refuse] {
        let store = Kept::default();
        let host = start_on(store.clone(), None).await;
        let (game, [white, black]) = proposed(&host).await;
        let (subscriber, mut pushes) = Subscriber::new(8);
        let _connection = host.connect(&white.player, &subscriber);
        store.set_append_fault(fault);
        let failed = accept(&host, &game, &black).await;
        let is_failure = matches!(failed, Err(Rejection::Failed(HostError::Store(_))));
        assert!(is_failure, "{failed:?}");
        store.set_append_fault(Fault::None);
        // What was stored in secret cannot be agreed on again; what was not, can.
        let again = accept(&host, &game, &black).await;
        assert_eq!(again.is_ok(), fault == Fault::Refuse, "{again:?}");
        assert_eq!(next_started(&mut pushes).await, game.rematch());
        assert_eq!(live_games(&host).await, [game.rematch()]);
        assert_eq!(host.counts().running, 1, "{fault:?}");
    }
}
