//! Players who talk to each other, where the host lets them.

use std::sync::Arc;

use native::message::{Answer, Notice, Request};
use rules::Seat;
use session::GameId;
use store::MemoryStore;

use crate::support::{BLITZ, Pairing, Setup, act, start, start_setup};
use native::testkit::client::Client;

fn say(game: &GameId, text: &str) -> Request {
    Request::Say {
        game: game.clone(),
        text: text.to_owned(),
    }
}

async fn talkative() -> server::Server {
    let setup = Setup {
        chat: true,
        ..Setup::default()
    };
    start_setup(Arc::new(MemoryStore::new()), setup).await
}

async fn hear(client: &mut Client) -> (Seat, String) {
    client
        .notice(|notice| match notice {
            Notice::Said { seat, text, .. } => Some((*seat, text.clone())),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn nobody_talks_unless_the_host_wants_it() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    assert!(!pairing.white.welcome.as_ref().unwrap().chat);
    let refusal = pairing.white.refused(say(&pairing.game, "hello")).await;
    assert_eq!(refusal.code, "no-chat");
    server.stop().await;
}

#[tokio::test]
async fn both_players_hear_what_one_says_and_nobody_else_does() {
    let server = talkative().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    assert!(pairing.white.welcome.as_ref().unwrap().chat);
    let mut watcher = Client::hello(server.address(), None).await;
    watcher.open(&game).await;
    let refusal = watcher.refused(say(&game, "me too")).await;
    assert_eq!(refusal.code, "not-seated");

    assert_eq!(
        pairing.black.ok(say(&game, "  good luck ")).await,
        Answer::Done
    );
    let said = (Seat::Black, "good luck".to_owned());
    assert_eq!(hear(&mut pairing.black).await, said);
    assert_eq!(hear(&mut pairing.white).await, said);
    // The first thing a watcher is told is the move that came after the words.
    pairing.white.ok(act(&game, "e4")).await;
    let first = watcher.notice(|notice| Some(notice.clone())).await;
    assert!(matches!(first, Notice::Game(_)), "{first:?}");
    server.stop().await;
}

#[tokio::test]
async fn words_are_short_and_on_one_line() {
    let server = talkative().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let longest = "ä".repeat(200);
    pairing.white.ok(say(&game, &longest)).await;
    assert_eq!(hear(&mut pairing.black).await, (Seat::White, longest));
    // Nothing invisible comes with it, and what people see as one character counts as one.
    let family = "👩\u{200d}👧".repeat(200);
    pairing.white.ok(say(&game, &family)).await;
    assert_eq!(hear(&mut pairing.black).await, (Seat::White, family));
    pairing.white.ok(say(&game, "a\u{202e}b\u{200b}c")).await;
    assert_eq!(hear(&mut pairing.black).await.1, "abc");
    let marks = format!("z{}", "\u{301}".repeat(20));
    let texts = [
        "",
        "  ",
        "\u{200b}",
        "two\nlines",
        "\u{1b}[31m",
        &marks,
        &"x".repeat(201),
    ];
    for text in texts {
        let refusal = pairing.white.refused(say(&game, text)).await;
        assert_eq!(refusal.code, "bad-words", "{text:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_muted_player_is_not_heard() {
    let store = Arc::new(MemoryStore::new());
    let setup = Setup {
        chat: true,
        ..Setup::default()
    };
    let server = start_setup(Arc::clone(&store) as _, setup).await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let (game, player) = (
        pairing.game.clone(),
        pairing.white.welcome.as_ref().unwrap().player.clone(),
    );
    pairing.white.ok(say(&game, "hello")).await;
    let time = host::TimeSource::new(Arc::new(host::now));
    let admin = host::Admin::open(store, time, &[]).await.unwrap();
    let act = async |action| admin.act(player.as_str(), action, None).await.unwrap();
    act(host::AdminAction::Mute).await;
    assert_eq!(
        pairing.white.refused(say(&game, "hello")).await.code,
        "muted"
    );
    pairing.black.ok(say(&game, "hello")).await;
    act(host::AdminAction::Unmute).await;
    pairing.white.ok(say(&game, "hello")).await;
    server.stop().await;
}
