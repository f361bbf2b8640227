//! Players who come and go.

use std::sync::Arc;

use host::{Connection, Host, Identity, Pushes, Rejection, Subscriber};
use rules::Seat;
use session::{Ask, Clock, GameId, Millis, Phase, reason};
use store::MemoryStore;

use crate::support::{act, begin, pass, start};

const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(300),
    increment: Millis::ZERO,
};

struct Present {
    _connection: Connection,
    _pushes: Pushes,
}

fn connect(host: &Host, who: &Identity) -> Present {
    let (subscriber, pushes) = Subscriber::new(8);
    Present {
        _connection: host.connect(&who.player, &subscriber),
        _pushes: pushes,
    }
}

/// A game in which both have moved and are there.
async fn running(host: &Host) -> (GameId, [Identity; 2], [Present; 2]) {
    let (game, players) = begin(host, BLITZ).await;
    let lines = [connect(host, &players[0]), connect(host, &players[1])];
    for (who, action) in players.iter().zip(["e2e4", "e7e5"]) {
        host.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
    (game, players, lines)
}

async fn is_gone(host: &Host, game: &GameId, seat: Seat) -> bool {
    let gone = move |session: &session::Session, _| session.gone_since(seat).is_some();
    host.look(game, gone).await.unwrap()
}

async fn claim(host: &Host, game: &GameId, who: &Identity) -> Result<(), String> {
    let asked = host.ask(game, &who.player, None, None, Ask::ClaimWin).await;
    match asked {
        Ok(_) => Ok(()),
        Err(Rejection::Refused(refusal)) => Err(refusal.code),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_who_stays_away_loses_by_a_claim() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, _], [_here, away]) = running(&host).await;
    assert_eq!(
        claim(&host, &game, &white).await,
        Err("opponent-present".to_owned())
    );
    drop(away);
    pass(6).await;
    assert!(is_gone(&host, &game, Seat::Black).await);
    assert!(!is_gone(&host, &game, Seat::White).await);
    assert_eq!(
        claim(&host, &game, &white).await,
        Err("grace-running".to_owned())
    );
    pass(60).await;
    assert_eq!(claim(&host, &game, &white).await, Ok(()));
    let phase = host.look(&game, |session, _| session.phase()).await;
    let Ok(Phase::Over { ending }) = phase else {
        panic!("{phase:?}")
    };
    assert_eq!(ending.winner(), Some(Seat::White));
    assert_eq!(ending.reason, reason::ABANDONMENT);
}

#[tokio::test(start_paused = true)]
async fn a_blink_is_not_noticed_and_coming_back_counts() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, black], [_here, away]) = running(&host).await;
    drop(away);
    pass(2).await;
    let away = connect(&host, &black);
    pass(20).await;
    assert!(!is_gone(&host, &game, Seat::Black).await, "it was a blink");
    drop(away);
    pass(30).await;
    assert!(is_gone(&host, &game, Seat::Black).await);
    let _back = connect(&host, &black);
    pass(1).await;
    assert!(!is_gone(&host, &game, Seat::Black).await);
    pass(60).await;
    assert_eq!(
        claim(&host, &game, &white).await,
        Err("opponent-present".to_owned())
    );
}

#[tokio::test(start_paused = true)]
async fn one_of_two_connections_is_enough() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [_, black], [_here, away]) = running(&host).await;
    let _phone = connect(&host, &black);
    drop(away);
    pass(30).await;
    assert!(!is_gone(&host, &game, Seat::Black).await);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_does_not_come_back_after_a_restart_is_gone() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, [_, black], _lines) = running(&host).await;
    host.stop().await;
    let host = start(&store, None).await;
    let _back = connect(&host, &black);
    pass(20).await;
    assert!(!is_gone(&host, &game, Seat::White).await, "there is time");
    pass(20).await;
    assert!(is_gone(&host, &game, Seat::White).await);
    assert!(!is_gone(&host, &game, Seat::Black).await);
}
