//! How players find each other.

use native::message::{Answer, LobbyChange, Notice, Request, SeatChoice, WantedOpponent};
use session::{Ask, Clock, Millis};

use crate::support::{BLITZ, CHESS, Pairing, ask, create, start};
use native::testkit::client::Client;
use native::testkit::http::Program;

fn pair(clock: Clock) -> Request {
    Request::Pair {
        variant: CHESS.to_owned(),
        preset: None,
        clock,
    }
}

async fn change(client: &mut Client) -> (u64, LobbyChange) {
    client
        .notice(|notice| match notice {
            Notice::Lobby(notice) => Some((notice.number, notice.change.clone())),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_client_that_watches_the_lobby_sees_seeks_come_and_go() {
    let server = start().await;
    let mut watcher = Client::hello(server.address(), None).await;
    let Answer::Lobby(lobby) = watcher.ok(Request::WatchLobby).await else {
        panic!()
    };
    assert!(lobby.seeks.is_empty());
    let mut ada = Client::hello(server.address(), None).await;
    let wish = create(BLITZ, SeatChoice::Random, WantedOpponent::Anybody);
    let Answer::Seeking { seek } = ada.ok(wish).await else {
        panic!()
    };
    let (number, added) = change(&mut watcher).await;
    assert_eq!(number, lobby.number + 1);
    assert_eq!(added, LobbyChange::SeekAdded { seek: seek.clone() });
    let game = seek.game.clone();
    assert_eq!(
        ada.ok(Request::Cancel { game: game.clone() }).await,
        Answer::Done
    );
    assert_eq!(
        change(&mut watcher).await,
        (number + 1, LobbyChange::SeekGone { game: game.clone() })
    );
    assert_eq!(
        watcher.refused(Request::Join { game }).await.code,
        "no-such-game"
    );
    server.stop().await;
}

#[tokio::test]
async fn the_first_who_comes_is_played() {
    let server = start().await;
    let other = Clock::Fischer {
        initial: Millis::from_secs(60),
        increment: Millis::ZERO,
    };
    let mut ada = Client::hello(server.address(), None).await;
    let mut ben = Client::hello(server.address(), None).await;
    let mut eve = Client::hello(server.address(), None).await;
    assert!(matches!(ada.ok(pair(BLITZ)).await, Answer::Seeking { .. }));
    assert!(matches!(eve.ok(pair(other)).await, Answer::Seeking { .. }));
    let Answer::Playing { game, seat } = ben.ok(pair(BLITZ)).await else {
        panic!("Ada was waiting")
    };
    let started = ada
        .notice(|notice| match notice {
            Notice::Started { game, seat } => Some((game.clone(), *seat)),
            _ => None,
        })
        .await;
    assert_eq!(started, (game, !seat));
    server.stop().await;
}

#[tokio::test]
async fn invitations_are_not_listed_and_challenges_are_for_one() {
    let server = start().await;
    let mut ada = Client::hello(server.address(), None).await;
    let mut ben = Client::hello(server.address(), None).await;
    let mut eve = Client::hello(server.address(), None).await;
    let wish = create(BLITZ, SeatChoice::White, WantedOpponent::Invited);
    let Answer::Seeking { seek: invitation } = ada.ok(wish).await else {
        panic!()
    };
    let Answer::Lobby(lobby) = eve.ok(Request::WatchLobby).await else {
        panic!()
    };
    assert!(lobby.seeks.is_empty() && lobby.own.is_empty());

    ben.ok(Request::Rename {
        name: "Ben".to_owned(),
    })
    .await;
    let name = ben.welcome.as_ref().unwrap().player.to_string();
    let wish = create(BLITZ, SeatChoice::White, WantedOpponent::Player { name });
    let Answer::Seeking { seek } = ada.ok(wish).await else {
        panic!()
    };
    let challenged = ben
        .notice(|notice| match notice {
            Notice::Challenged { seek } => Some(seek.clone()),
            _ => None,
        })
        .await;
    assert_eq!(challenged.game, seek.game);
    let game = seek.game.clone();
    assert_eq!(
        eve.refused(Request::Join { game: game.clone() }).await.code,
        "not-for-you"
    );
    assert_eq!(
        ada.refused(Request::Join { game: game.clone() }).await.code,
        "own-seek"
    );
    assert!(matches!(
        ben.ok(Request::Join { game: game.clone() }).await,
        Answer::Playing { .. }
    ));
    assert_eq!(
        eve.refused(Request::Join { game }).await.code,
        "already-started"
    );
    let game = invitation.game;
    assert!(matches!(
        eve.ok(Request::Join { game }).await,
        Answer::Playing { .. }
    ));
    let level = 3;
    let wish = create(BLITZ, SeatChoice::White, WantedOpponent::Computer { level });
    assert_eq!(ada.refused(wish).await.code, "no-computer");
    server.stop().await;
}

/// A game that began by an invitation is for those who have the link: nobody else is told of it, and with the link
/// anybody can watch.
#[tokio::test]
async fn a_game_by_invitation_is_not_listed_and_can_be_watched() {
    let server = start().await;
    let mut watcher = Client::hello(server.address(), None).await;
    watcher.ok(Request::WatchLobby).await;
    let wish = create(BLITZ, SeatChoice::White, WantedOpponent::Invited);
    let mut private = Pairing::after(server.address(), wish).await;
    let mut public = Pairing::new(server.address(), BLITZ).await;
    let game = private.game.clone();
    let Answer::Games { games, .. } = watcher
        .ok(Request::LiveGames {
            before: None,
            limit: None,
        })
        .await
    else {
        panic!()
    };
    let listed: Vec<_> = games.iter().map(|game| &game.game).collect();
    assert_eq!(listed, [&public.game]);
    let Answer::Lobby(lobby) = watcher.ok(Request::WatchLobby).await else {
        panic!()
    };
    assert_eq!(lobby.games.len(), 1);
    assert_eq!(lobby.n_running, 2);
    assert_eq!(watcher.open(&game).await.game, game);
    let Answer::Games { games, .. } = private
        .white
        .ok(Request::MyGames {
            before: None,
            limit: None,
        })
        .await
    else {
        panic!()
    };
    assert!(games[0].unlisted, "its players have it in their lists");
    // Neither its beginning nor its end is told, only those of the other game.
    private.white.ok(ask(&game, Ask::Resign)).await;
    public
        .white
        .ok(ask(&public.game.clone(), Ask::Resign))
        .await;
    let mut told = Vec::new();
    loop {
        let (_, change) = change(&mut watcher).await;
        told.push(change.clone());
        if matches!(&change, LobbyChange::GameEnded { .. }) {
            break;
        }
    }
    let told = serde_json::to_string(&told).unwrap();
    assert!(!told.contains(game.as_str()), "{told}");
    assert!(told.contains(public.game.as_str()), "{told}");
    server.stop().await;
}

/// A class presses "quick game": half of it in the page, half with programs over HTTP.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_that_presses_at_once_is_paired_over_both_protocols() {
    let server = start().await;
    let address = server.address();
    let mut pages = Vec::new();
    let mut programs = Vec::new();
    for _ in 0..15 {
        pages.push(Client::hello(address, None).await);
        programs.push(Program::new(address).await);
    }
    let mut pressing = tokio::task::JoinSet::new();
    for mut page in pages {
        pressing.spawn(async move {
            drop(page.ok(pair(BLITZ)).await);
            // The waiting player stays connected.
            Some(page)
        });
    }
    for program in programs {
        pressing.spawn(async move {
            let wish = serde_json::json!({"variant": CHESS, "clock": BLITZ});
            let answer = program.post("/api/pair", wish).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            None
        });
    }
    let pages = pressing.join_all().await;
    let watcher = Program::new(address).await;
    let lobby = watcher.get("/api/lobby").await.json();
    assert_eq!(lobby["seeks"], serde_json::json!([]), "these still wait");
    assert_eq!(lobby["games"].as_array().unwrap().len(), 15);
    drop(pages);
    server.stop().await;
}
