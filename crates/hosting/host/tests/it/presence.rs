//! Players who come and go.

use std::sync::Arc;

use host::{
    Connection, Host, Identity, Joined, LobbyChange, Pushes, Rejection, SeatChoice, Subscriber,
    Visitor,
};
use rules::Seat;
use session::{Ask, Clock, GameId, Millis, Phase, Tag, reason};
use store::{MemoryStore, Store, Summary};

use crate::support::{act, begin, pass, start, wish};

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

/// Another game of the same two.
async fn play_on(host: &Host, white: &Identity, black: &Identity) -> GameId {
    let tag = Tag::new("again").unwrap();
    let wish = wish(Clock::Untimed, SeatChoice::White);
    let joined = host.create(white, &tag, wish, || Ok(())).await.unwrap();
    let Joined::Waiting(seek) = joined else {
        panic!("nobody has joined yet")
    };
    host.join(black, &seek.game).await.unwrap();
    seek.game.clone()
}

fn name_of(summary: &Summary, seat: Seat) -> &str {
    summary.seats[seat]
        .as_ref()
        .map_or("", |sitter| &sitter.name)
}

#[tokio::test(start_paused = true)]
async fn a_new_name_reaches_games_that_go_on_and_seeks_that_wait() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let over = play_on(&host, &white, &black).await;
    host.ask(&over, &black.player, None, None, Ask::Resign)
        .await
        .unwrap();
    let tag = Tag::new("seek").unwrap();
    let wish = wish(BLITZ, SeatChoice::White);
    host.create(&white, &tag, wish, || Ok(())).await.unwrap();
    host.rename(&white, "Countess").await.unwrap();
    pass(1).await;
    let summary = store.summary(&game).await.unwrap().unwrap();
    assert_eq!(name_of(&summary, Seat::White), "Countess");
    let shown = host.look(&game, session::Session::view).await;
    assert_eq!(shown.unwrap().seats.white.name.as_deref(), Some("Countess"));
    assert_eq!(host.seeks(None).seeks[0].name, "Countess");
    let summary = store.summary(&over).await.unwrap().unwrap();
    assert_ne!(name_of(&summary, Seat::White), "Countess", "it is over");
    let visitor = Visitor {
        address: "there",
        device: None,
        client: "",
    };
    host.register(&white, "Lovelace", "a long password", &visitor)
        .await
        .unwrap();
    pass(1).await;
    let summary = store.summary(&game).await.unwrap().unwrap();
    assert_eq!(name_of(&summary, Seat::White), "Lovelace");
}

/// The lobby shows games with somebody at the board, seeks of people who are there, and how games ended.
#[tokio::test(start_paused = true)]
async fn the_lobby_shows_who_is_there() {
    let store = Arc::new(MemoryStore::new());
    let host = start(&store, None).await;
    let (game, [white, black], [here, away]) = running(&host).await;
    pass(1).await;
    let mut lobby = host.watch_lobby(None);
    let listed = store.summary(&game).await.unwrap().unwrap();
    assert!(host.is_attended(&listed));
    drop(away);
    pass(10).await;
    assert!(host.is_attended(&listed), "one of them is there");
    drop(here);
    pass(10).await;
    assert!(!host.is_attended(&listed));
    let back = connect(&host, &black);
    pass(1).await;
    assert!(host.is_attended(&listed));
    host.ask(&game, &white.player, None, None, Ask::Resign)
        .await
        .unwrap();
    pass(6).await;
    let mut told = Vec::new();
    while let Ok(event) = lobby.events.try_recv() {
        told.push(kind(&event.change));
    }
    let expected = ["game_left", "game_started", "game_ended", "result"];
    assert_eq!(told, expected);
    assert_eq!(host.watch_lobby(None).results[0].game, game);
    drop(back);
    host.stop().await;
    let host = start(&store, None).await;
    let results = host.watch_lobby(None).results;
    assert_eq!(results[0].game, game, "a restart does not forget it");
}

fn kind(change: &LobbyChange) -> &'static str {
    match change {
        LobbyChange::SeekAdded { .. } => "seek_added",
        LobbyChange::SeekGone { .. } => "seek_gone",
        LobbyChange::GameStarted { .. } => "game_started",
        LobbyChange::GameLeft { .. } => "game_left",
        LobbyChange::GameEnded { .. } => "game_ended",
        LobbyChange::Result { .. } => "result",
    }
}
