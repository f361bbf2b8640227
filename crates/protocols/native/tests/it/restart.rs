//! A server that is started again on the same data.

use std::sync::Arc;
use std::time::Duration;

use native::message::{Answer, Request};
use rules::Seat;
use store::{SqliteStore, Store};

use crate::support::{BLITZ, Pairing, act, settings, start_with};
use native::testkit::client::Client;

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

    let downtime = Duration::from_millis(1500);
    tokio::time::sleep(downtime).await;
    let server = start_with(open(), settings()).await;
    let mut white = Client::hello(server.address(), Some(white)).await;
    let mut black = Client::hello(server.address(), Some(black)).await;
    let opened = white.open(&game).await;
    assert_eq!(opened.seats, [Seat::White]);
    let view = opened.view.unwrap();
    assert_eq!(view.moves, before.moves);
    assert_eq!(view.setup, before.setup);
    let left = |view: &session::View| view.clock.left.unwrap().black.0;
    let charged = left(&before) - left(&view);
    assert!(charged < 1000, "{charged} ms were charged");
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
