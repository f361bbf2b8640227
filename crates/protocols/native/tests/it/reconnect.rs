//! Clients that lose their connection, at any byte.

use native::message::{Answer, Frame};
use rules::Seat;

use crate::support::{BLITZ, Pairing, act, start};
use native::testkit::client::Client;

#[tokio::test]
async fn a_client_that_comes_back_gets_what_was_missed() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let token = pairing.white.token();
    pairing.play(&["e4", "e5"]).await;
    let seq = pairing.white.view(&game).await.seq;
    let mut again = Client::hello(server.address(), Some(token)).await;
    let nothing = again.open_from(&game, Some(seq)).await;
    assert_eq!((nothing.missed, nothing.view), (Some(Vec::new()), None));
    assert_eq!(nothing.seats, [Seat::White]);
    let one = again.open_from(&game, Some(seq - 1)).await;
    assert_eq!(one.missed.map(|missed| missed.len()), Some(1));
    assert!(one.view.is_some());
    let nonsense = again.open_from(&game, Some(seq + 5)).await;
    assert!(nonsense.missed.is_none() && nonsense.view.is_some());
    again.ok(act(&game, "Nf3")).await;
    assert_eq!(again.game_notice().await.seq, seq + 1);
    server.stop().await;
}

#[tokio::test]
async fn a_request_sent_again_is_answered_again_and_not_done_twice() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5"]).await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        pairing.white.send("same", act(&game, "Nf3")).await.unwrap();
        let Some(Frame::Ok { answer, .. }) = pairing.white.reply("same").await else {
            panic!()
        };
        seen.push(answer);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    assert_eq!(pairing.black.view(&game).await.moves.len(), 3);
    let wish = crate::lobby_wish();
    let mut games = Vec::new();
    for _ in 0..2 {
        pairing.white.send("wish", wish.clone()).await.unwrap();
        let Some(Frame::Ok {
            answer: Answer::Seeking { seek },
            ..
        }) = pairing.white.reply("wish").await
        else {
            panic!()
        };
        games.push(seek.game);
    }
    assert_eq!(games[0], games[1]);
    server.stop().await;
}
