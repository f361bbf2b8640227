//! What is kept of games in which no two different people play, and for how long.

use std::sync::Arc;
use std::time::Duration;

use json_interface::{Client, Engine};
use store::{MemoryStore, Page, Store};

use crate::{NEW_GAME, Pair, answer, ask, engine, host_on, piece_move, rejoin, text};

const DAY: Duration = Duration::from_secs(24 * 3600);
const HOUR: Duration = Duration::from_secs(3600);

async fn n_stored(store: &MemoryStore) -> usize {
    let mut games = store.live_games(Page::first(200)).await.unwrap();
    let mut count = games.len();
    while let Some(last) = games.last() {
        games = store.live_games(Page::after(last, 200)).await.unwrap();
        count += games.len();
    }
    count
}

async fn play(client: &mut Client) -> (String, String) {
    let begun = answer(client, NEW_GAME).await;
    answer(client, &piece_move("E2", "E4")).await;
    (text(&begun, "game_id"), text(&begun, "seat_token"))
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_game_is_removed_after_a_day() {
    let store = Arc::new(MemoryStore::new());
    let engine = Engine::new(host_on(Arc::clone(&store) as Arc<dyn Store>).await);
    let (mut kept, mut gone) = (engine.connect(None), engine.connect(None));
    let (kept_game, _) = play(&mut kept).await;
    let (game, token) = play(&mut gone).await;
    let two = Pair::after(
        engine.clone(),
        r#"{"message_type":"new_game","seat":"white"}"#,
    )
    .await;
    let Pair {
        white,
        black,
        game: of_two,
        tokens,
        ..
    } = two;
    drop((gone, white, black));
    tokio::time::sleep(DAY - HOUR).await;
    assert_eq!(n_stored(&store).await, 3);
    tokio::time::sleep(2 * HOUR).await;
    assert_eq!(n_stored(&store).await, 2);
    let mut late = engine.connect(None);
    assert_eq!(
        answer(&mut late, &rejoin(&game, &token)).await["code"],
        "no_game"
    );
    // What somebody has open stays, and so does what two different people play.
    let state = format!(r#"{{"message_type":"state_request","game_id":"{kept_game}"}}"#);
    assert_eq!(answer(&mut kept, &state).await["seat"], "both");
    tokio::time::sleep(DAY + 2 * HOUR).await;
    assert_eq!(
        answer(&mut late, &rejoin(&of_two, &tokens[0])).await["seat"],
        "white"
    );
}

#[tokio::test(start_paused = true)]
async fn a_move_in_time_keeps_a_game() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let (game, token) = play(&mut client).await;
    for (from, to) in [("E7", "E5"), ("G1", "F3"), ("B8", "C6")] {
        drop(client);
        tokio::time::sleep(DAY - 2 * HOUR).await;
        client = engine.connect(None);
        assert_eq!(
            answer(&mut client, &rejoin(&game, &token)).await["seat"],
            "both"
        );
        answer(&mut client, &piece_move(from, to)).await;
    }
}

/// After a restart nobody is known to have begun a game, but it is still abandoned one day.
#[tokio::test(start_paused = true)]
async fn an_abandoned_game_of_an_earlier_life_is_removed() {
    let store = Arc::new(MemoryStore::new());
    let host = host_on(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut client = Engine::new(host.clone()).connect(None);
    play(&mut client).await;
    drop(client);
    host.stop().await;
    let host = host_on(Arc::clone(&store) as Arc<dyn Store>).await;
    let _engine = Engine::new(host.clone());
    tokio::time::sleep(DAY + HOUR).await;
    assert_eq!(n_stored(&store).await, 0);
    host.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_dropped_without_a_move_leaves_nothing() {
    let store = Arc::new(MemoryStore::new());
    let engine = Engine::new(host_on(Arc::clone(&store) as Arc<dyn Store>).await);
    let mut client = engine.connect(None);
    for _ in 0..50 {
        answer(&mut client, NEW_GAME).await;
    }
    assert_eq!(n_stored(&store).await, 1);
    ask(&mut client, r#"{"message_type":"leave_game"}"#).await;
    assert_eq!(n_stored(&store).await, 0);
    answer(&mut client, r#"{"message_type":"new_game","seat":"white"}"#).await;
    ask(&mut client, r#"{"message_type":"leave_game"}"#).await;
    assert_eq!(n_stored(&store).await, 0);
}

#[tokio::test(start_paused = true)]
async fn clients_from_one_place_cannot_fill_the_store() {
    let store = Arc::new(MemoryStore::new());
    let engine = Engine::new(host_on(Arc::clone(&store) as Arc<dyn Store>).await);
    let mut clients: Vec<Client> = Vec::new();
    for number in 0..200 {
        let mut client = engine.connect(Some("school"));
        assert_eq!(
            text(&answer(&mut client, NEW_GAME).await, "code"),
            "",
            "{number}"
        );
        answer(&mut client, &piece_move("E2", "E4")).await;
        clients.push(client);
    }
    let mut late = engine.connect(Some("school"));
    assert_eq!(answer(&mut late, NEW_GAME).await["code"], "rate_limited");
    let mut other = engine.connect(Some("home"));
    assert_eq!(answer(&mut other, NEW_GAME).await["turn"], "white");
    // What nobody uses any more makes room.
    drop(clients.pop());
    assert_eq!(answer(&mut late, NEW_GAME).await["turn"], "white");
    // One client that never pauses keeps no more than that either.
    drop(clients);
    for _ in 0..300 {
        play(&mut late).await;
    }
    assert_eq!(n_stored(&store).await, 201);
}
