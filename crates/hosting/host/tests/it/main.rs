//! Games that run, sleep, wake and meet other writers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod computer;
mod nodes;
mod pairing;
mod presence;
mod rematch;
mod resume;
mod sleeping;
mod stalls;
mod support;

use std::sync::Arc;

use host::{Edition, Push, Subscriber};
use rules::Seat;
use session::Clock;
use store::{MemoryStore, Store};

use support::{act, begin, start};

static EDITION: Edition = Edition {
    encode: |happening| format!("{} {}", happening.session.seq(), happening.records.len()),
    follows_picture: false,
};

#[tokio::test]
async fn subscribers_are_told_in_order_and_only_after_it_is_stored() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let (subscriber, mut pushes) = Subscriber::new(8);
    let (opening, _) = host
        .open(&game, Some(&white.player), Some(0), &subscriber, &EDITION)
        .await
        .unwrap();
    assert_eq!((opening.view.seq, opening.seats), (1, vec![Seat::White]));
    assert_eq!(opening.missed.map(|missed| missed.len()), Some(1));
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5")] {
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
        assert!(matches!(pushes.recv().await, Some(Push::Text(_))));
    }
    assert_eq!(store.read(&game, 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_full_queue_ends_the_subscription() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let (subscriber, mut pushes) = Subscriber::new(1);
    host.open(&game, None, None, &subscriber, &EDITION)
        .await
        .unwrap();
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "d2d4")] {
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
    assert!(pushes.recv().await.is_some());
    assert!(
        pushes.recv().await.is_none(),
        "one message was in the queue"
    );
}

/// Two hosts on one store are two writers for one game.
#[tokio::test]
async fn of_two_writers_the_slower_reads_and_decides_again() {
    let store = Arc::new(MemoryStore::new());
    let (one, two) = (start(&store, None).await, start(&store, None).await);
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"];
    for (index, action) in moves.iter().enumerate() {
        let (host, who) = match index % 2 {
            0 => (&one, &white),
            _ => (&two, &black),
        };
        // Both have the game in memory, and one of them does not know the last move yet.
        host.look(&game, |session, _| session.seq()).await.unwrap();
        let asked = host.ask(&game, &who.player, None, None, act(action)).await;
        assert!(asked.is_ok(), "{action}: {asked:?}");
    }
    assert_eq!(store.read(&game, 0).await.unwrap().len(), moves.len() + 1);
}
