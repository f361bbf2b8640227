//! Clocks, which never run against an empty chair.

use std::time::Duration;

use crate::{Pair, STATE, answer, ask, engine, join, piece_move, text, told, types};

const WHITE_WITH_CLOCK: &str =
    r#"{"message_type":"new_game","seat":"white","clock":{"initial_ms":5000,"increment_ms":100}}"#;

#[tokio::test(start_paused = true)]
async fn a_clock_waits_until_both_seats_are_taken() {
    let engine = engine().await;
    let (mut white, mut black) = (engine.connect(None), engine.connect(None));
    let begun = answer(&mut white, WHITE_WITH_CLOCK).await;
    assert_eq!(begun["clock"]["running"], serde_json::Value::Null);
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(answer(&mut white, STATE).await["clock"]["white_ms"], 5000);
    let joined = answer(&mut black, &join(&text(&begun, "game_id"), "black")).await;
    assert_eq!(joined["clock"]["running"], "white");
    told(&mut white).await;
    tokio::time::sleep(Duration::from_millis(2000)).await;
    let moved = answer(&mut white, &piece_move("E2", "E4")).await;
    assert_eq!(moved["clock"]["white_ms"], 3100);
    assert_eq!(moved["clock"]["running"], "black");
    tokio::time::sleep(Duration::from_millis(5001)).await;
    let ended = told(&mut white).await;
    assert_eq!(
        (types(&ended), &ended[0]["reason"]),
        (vec!["game_end".to_owned()], &"timeout".into())
    );
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_has_fallen_ends_the_game_and_is_refused() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let new_game = r#"{"message_type":"new_game","clock":{"initial_ms":100}}"#;
    answer(&mut client, new_game).await;
    tokio::time::advance(Duration::from_millis(100)).await;
    let answers = ask(&mut client, &piece_move("E2", "E4")).await;
    assert_eq!(types(&answers), ["game_end", "failure"]);
    assert_eq!(answers[0]["reason"], "timeout");
    assert_eq!(answers[1]["code"], "game_over");
}

/// The same when it is time for the other to move.
#[tokio::test(start_paused = true)]
async fn a_player_who_is_away_can_lose_on_time() {
    let engine = engine().await;
    let Pair {
        white, mut black, ..
    } = Pair::after(engine, WHITE_WITH_CLOCK).await;
    drop(white);
    tokio::time::sleep(Duration::from_secs(6)).await;
    let heard = told(&mut black).await;
    assert_eq!(types(&heard), ["opponent_left", "game_end"]);
    assert_eq!(heard[1]["reason"], "timeout");
}
