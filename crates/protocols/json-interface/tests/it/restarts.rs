//! Games are stored: they survive a restart, and are games like all others.

use std::sync::Arc;

use json_interface::Engine;
use session::GameId;
use store::{Page, SqliteStore, Store};

use crate::{NEW_GAME, Pair, STATE, answer, ask, host_on, piece_move, rejoin, text, types};

fn open(folder: &tempfile::TempDir) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(folder.path().join("games.sqlite")).unwrap())
}

#[tokio::test]
async fn players_come_back_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_on(open(&folder)).await;
    let pair = Pair::after(
        Engine::new(host.clone()),
        r#"{"message_type":"new_game","seat":"white"}"#,
    );
    let Pair {
        mut white,
        black,
        game,
        tokens,
        engine,
    } = pair.await;
    answer(&mut white, &piece_move("E2", "E4")).await;
    drop((white, black, engine));
    host.stop().await;
    drop(host);

    let host = host_on(open(&folder)).await;
    let engine = Engine::new(host.clone());
    let (mut white, mut black) = (engine.connect(None), engine.connect(None));
    let back = answer(&mut black, &rejoin(&game, &tokens[1])).await;
    assert_eq!(
        (&back["seat"], &back["turn"]),
        (&"black".into(), &"black".into())
    );
    assert_eq!(back["history"][0]["to"], "E4");
    answer(&mut white, &rejoin(&game, &tokens[0])).await;
    let moved = ask(&mut black, &piece_move("E7", "E5")).await;
    assert!(
        types(&moved).contains(&"next_legal_moveset".to_owned()),
        "{moved:?}"
    );
    let shown = ask(&mut white, STATE).await;
    assert_eq!(shown.last().unwrap()["turn"], "white");
    host.stop().await;
}

#[tokio::test]
async fn a_promotion_is_still_owed_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_on(open(&folder)).await;
    let mut client = Engine::new(host.clone()).connect(None);
    let new_game = r#"{"message_type":"new_game","fen":"7k/2P5/8/8/8/8/8/K7 w - - 0 1"}"#;
    let begun = answer(&mut client, new_game).await;
    let prompt = answer(&mut client, &piece_move("C7", "C8")).await;
    assert_eq!(prompt["message_type"], "promotion_prompt");
    drop(client);
    host.stop().await;
    drop(host);

    let host = host_on(open(&folder)).await;
    let mut client = Engine::new(host.clone()).connect(None);
    let back = rejoin(&text(&begun, "game_id"), &text(&begun, "seat_token"));
    assert_eq!(answer(&mut client, &back).await["promotion_pending"], true);
    let choice = r#"{"message_type":"piece_promotion_choice","piece_choice":"rook"}"#;
    let chosen = answer(&mut client, choice).await;
    assert_eq!(chosen["events"]["promote"]["piece"], "rook");
    host.stop().await;
}

#[tokio::test]
async fn games_are_listed_and_watched_like_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let host = host_on(open(&folder)).await;
    let mut client = Engine::new(host.clone()).connect(None);
    let begun = answer(&mut client, NEW_GAME).await;
    answer(&mut client, &piece_move("E2", "E4")).await;
    let game = GameId::new(text(&begun, "game_id")).unwrap();
    let listed = host.store().live_games(Page::first(10)).await.unwrap();
    assert_eq!(
        (listed.len(), &listed[0].game, listed[0].n_actions),
        (1, &game, 1)
    );
    let view = host.look(&game, session::Session::view).await.unwrap();
    assert_eq!(view.moves[0].notation, "e4");
    let token = text(&begun, "seat_token");
    let who = host.accounts().identify(&token).await.unwrap().unwrap();
    assert_eq!(view.seats.white.player.as_ref(), Some(&who.player));
    assert_eq!(
        answer(&mut client, STATE).await["result"],
        serde_json::Value::Null
    );
    host.stop().await;
}
