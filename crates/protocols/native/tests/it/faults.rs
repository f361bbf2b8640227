//! A store that fails: the player gets an error, and the game goes on later.

use std::sync::Arc;

use native::message::{Answer, Frame};
use rules::Seat;
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, SqliteStore, Store};

use crate::support::{BLITZ, Pairing, act, settings, start_with, written};
use native::testkit::client::Client;

#[tokio::test]
async fn a_failing_store_gives_an_error_and_the_game_goes_on_later() {
    for fault in [Fault::Refuse, Fault::LoseAnswer] {
        let faulty = Arc::new(FaultyStore::new(MemoryStore::new()));
        let store: Arc<dyn Store> = Arc::clone(&faulty) as Arc<dyn Store>;
        let server = start_with(store, settings()).await;
        let mut pairing = Pairing::new(server.address(), BLITZ).await;
        let game = pairing.game.clone();
        pairing.play(&["e4", "e5"]).await;

        faulty.set_fault(fault);
        pairing.white.send("nf3", act(&game, "Nf3")).await.unwrap();
        let Some(Frame::Error { error, .. }) = pairing.white.reply("nf3").await else {
            panic!("{fault:?}")
        };
        assert_eq!(error.code, "store-failed");

        faulty.set_fault(Fault::None);
        pairing.white.send("nf3", act(&game, "Nf3")).await.unwrap();
        let reply = pairing.white.reply("nf3").await;
        assert!(
            matches!(
                reply,
                Some(Frame::Ok {
                    answer: Answer::Asked { .. },
                    ..
                })
            ),
            "{fault:?}: {reply:?}"
        );
        pairing.black.ok(act(&game, "Nc6")).await;
        let view = pairing.white.view(&game).await;
        assert_eq!(written(&view), ["e4", "e5", "Nf3", "Nc6"], "{fault:?}");
        server.stop().await;
    }
}

/// The disk is full for a while: the player who moves is told, and the game goes on where it was.
#[tokio::test]
async fn a_full_disk_gives_an_error_and_the_game_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Arc::new(SqliteStore::open(folder.path().join("games.db")).unwrap());
    let server = start_with(Arc::clone(&kept) as Arc<dyn Store>, settings()).await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5"]).await;

    kept.limit_size(Some(1)).await.unwrap();
    let (tag, refused) = until_full(&mut pairing).await;
    let before = pairing.white.view(&game).await.moves;
    let seat = Seat::BOTH[before.len() % 2];
    // It stays full, and nothing becomes of it; others can still look.
    let client = pairing.client(seat);
    client.send(&tag, act(&game, &refused)).await.unwrap();
    assert!(matches!(
        client.reply(&tag).await,
        Some(Frame::Error { .. })
    ));
    let mut stranger = Client::hello(server.address(), None).await;
    assert_eq!(stranger.view(&game).await.moves, before);

    kept.limit_size(None).await.unwrap();
    let client = pairing.client(seat);
    client.send(&tag, act(&game, &refused)).await.unwrap();
    let reply = client.reply(&tag).await;
    assert!(matches!(reply, Some(Frame::Ok { .. })), "{reply:?}");
    let moves = stranger.view(&game).await.moves;
    assert_eq!(moves.len(), before.len() + 1, "played once");
    server.stop().await;

    let server = start_with(kept, settings()).await;
    let mut back = Client::hello(server.address(), None).await;
    assert_eq!(back.view(&game).await.moves, moves);
    server.stop().await;
}

/// Plays whatever is legal until the store has no room; gives the tag and the action that found none.
async fn until_full(pairing: &mut Pairing) -> (String, String) {
    let game = pairing.game.clone();
    for n in 0..500 {
        let view = pairing.white.view(&game).await;
        let action = view.offers[n * 7 % view.offers.len()].action.clone();
        let seat = Seat::BOTH[view.moves.len() % 2];
        let tag = format!("full-{n}");
        let client = pairing.client(seat);
        client.send(&tag, act(&game, &action)).await.unwrap();
        match client.reply(&tag).await {
            Some(Frame::Ok { .. }) => {}
            Some(Frame::Error { error, .. }) => {
                assert_eq!(error.code, "store-failed");
                return (tag, action);
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("the store never was full")
}
