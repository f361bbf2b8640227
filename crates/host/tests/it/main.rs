//! Games that run, sleep, wake and meet other writers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod presence;
mod resume;
mod sleeping;
mod support;

use std::sync::Arc;
use std::time::Duration;

use host::{Audience, Computer, Edition, Host, HostError, Joined, Push, SeatChoice, Subscriber};
use rules::{AnyGame, Seat};
use session::{Ask, Clock, Phase, Tag};
use store::{MemoryStore, Store};

use support::{act, begin, start, wish};

static EDITION: Edition = Edition {
    print: |happening| format!("{} {}", happening.session.seq(), happening.records.len()),
};

#[tokio::test]
async fn subscribers_are_told_in_order_and_only_after_it_is_stored() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let (subscriber, mut pushes, _) = Subscriber::new(8);
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
async fn a_full_queue_ends_the_subscription_and_rings() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let (subscriber, mut pushes, too_slow) = Subscriber::new(1);
    host.open(&game, None, None, &subscriber, &EDITION)
        .await
        .unwrap();
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "d2d4")] {
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
    tokio::time::timeout(Duration::from_secs(5), too_slow.notified())
        .await
        .unwrap();
    assert!(pushes.recv().await.is_some());
    drop(subscriber);
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

struct FirstLegal;

impl Computer for FirstLegal {
    fn name(&self, _variant: &str, level: u8) -> Option<String> {
        (level == 1).then(|| "First".to_owned())
    }

    fn choose(&self, game: &dyn AnyGame, _seat: Seat, _level: u8) -> Option<String> {
        game.legal().into_iter().next()
    }
}

#[tokio::test]
async fn a_computer_answers_by_itself() {
    let host = start(&Arc::new(MemoryStore::new()), Some(Arc::new(FirstLegal))).await;
    let who = host.people().newcomer().unwrap();
    let tag = Tag::new("t").unwrap();
    let mut wish = wish(Clock::Untimed, SeatChoice::Black);
    wish.audience = Audience::Computer { level: 2 };
    let refused = host.create(&who, &tag, wish.clone()).await;
    assert!(matches!(refused, Err(HostError::Refused(refusal)) if refusal.code == "no-computer"));
    wish.audience = Audience::Computer { level: 1 };
    let Joined::Playing { game, seat } = host.create(&who, &tag, wish).await.unwrap() else {
        panic!("a computer does not let anybody wait")
    };
    assert_eq!(seat, Seat::Black);
    for n in [1, 3] {
        wait_for(&host, &game, n).await;
        let first = host
            .look(&game, |session, _| session.game().legal()[0].clone())
            .await;
        host.ask(&game, &who.player, None, None, act(&first.unwrap()))
            .await
            .unwrap();
    }
    host.ask(&game, &who.player, None, None, Ask::Resign)
        .await
        .unwrap();
    let phase = host
        .look(&game, |session, _| session.phase())
        .await
        .unwrap();
    assert!(matches!(phase, Phase::Over { .. }));
}

/// Waits until so many actions have been made.
async fn wait_for(host: &Host, game: &session::GameId, n: usize) {
    let played = async {
        while host
            .look(game, |session, _| session.played().len())
            .await
            .unwrap()
            < n
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), played)
        .await
        .unwrap();
}
