//! A server that is started again on the same data.

use std::sync::Arc;

use native::message::{Answer, Format, Request};
use rules::Seat;
use session::GameId;
use store::{SqliteStore, Store};

use crate::support::{BLITZ, Pairing, act, settings, start_with};
use native::testkit::client::Client;

/// How long a game could not be served, as it is recorded.
async fn downtime(client: &mut Client, game: &GameId) -> u64 {
    let request = Request::Export {
        game: game.clone(),
        format: Format::Records,
    };
    let Answer::Exported { text, .. } = client.ok(request).await else {
        panic!()
    };
    let resumed = text.lines().find_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let since = line["record"]["change"]["since"].as_u64()?;
        Some(line["record"]["at"].as_u64().unwrap() - since)
    });
    resumed.expect("the game was resumed")
}

#[tokio::test]
async fn games_seeks_and_identities_are_there_again_and_clocks_are_not_charged() {
    let folder = tempfile::tempdir().unwrap();
    let open = || -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(folder.path().join("test.db")).unwrap())
    };
    let server = start_with(open(), settings()).await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5", "Nf3"]).await;
    let mut eve = Client::hello(server.address(), None).await;
    let Answer::Seeking { seek } = eve.ok(crate::lobby_wish()).await else {
        panic!()
    };
    let before = pairing.white.view(&game).await;
    let (white, black, eve_token) = (pairing.white.token(), pairing.black.token(), eve.token());
    server.stop().await;
    drop((pairing, eve));

    let server = start_with(open(), settings()).await;
    let mut white = Client::hello(server.address(), Some(white)).await;
    let mut black = Client::hello(server.address(), Some(black)).await;
    let opened = white.open(&game).await;
    assert_eq!(opened.seats, [Seat::White]);
    let view = opened.view.unwrap();
    assert_eq!(view.moves, before.moves);
    assert_eq!(view.setup, before.setup);
    let left = |view: &session::View| view.clock.left.unwrap().black.0;
    // By the server's own clock, and however long it was away.
    let charged = left(&before) - left(&view);
    let away = downtime(&mut white, &game).await;
    let passed = view.now.0 - before.now.0;
    assert!(charged + away <= passed, "{charged} + {away} of {passed}");
    black.ok(act(&game, "Nc6")).await;

    let mut eve = Client::hello(server.address(), Some(eve_token)).await;
    let Answer::Lobby(lobby) = eve.ok(Request::WatchLobby).await else {
        panic!()
    };
    assert_eq!(lobby.seeks.len(), 1);
    assert_eq!(lobby.seeks[0].game, seek.game);
    assert_eq!(lobby.n_running, 1);
    let join = Request::Join { game: seek.game };
    assert!(matches!(white.ok(join).await, Answer::Playing { .. }));
    let Answer::Games { games, next } = white
        .ok(Request::MyGames {
            before: None,
            limit: Some(1),
        })
        .await
    else {
        panic!()
    };
    assert_eq!((games.len(), next), (1, Some(games[0].number)));
    server.stop().await;
}
