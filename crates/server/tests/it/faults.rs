//! A store that fails: the player gets an error, and the game goes on later.

use std::sync::Arc;

use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Store};
use wire::native::{Answer, Frame};

use crate::support::{BLITZ, Pairing, act, config, start_with};

#[tokio::test]
async fn a_failing_store_gives_an_error_and_the_game_goes_on_later() {
    for fault in [Fault::Refuse, Fault::LoseAnswer] {
        let faulty = Arc::new(FaultyStore::new(MemoryStore::new()));
        let store: Arc<dyn Store> = Arc::clone(&faulty) as Arc<dyn Store>;
        let server = start_with(store, config()).await;
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
        let written: Vec<&str> = view
            .moves
            .iter()
            .map(|played| played.notation.as_str())
            .collect();
        assert_eq!(written, ["e4", "e5", "Nf3", "Nc6"], "{fault:?}");
        server.stop().await;
    }
}
