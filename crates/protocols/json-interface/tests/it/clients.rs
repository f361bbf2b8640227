//! Several clients at one engine: seats, spectators, leaving and coming back.

use std::time::Duration;

use crate::{
    NEW_GAME, Pair, STATE, answer, ask, engine, join, piece_move, rejoin, text, told, types,
};

fn spectate(game: &str) -> String {
    format!(r#"{{"message_type":"spectate","game_id":"{game}"}}"#)
}

#[tokio::test(start_paused = true)]
async fn a_seat_moves_only_its_own_pieces_and_only_in_turn() {
    let mut pair = Pair::new().await;
    let early = answer(&mut pair.black, &piece_move("E7", "E5")).await;
    assert_eq!(early["code"], "not_your_turn");
    let foreign = answer(&mut pair.white, &piece_move("E7", "E5")).await;
    assert_eq!(foreign["code"], "not_your_piece");
    let numbered = piece_move("E2", "E4").replace('}', r#","request_id":9}"#);
    let mut own = answer(&mut pair.white, &numbered).await;
    assert_eq!(own["request_id"], 9);
    own.as_object_mut().unwrap().remove("request_id");
    assert_eq!(told(&mut pair.black).await, [own]);
    assert!(told(&mut pair.white).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_spectator_sees_all_and_does_nothing() {
    let mut pair = Pair::new().await;
    let mut guest = pair.engine.connect(None);
    let seen = answer(&mut guest, &spectate(&pair.game)).await;
    assert_eq!(seen["seat"], "spectator");
    assert!(seen.get("seat_token").is_none(), "{seen}");
    for message in [
        piece_move("E2", "E4"),
        r#"{"message_type":"resign"}"#.to_owned(),
    ] {
        assert_eq!(answer(&mut guest, &message).await["code"], "not_a_player");
    }
    answer(&mut pair.white, &piece_move("E2", "E4")).await;
    assert_eq!(types(&told(&mut guest).await), ["next_legal_moveset"]);
}

#[tokio::test(start_paused = true)]
async fn failures_prompts_and_states_are_nobody_elses_business() {
    let engine = engine().await;
    let fen = "7k/2P5/8/8/8/8/8/K7 w - - 0 1";
    let new_game = format!(r#"{{"message_type":"new_game","seat":"white","fen":"{fen}"}}"#);
    let mut pair = Pair::after(engine, &new_game).await;
    for message in [
        piece_move("A1", "A4"),
        STATE.to_owned(),
        piece_move("C7", "C8"),
    ] {
        answer(&mut pair.white, &message).await;
    }
    assert!(told(&mut pair.black).await.is_empty());
    let held = answer(&mut pair.black, STATE).await;
    assert_eq!(
        (&held["promotion_pending"], &held["turn"]),
        (&true.into(), &"white".into())
    );
    assert_eq!(
        (text(&held, "fen"), held["history"].to_string()),
        (fen.to_owned(), "[]".to_owned())
    );
    let choice = r#"{"message_type":"piece_promotion_choice","piece_choice":"queen"}"#;
    assert_eq!(
        answer(&mut pair.black, choice).await["code"],
        "not_your_turn"
    );
    answer(&mut pair.white, choice).await;
    let heard = told(&mut pair.black).await;
    assert_eq!(heard[0]["events"]["promote"]["piece"], "queen");
}

#[tokio::test(start_paused = true)]
async fn a_stranger_cannot_take_the_seat_of_somebody_who_is_away() {
    let pair = Pair::new().await;
    let Pair {
        engine,
        white,
        mut black,
        game,
        tokens,
    } = pair;
    let mut stranger = engine.connect(None);
    drop(white);
    assert_eq!(types(&told(&mut black).await), ["opponent_left"]);
    for message in [
        join(&game, "white"),
        rejoin(&game, "forged"),
        rejoin(&game, &tokens[1]).replace('}', r#","seat":"white"}"#),
    ] {
        assert_eq!(
            answer(&mut stranger, &message).await["code"],
            "seat_taken",
            "{message}"
        );
    }
    let mut white = engine.connect(None);
    let back = answer(&mut white, &rejoin(&game, &tokens[0])).await;
    assert_eq!(
        (&back["seat"], &back["seat_token"]),
        (&"white".into(), &tokens[0].clone().into())
    );
    assert_eq!(types(&told(&mut black).await), ["opponent_joined"]);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(told(&mut black).await.is_empty(), "the game goes on");
    assert_eq!(
        types(&ask(&mut white, &piece_move("E2", "E4")).await),
        ["next_legal_moveset"]
    );
}

#[tokio::test(start_paused = true)]
async fn who_stays_away_too_long_loses() {
    let Pair {
        white, mut black, ..
    } = Pair::new().await;
    drop(white);
    assert_eq!(types(&told(&mut black).await), ["opponent_left"]);
    tokio::time::sleep(Duration::from_secs(29)).await;
    assert!(told(&mut black).await.is_empty());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let ended = told(&mut black).await;
    assert_eq!(
        (&ended[0]["victor"], &ended[0]["reason"]),
        (&"black".into(), &"abandonment".into())
    );
    let late = answer(&mut black, &piece_move("E7", "E5")).await;
    assert_eq!(late["code"], "game_over");
}

/// The second absence is not counted from the first.
#[tokio::test(start_paused = true)]
async fn every_absence_has_its_whole_time() {
    let Pair {
        engine,
        mut white,
        mut black,
        game,
        tokens,
    } = Pair::new().await;
    for _ in 0..3 {
        drop(white);
        tokio::time::sleep(Duration::from_secs(25)).await;
        white = engine.connect(None);
        answer(&mut white, &rejoin(&game, &tokens[0])).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    let heard = types(&told(&mut black).await);
    assert!(!heard.contains(&"game_end".to_owned()), "{heard:?}");
}

/// When both were cut, the first to come back does not win by that.
#[tokio::test(start_paused = true)]
async fn the_first_to_come_back_waits_for_the_other() {
    let Pair {
        engine,
        white,
        black,
        game,
        tokens,
    } = Pair::new().await;
    drop((white, black));
    tokio::time::sleep(Duration::from_secs(600)).await;
    let mut black = engine.connect(None);
    answer(&mut black, &rejoin(&game, &tokens[1])).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert!(!types(&told(&mut black).await).contains(&"game_end".to_owned()));
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(types(&told(&mut black).await), ["game_end"]);
}

#[tokio::test(start_paused = true)]
async fn who_leaves_loses_at_once_and_hears_nothing() {
    let mut pair = Pair::new().await;
    let leave = r#"{"message_type":"leave_game"}"#;
    assert!(ask(&mut pair.white, leave).await.is_empty());
    let ended = told(&mut pair.black).await;
    assert_eq!(types(&ended), ["game_end"]);
    assert_eq!(ended[0]["reason"], "abandonment");
    assert_eq!(answer(&mut pair.white, STATE).await["code"], "no_game");
}

/// A cut does no harm to a game for both sides; those who watch hear of it.
#[tokio::test(start_paused = true)]
async fn a_game_for_both_sides_goes_on_by_its_token() {
    let engine = engine().await;
    let (mut both, mut guest) = (engine.connect(None), engine.connect(None));
    let begun = answer(&mut both, NEW_GAME).await;
    let (game, token) = (text(&begun, "game_id"), text(&begun, "seat_token"));
    answer(&mut both, &piece_move("E2", "E4")).await;
    answer(&mut guest, &spectate(&game)).await;
    drop(both);
    let left = told(&mut guest).await;
    assert_eq!(
        (types(&left), &left[0]["seat"]),
        (vec!["opponent_left".to_owned()], &"both".into())
    );
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(told(&mut guest).await.is_empty(), "nobody has lost");
    assert_eq!(
        answer(&mut guest, &join(&game, "black")).await["code"],
        "seat_taken"
    );
    let mut both = engine.connect(None);
    let back = answer(&mut both, &rejoin(&game, &token)).await;
    assert_eq!(
        (&back["seat"], back["history"].as_array().unwrap().len()),
        (&"both".into(), 1)
    );
    answer(&mut both, &piece_move("E7", "E5")).await;
    let heard = types(&told(&mut guest).await);
    assert_eq!(heard, ["opponent_joined", "next_legal_moveset"]);
}

#[tokio::test(start_paused = true)]
async fn a_connection_with_two_games_is_told_which_one_is_meant() {
    let engine = engine().await;
    let (mut first, mut second) = (
        Pair::after(engine.clone(), NEW_WHITE).await,
        Pair::after(engine, NEW_WHITE).await,
    );
    answer(&mut first.white, &rejoin(&second.game, &second.tokens[0])).await;
    told(&mut second.black).await;
    let moved = answer(&mut first.white, &piece_move("E2", "E4")).await;
    assert_eq!(text(&moved, "game_id"), second.game);
    let other = piece_move("D2", "D4").replace('}', &format!(r#","game_id":"{}"}}"#, first.game));
    assert_eq!(
        text(&answer(&mut first.white, &other).await, "game_id"),
        first.game
    );
    assert!(told(&mut first.black).await[0].get("game_id").is_none());
}

const NEW_WHITE: &str = r#"{"message_type":"new_game","seat":"white"}"#;

#[tokio::test(start_paused = true)]
async fn an_offer_of_the_other_side_can_be_accepted() {
    let mut pair = Pair::new().await;
    let [offer, accept] =
        ["draw_offer", "draw_accept"].map(|name| format!(r#"{{"message_type":"{name}"}}"#));
    for _ in 0..2 {
        let offered = answer(&mut pair.white, &offer).await;
        assert_eq!(
            (&offered["message_type"], &offered["by"]),
            (&"draw_offered".into(), &"white".into())
        );
    }
    assert_eq!(types(&told(&mut pair.black).await), ["draw_offered"]);
    let meets = answer(&mut pair.black, &offer).await;
    assert_eq!(meets["by"], "white");
    assert_eq!(
        answer(&mut pair.white, &accept).await["code"],
        "no_draw_offer"
    );
    let accepted = answer(&mut pair.black, &accept).await;
    assert_eq!(
        (&accepted["victor"], &accepted["reason"]),
        (&"draw".into(), &"draw_agreement".into())
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_moves_before_both_have_come() {
    let engine = engine().await;
    let mut white = engine.connect(None);
    answer(&mut white, NEW_WHITE).await;
    let early = answer(&mut white, &piece_move("E2", "E4")).await;
    assert_eq!(early["code"], "not_your_turn", "{early}");
    assert!(text(&early, "detail").contains("both seats"), "{early}");
}

#[tokio::test(start_paused = true)]
async fn a_first_move_starts_a_game_and_only_then() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let wrong = answer(&mut client, &piece_move("E2", "E5")).await;
    assert_eq!(wrong["code"], "illegal_move");
    assert_eq!(answer(&mut client, STATE).await["code"], "no_game");
    let first = answer(
        &mut client,
        &piece_move("e2", "e4").replace('}', r#","request_id":1}"#),
    )
    .await;
    assert_eq!(first["turn"], "black");
    assert_eq!(first["last_move"]["to"], "E4");
    assert_eq!(first["request_id"], 1);
    let (game, token) = (text(&first, "game_id"), text(&first, "seat_token"));
    assert_eq!(answer(&mut client, STATE).await["seat"], "both");
    let second = answer(&mut client, &piece_move("E7", "E5")).await;
    assert!(second.get("game_id").is_none(), "{second}");
    let mut other = engine.connect(None);
    assert_eq!(
        answer(&mut other, &rejoin(&game, &token)).await["seat"],
        "both"
    );
    // With a game_id, or after a game, there is none to start.
    let mut fresh = engine.connect(None);
    let named = piece_move("E2", "E4").replace('}', r#","game_id":"nowhere"}"#);
    assert_eq!(answer(&mut fresh, &named).await["code"], "no_game");
    ask(&mut client, r#"{"message_type":"leave_game"}"#).await;
    assert_eq!(
        answer(&mut client, &piece_move("E2", "E4")).await["code"],
        "no_game"
    );
}

#[tokio::test(start_paused = true)]
async fn chess960_castles_onto_the_rook() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let new_game = r#"{"message_type":"new_game","variant":"chess960","fen":"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"}"#;
    let start = answer(&mut client, new_game).await;
    assert_eq!(start["moves"]["E1"][0], "B1");
    let castled = answer(&mut client, &piece_move("E1", "G1")).await;
    assert_eq!(castled["events"]["also_move_rook"]["to"], "F1");
    let random = r#"{"message_type":"new_game","variant":"chess960"}"#;
    assert_eq!(answer(&mut client, random).await["turn"], "white");
}

#[tokio::test(start_paused = true)]
async fn a_fen_is_a_fen_and_nothing_else() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    for fen in [
        "startpos",
        "",
        "chess960:5",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1; draws=claim",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
    ] {
        let new_game = format!(r#"{{"message_type":"new_game","fen":"{fen}"}}"#);
        assert_eq!(
            answer(&mut client, &new_game).await["code"],
            "bad_fen",
            "{fen}"
        );
    }
}

/// A position in which nothing can be played is shown with its end.
#[tokio::test(start_paused = true)]
async fn a_game_can_be_over_before_it_begins() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let new_game = r#"{"message_type":"new_game","fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}"#;
    let over = ask(&mut client, new_game).await;
    assert_eq!(types(&over), ["next_legal_moveset", "game_end"]);
    assert_eq!(over[1]["reason"], "stalemate");
    assert_eq!(
        answer(&mut client, STATE).await["result"]["reason"],
        "stalemate"
    );
    let late = answer(&mut client, &piece_move("H8", "G8")).await;
    assert_eq!(late["code"], "game_over");
    assert_eq!(answer(&mut client, NEW_GAME).await["turn"], "white");
}

#[tokio::test(start_paused = true)]
async fn ids_and_tokens_cannot_be_guessed() {
    let engine = engine().await;
    let mut seen = std::collections::HashSet::new();
    for _ in 0..20 {
        let mut client = engine.connect(None);
        let begun = answer(&mut client, NEW_GAME).await;
        assert!(text(&begun, "game_id").len() >= 12, "{begun}");
        assert!(text(&begun, "seat_token").len() >= 32, "{begun}");
        assert!(seen.insert(text(&begun, "game_id")) && seen.insert(text(&begun, "seat_token")));
    }
}
