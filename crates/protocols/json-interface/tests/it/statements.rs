//! Statements of the description that no transcript shows, one test each.

use std::time::Duration;

use json_interface::Client;
use serde_json::Value;

use crate::{NEW_GAME, Pair, STATE, answer, ask, engine, piece_move, text, told, types};

const CLAIM: &str = r#"{"message_type":"new_game","draw_rules":"claim"}"#;

fn from_fen(fen: &str) -> String {
    format!(r#"{{"message_type":"new_game","fen":"{fen}"}}"#)
}

fn request(name: &str) -> String {
    format!(r#"{{"message_type":"{name}"}}"#)
}

async fn client() -> Client {
    engine().await.connect(None)
}

/// Knights go out and come back, so many times.
async fn shuffle(client: &mut Client, times: usize) -> Vec<Value> {
    let mut answers = Vec::new();
    for _ in 0..times {
        for (from, to) in [("G1", "F3"), ("G8", "F6"), ("F3", "G1"), ("F6", "G8")] {
            answers = ask(client, &piece_move(from, to)).await;
        }
    }
    answers
}

#[tokio::test(start_paused = true)]
async fn a_piece_that_comes_with_an_ordinary_move_is_passed_over() {
    let mut client = client().await;
    answer(&mut client, NEW_GAME).await;
    let with_piece = piece_move("E2", "E4").replace('}', r#","piece_choice":"queen","other":[]}"#);
    let moved = answer(&mut client, &with_piece).await;
    assert_eq!(moved["events"], serde_json::json!({}), "{moved}");
    assert_eq!(moved["turn"], "black");
}

#[tokio::test(start_paused = true)]
async fn a_position_that_cannot_be_played_leaves_the_running_game() {
    let mut client = client().await;
    answer(&mut client, NEW_GAME).await;
    answer(&mut client, &piece_move("E2", "E4")).await;
    for fen in [
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2K w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
    ] {
        let refused = answer(&mut client, &from_fen(fen)).await;
        assert_eq!(refused["code"], "bad_fen", "{fen}: {refused}");
    }
    let state = answer(&mut client, STATE).await;
    assert_eq!(state["history"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn claimed_draws_wait_for_a_claim_and_the_last_limits_do_not() {
    let mut client = client().await;
    answer(&mut client, CLAIM).await;
    let threefold = r#"{"message_type":"draw_claim","reason":"threefold_repetition"}"#;
    shuffle(&mut client, 1).await;
    let early = answer(&mut client, threefold).await;
    assert_eq!(early["code"], "claim_not_valid");
    let third = shuffle(&mut client, 1).await;
    assert_eq!(types(&third), ["next_legal_moveset"], "it goes on");
    assert_eq!(
        answer(&mut client, threefold).await["reason"],
        "threefold_repetition"
    );
    answer(&mut client, CLAIM).await;
    let fifth = shuffle(&mut client, 4).await;
    assert_eq!(types(&fifth), ["next_legal_moveset", "game_end"]);
    assert_eq!(fifth[1]["reason"], "fivefold_repetition");
    let late = CLAIM.replace('}', r#","fen":"8/8/8/4k3/8/8/4K3/7R w - - 149 120"}"#);
    answer(&mut client, &late).await;
    let last = ask(&mut client, &piece_move("H1", "H2")).await;
    assert_eq!(last[1]["reason"], "seventyfive_move_rule");
}

/// Of several reasons the first of the list counts.
#[tokio::test(start_paused = true)]
async fn a_mate_comes_before_every_count_and_dead_positions_before_moves_counted() {
    let mut client = client().await;
    for (fen, from, to, reason) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "A1", "A8", "checkmate"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "F1", "F7", "stalemate"),
        (
            "8/8/8/8/7k/8/4r3/4K3 w - - 99 80",
            "E1",
            "E2",
            "insufficient_material",
        ),
    ] {
        answer(&mut client, &from_fen(fen)).await;
        let answers = ask(&mut client, &piece_move(from, to)).await;
        assert_eq!(types(&answers), ["next_legal_moveset", "game_end"]);
        assert_eq!(text(&answers[1], "reason"), reason, "{fen}");
    }
}

#[tokio::test(start_paused = true)]
async fn time_is_up_against_every_kind_of_opponent() {
    for (fen, reason) in [
        // A bare king.
        (
            "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
            "timeout_insufficient_material",
        ),
        // A knight, and nothing but queens against it.
        (
            "2n1k3/8/8/8/8/8/8/3QK3 w - - 0 1",
            "timeout_insufficient_material",
        ),
        ("2n1k3/8/8/8/8/8/8/3RK3 w - - 0 1", "timeout"),
        // Bishops of one colour, and nothing of the other.
        (
            "2b1k3/8/8/8/8/8/8/3RK3 w - - 0 1",
            "timeout_insufficient_material",
        ),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "timeout"),
        ("2b1k3/8/8/8/8/8/P7/3RK3 w - - 0 1", "timeout"),
        ("2r1k3/8/8/8/8/8/8/3RK3 w - - 0 1", "timeout"),
    ] {
        let mut client = client().await;
        let new_game = from_fen(fen).replace('}', r#","clock":{"initial_ms":100}}"#);
        answer(&mut client, &new_game).await;
        tokio::time::sleep(Duration::from_millis(101)).await;
        let ended = told(&mut client).await;
        assert_eq!(text(&ended[0], "reason"), reason, "{fen}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_for_both_sides_says_for_whom_it_resigns_and_may_do_so_while_a_piece_is_owed() {
    let mut client = client().await;
    answer(&mut client, NEW_GAME).await;
    let black = request("resign").replace('}', r#","color":"black"}"#);
    assert_eq!(answer(&mut client, &black).await["victor"], "white");
    let fen = "7k/2P5/8/8/8/8/8/K7 w - - 0 1";
    answer(&mut client, &from_fen(fen)).await;
    let asked = answer(&mut client, &piece_move("C7", "C8")).await;
    assert_eq!(asked["message_type"], "promotion_prompt");
    let ended = answer(&mut client, &request("resign")).await;
    assert_eq!(
        (&ended["victor"], &ended["reason"]),
        (&"black".into(), &"resignation".into())
    );
}

/// While a piece is owed nothing but the choice goes on with the move. One may look and leave; an offer has lapsed with
/// the pawn's move.
#[tokio::test(start_paused = true)]
async fn what_is_accepted_while_a_piece_is_owed() {
    let fen = "7k/2P5/8/8/8/8/8/K7 w - - 0 1";
    let new_game = from_fen(fen).replace('}', r#","seat":"white"}"#);
    let mut pair = Pair::after(engine().await, &new_game).await;
    answer(&mut pair.black, &request("draw_offer")).await;
    told(&mut pair.white).await;
    answer(&mut pair.white, &piece_move("C7", "C8")).await;
    let again = answer(&mut pair.white, &piece_move("A1", "A2")).await;
    assert_eq!(again["code"], "promotion_pending");
    let looked = answer(&mut pair.white, STATE).await;
    assert_eq!(looked["promotion_pending"], true);
    assert_eq!(looked["moves"], serde_json::json!({}));
    let late = answer(&mut pair.white, &request("draw_accept")).await;
    assert_eq!(late["code"], "no_draw_offer");
    assert!(
        ask(&mut pair.white, &request("leave_game"))
            .await
            .is_empty()
    );
    let ended = told(&mut pair.black).await;
    assert_eq!(text(&ended[0], "reason"), "abandonment");
}

#[tokio::test(start_paused = true)]
async fn after_the_end_one_may_look_begin_again_and_leave_and_nothing_else() {
    let mut pair = Pair::new().await;
    answer(&mut pair.white, &request("resign")).await;
    told(&mut pair.black).await;
    for name in ["resign", "draw_offer", "draw_accept", "draw_decline"] {
        let refused = answer(&mut pair.black, &request(name)).await;
        assert_eq!(refused["code"], "game_over", "{name}");
    }
    let moved = answer(&mut pair.black, &piece_move("E7", "E5")).await;
    assert_eq!(moved["code"], "game_over");
    let state = answer(&mut pair.black, STATE).await;
    assert_eq!(state["result"]["reason"], "resignation");
    let spectate = format!(r#"{{"message_type":"spectate","game_id":"{}"}}"#, pair.game);
    let mut guest = pair.engine.connect(None);
    let seen = answer(&mut guest, &spectate).await;
    assert_eq!(seen["result"]["victor"], "black");
    assert!(
        ask(&mut pair.black, &request("leave_game"))
            .await
            .is_empty()
    );
    assert_eq!(answer(&mut pair.white, NEW_GAME).await["turn"], "white");
}

/// A spectator who leaves hears no more, and nothing happens to the game.
#[tokio::test(start_paused = true)]
async fn a_spectator_just_stops() {
    let mut pair = Pair::new().await;
    let mut guest = pair.engine.connect(None);
    let spectate = format!(r#"{{"message_type":"spectate","game_id":"{}"}}"#, pair.game);
    answer(&mut guest, &spectate).await;
    assert!(ask(&mut guest, &request("leave_game")).await.is_empty());
    answer(&mut pair.white, &piece_move("E2", "E4")).await;
    assert!(told(&mut guest).await.is_empty());
    assert_eq!(types(&told(&mut pair.black).await), ["next_legal_moveset"]);
}

/// What is wrong in several ways is told in the order of the description.
#[tokio::test(start_paused = true)]
async fn the_first_test_that_fails_gives_the_code() {
    let mut client = client().await;
    for (message, code) in [
        (r#"{"a":1,"a":2"#, "not_json"),
        (r#"{"a":1,"a":2}"#, "duplicate_key"),
        (r#"[{"a":1,"a":2}]"#, "duplicate_key"),
        (r#"{"from":7}"#, "missing_message_type"),
        (r#"{"message_type":"castle","from":7}"#, "wrong_type"),
        (
            r#"{"message_type":"castle","from":"X9"}"#,
            "unknown_message_type",
        ),
        (
            r#"{"message_type":"piece_move","from":"X9"}"#,
            "missing_field",
        ),
        (
            r#"{"message_type":"piece_move","from":"X9","to":"E4","game_id":"none"}"#,
            "bad_square",
        ),
        (
            r#"{"message_type":"piece_move","from":"E7","to":"E8","piece_choice":"king","game_id":"none"}"#,
            "bad_piece_choice",
        ),
        (
            r#"{"message_type":"piece_move","from":"E2","to":"E4","game_id":"none"}"#,
            "no_game",
        ),
    ] {
        let refused = answer(&mut client, message).await;
        assert_eq!(refused["code"], code, "{message}");
        assert_eq!(refused["failure"], "illegal move, please retry");
    }
    // In a game: who may act, whose turn it is, then the piece, then the move.
    let mut pair = Pair::new().await;
    let black = answer(&mut pair.black, &piece_move("E4", "E5")).await;
    assert_eq!(black["code"], "not_your_turn");
    for (from, code) in [
        ("E4", "empty_square"),
        ("E7", "not_your_piece"),
        ("E2", "illegal_move"),
    ] {
        let refused = answer(&mut pair.white, &piece_move(from, "E6")).await;
        assert_eq!(refused["code"], code);
    }
}

/// Texts of at most 64 characters and integers come back; everything else is no `request_id`.
#[tokio::test(start_paused = true)]
async fn a_request_id_is_a_short_text_or_an_integer() {
    let mut client = client().await;
    for id in ["7", "-1", r#""m-1""#] {
        let ask = NEW_GAME.replace('}', &format!(r#","request_id":{id}}}"#));
        assert_eq!(
            answer(&mut client, &ask).await["request_id"].to_string(),
            id
        );
    }
    let long = format!(r#""{}""#, "x".repeat(65));
    for id in ["1.5", "true", "[]", &long] {
        let ask = NEW_GAME.replace('}', &format!(r#","request_id":{id}}}"#));
        let refused = answer(&mut client, &ask).await;
        assert_eq!(refused["code"], "wrong_type", "{id}");
        assert!(refused.get("request_id").is_none(), "{refused}");
    }
}
