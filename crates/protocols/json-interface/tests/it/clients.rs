//! Several clients at one desk: seats, spectators, leaving and coming back.

use json_interface::{ConnectionId, Desk};

use crate::{ask, desk};

const STATE: &str = r#"{"message_type":"state_request"}"#;

fn seated() -> (Desk, ConnectionId, ConnectionId) {
    let mut desk = desk();
    let (white, black) = (desk.connect(), desk.connect());
    ask(
        &mut desk,
        white,
        r#"{"message_type":"new_game","seat":"white"}"#,
        0,
    );
    let joined = ask(
        &mut desk,
        black,
        r#"{"message_type":"join_game","game_id":"g1","seat":"black"}"#,
        0,
    );
    assert!(joined[0].contains(r#""seat":"black""#), "{joined:?}");
    (desk, white, black)
}

fn code(answers: &[String]) -> String {
    let value: serde_json::Value = serde_json::from_str(&answers[0]).expect("JSON");
    value["code"].as_str().unwrap_or_default().to_owned()
}

fn piece_move(from: &str, to: &str) -> String {
    format!(r#"{{"message_type":"piece_move","from":"{from}","to":"{to}","request_id":9}}"#)
}

#[test]
fn a_seat_moves_only_its_own_pieces_and_only_in_turn() {
    let (mut desk, white, black) = seated();
    assert_eq!(
        code(&ask(&mut desk, black, &piece_move("E7", "E5"), 0)),
        "not_your_turn"
    );
    assert_eq!(
        code(&ask(&mut desk, white, &piece_move("E7", "E5"), 0)),
        "not_your_piece"
    );
    let all = desk.receive(white, piece_move("E2", "E4").as_bytes(), 0);
    assert_eq!(all.len(), 2);
    assert!(all[0].to == white && all[0].text.contains(r#""request_id":9"#));
    assert!(
        all[1].to == black && !all[1].text.contains("request_id"),
        "{}",
        all[1].text
    );
    let with_id = all[0].text.replace(r#","request_id":9"#, "");
    assert_eq!(with_id, all[1].text);
}

#[test]
fn a_spectator_sees_all_and_does_nothing() {
    let (mut desk, white, _) = seated();
    let guest = desk.connect();
    let seen = ask(
        &mut desk,
        guest,
        r#"{"message_type":"spectate","game_id":"g1"}"#,
        0,
    );
    assert!(seen[0].contains(r#""seat":"spectator""#));
    assert_eq!(
        code(&ask(&mut desk, guest, &piece_move("E2", "E4"), 0)),
        "not_a_player"
    );
    assert_eq!(
        code(&ask(&mut desk, guest, r#"{"message_type":"resign"}"#, 0)),
        "not_a_player"
    );
    let all = desk.receive(white, piece_move("E2", "E4").as_bytes(), 0);
    assert!(all.iter().any(|answer| answer.to == guest));
}

#[test]
fn failures_prompts_and_states_are_nobody_elses_business() {
    let (mut desk, white, _) = seated();
    for message in [piece_move("E2", "E5"), STATE.to_owned()] {
        let all = desk.receive(white, message.as_bytes(), 0);
        assert!(all.len() == 1 && all[0].to == white);
    }
}

#[test]
fn a_taken_seat_stays_taken() {
    let (mut desk, white, _) = seated();
    let guest = desk.connect();
    let join = r#"{"message_type":"join_game","game_id":"g1","seat":"white"}"#;
    assert_eq!(code(&ask(&mut desk, guest, join, 0)), "seat_taken");
    desk.disconnect(white, 0);
    assert!(ask(&mut desk, guest, join, 1000)[0].contains(r#""seat":"white""#));
    assert!(desk.tick(40_000).is_empty(), "the game goes on");
}

#[test]
fn who_stays_away_too_long_loses() {
    let (mut desk, white, black) = seated();
    desk.disconnect(white, 1000);
    assert_eq!(desk.deadline(), Some(31_000));
    assert!(desk.tick(30_999).is_empty());
    let ended = desk.tick(31_000);
    assert!(ended.len() == 1 && ended[0].to == black);
    assert!(
        ended[0]
            .text
            .contains(r#""victor":"black","reason":"abandonment""#)
    );
    assert_eq!(
        code(&ask(&mut desk, black, &piece_move("E7", "E5"), 31_000)),
        "game_over"
    );
}

#[test]
fn who_leaves_loses_at_once_and_hears_nothing() {
    let (mut desk, white, black) = seated();
    let all = desk.receive(white, br#"{"message_type":"leave_game"}"#, 0);
    assert!(all.len() == 1 && all[0].to == black && all[0].text.contains("abandonment"));
    assert_eq!(code(&ask(&mut desk, white, STATE, 0)), "no_game");
}

#[test]
fn a_connection_with_two_games_is_told_which_one_is_meant() {
    let mut desk = desk();
    let client = desk.connect();
    ask(
        &mut desk,
        client,
        r#"{"message_type":"new_game","seat":"white"}"#,
        0,
    );
    ask(
        &mut desk,
        client,
        r#"{"message_type":"new_game","seat":"white"}"#,
        0,
    );
    let second = ask(&mut desk, client, &piece_move("E2", "E4"), 0);
    assert!(second[0].contains(r#""game_id":"g2""#));
    let first = r#"{"message_type":"piece_move","from":"D2","to":"D4","game_id":"g1"}"#;
    assert!(ask(&mut desk, client, first, 0)[0].contains(r#""game_id":"g1""#));
}

#[test]
fn an_offer_of_the_other_side_can_be_accepted() {
    let (mut desk, white, black) = seated();
    ask(&mut desk, white, r#"{"message_type":"draw_offer"}"#, 0);
    let own = ask(&mut desk, white, r#"{"message_type":"draw_accept"}"#, 0);
    assert_eq!(code(&own), "no_draw_offer");
    let accepted = ask(&mut desk, black, r#"{"message_type":"draw_accept"}"#, 0);
    assert!(accepted[0].contains(r#""victor":"draw","reason":"draw_agreement""#));
}

#[test]
fn a_move_after_the_flag_has_fallen_ends_the_game_and_is_refused() {
    let mut desk = desk();
    let client = desk.connect();
    ask(
        &mut desk,
        client,
        r#"{"message_type":"new_game","clock":{"initial_ms":100}}"#,
        0,
    );
    let answers = ask(&mut desk, client, &piece_move("E2", "E4"), 100);
    assert!(answers[0].contains(r#""reason":"timeout""#));
    assert!(answers[1].contains(r#""code":"game_over""#));
}

#[test]
fn chess960_castles_onto_the_rook() {
    let mut desk = desk();
    let client = desk.connect();
    let new_game = r#"{"message_type":"new_game","variant":"chess960","fen":"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"}"#;
    let start = ask(&mut desk, client, new_game, 0);
    assert!(start[0].contains(r#""E1":["B1","#), "{start:?}");
    let castled = ask(&mut desk, client, &piece_move("E1", "G1"), 0);
    assert!(
        castled[0].contains(r#""also_move_rook":{"from":"G1","to":"F1"}"#),
        "{castled:?}"
    );
    let random = ask(
        &mut desk,
        client,
        r#"{"message_type":"new_game","variant":"chess960"}"#,
        0,
    );
    assert!(random[0].contains("next_legal_moveset"));
}

#[test]
fn a_fen_is_a_fen_and_nothing_else() {
    let mut desk = desk();
    let client = desk.connect();
    for fen in [
        "startpos",
        "",
        "chess960:5",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1; draws=claim",
    ] {
        let new_game = format!(r#"{{"message_type":"new_game","fen":"{fen}"}}"#);
        assert_eq!(
            code(&ask(&mut desk, client, &new_game, 0)),
            "bad_fen",
            "{fen}"
        );
    }
    let crossed = r#"{"message_type":"new_game","fen":"4k3/8/8/8/8/8/8/3K3R w K - 0 1"}"#;
    assert_eq!(code(&ask(&mut desk, client, crossed, 0)), "bad_fen");
}

#[test]
fn clients_from_one_place_cannot_fill_the_desk() {
    let mut desk = desk();
    let new_game = r#"{"message_type":"new_game","seat":"white"}"#;
    let greedy = [desk.connect_from("school"), desk.connect_from("school")];
    for number in 0..200 {
        let begun = ask(&mut desk, greedy[number % 2], new_game, 0);
        assert_eq!(code(&begun), "", "{number}");
    }
    let refused = ask(&mut desk, greedy[0], new_game, 0);
    assert_eq!(code(&refused), "rate_limited");
    let other = desk.connect_from("home");
    assert_eq!(code(&ask(&mut desk, other, new_game, 0)), "");
    // What nobody uses any more makes room, but only for those who had it.
    desk.disconnect(greedy[1], 0);
    for _ in 0..100 {
        assert_eq!(code(&ask(&mut desk, greedy[0], new_game, 0)), "");
    }
    let refused = ask(&mut desk, greedy[0], new_game, 0);
    assert_eq!(code(&refused), "rate_limited");
    assert_ne!(code(&ask(&mut desk, other, STATE, 0)), "no_game");
}
