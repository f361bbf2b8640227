//! Challenges and seeks, and in which order both sides hear of them.

use serde_json::json;

use crate::support::{Hall, begin};

#[tokio::test]
async fn a_challenge_that_is_accepted_gives_a_game_and_nothing_else() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let (mut hers, mut his) = (ada.events().await, ben.events().await);
    let terms = json!({"clock.limit": 300, "clock.increment": 3, "color": null, "rated": false});
    let made = ada.challenges("ben", terms).await;
    assert_eq!(made["direction"], "out");
    assert_eq!(
        made["timeControl"],
        json!({"type": "clock", "limit": 300, "increment": 3, "show": "5+3"})
    );
    let id = made["id"].as_str().unwrap();
    let theirs = [hers.next("challenge").await, his.next("challenge").await];
    let directions = theirs.map(|event| event["challenge"]["direction"].clone());
    assert_eq!(directions, ["out", "in"]);
    let listed = ben.ok("GET", "/api/challenge").await;
    assert_eq!(
        (listed["in"][0]["id"].as_str(), listed["out"][0].is_null()),
        (Some(id), true)
    );
    for _ in 0..2 {
        // The answer may have been lost.
        ben.ok("POST", &format!("/api/challenge/{id}/accept")).await;
    }
    for events in [&mut hers, &mut his] {
        let start = events.next("gameStart").await;
        assert_eq!(start["game"]["gameId"], id);
    }
    // Nothing came in between that would take the game off a client's books.
    ben.plays(id, "abort").await;
    for events in [&mut hers, &mut his] {
        let finish = events.next("gameFinish").await;
        assert_eq!(
            finish["game"]["status"],
            json!({"id": 25, "name": "aborted"})
        );
    }
}

/// A bot that starts finds a challenge that waits, and accepts it.
#[tokio::test]
async fn a_challenge_that_waited_gives_a_game_as_well() {
    let hall = Hall::new().await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    let made = ada.challenges("Clanker", json!({})).await;
    let mut events = bot.events().await;
    events.next("challenge").await;
    let id = made["id"].as_str().unwrap();
    bot.ok("POST", &format!("/api/challenge/{id}/accept")).await;
    assert_eq!(events.next("gameStart").await["game"]["id"], id);
    // A client that comes back hears of the game once.
    let mut again = bot.events().await;
    again.next("gameStart").await;
    bot.plays(id, "abort").await;
    again.next("gameFinish").await;
}

#[tokio::test]
async fn challenges_are_declined_with_a_reason_and_withdrawn() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let (mut hers, mut his) = (ada.events().await, ben.events().await);
    let made = ada.challenges("Ben", json!({"days": 3})).await;
    let id = made["id"].as_str().unwrap();
    let decline = format!("/api/challenge/{id}/decline");
    let declined = ben.post_json(&decline, json!({"reason": "tooFast"})).await;
    assert_eq!(declined.status, 200);
    for events in [&mut hers, &mut his] {
        events.next("challenge").await;
        let gone = events.next("challengeDeclined").await;
        assert_eq!(gone["challenge"]["declineReasonKey"], "toofast");
        assert_eq!(gone["challenge"]["status"], "declined");
    }
    assert_eq!(ben.refused("POST", &decline).await.0, 404);
    let made = ada.challenges("Ben", json!({})).await;
    let id = made["id"].as_str().unwrap();
    let cancel = format!("/api/challenge/{id}/cancel");
    assert_eq!(ben.refused("POST", &cancel).await.0, 404);
    ada.ok("POST", &cancel).await;
    for events in [&mut hers, &mut his] {
        events.next("challenge").await;
        let gone = events.next("challengeCanceled").await;
        assert_eq!(gone["challenge"]["status"], "canceled");
    }
    let accept = format!("/api/challenge/{id}/accept");
    assert_eq!(
        ben.refused("POST", &accept).await,
        (404, "no-such-challenge".to_owned())
    );
}

#[tokio::test]
async fn nonsense_is_refused_in_words() {
    let hall = Hall::new().await;
    let (ada, _ben) = (hall.person("Ada").await, hall.person("Ben").await);
    for (terms, status, code) in [
        (json!({"variant": "antichess"}), 400, "unknown-variant"),
        (json!({"variant": "orthodox"}), 400, "unknown-variant"),
        (json!({"variant": "fromPosition"}), 400, "no-position"),
        (json!({"fen": "nonsense"}), 400, "bad-setup"),
        (
            json!({"fen": "8/8 w; promotion=separate"}),
            400,
            "bad-position",
        ),
        (json!({"clock.increment": 3}), 400, "bad-clock"),
        (
            json!({"clock.limit": 0, "clock.increment": 0}),
            400,
            "bad-clock",
        ),
        (json!({"color": "red"}), 400, "bad-request"),
    ] {
        let refused = ada.post_json("/api/challenge/Ben", terms.clone()).await;
        let body = refused.json();
        assert_eq!(
            (refused.status, body["code"].as_str()),
            (status, Some(code)),
            "{terms} {body}"
        );
    }
    let nobody = ada.post_json("/api/challenge/Nobody", json!({})).await;
    assert_eq!(nobody.status, 404);
    let broken = ada.post_json("/api/challenge/Ben", json!("text")).await;
    assert_eq!(
        broken.status, 200,
        "what is not known is ignored: {}",
        broken.body
    );
}

#[tokio::test]
async fn a_challenge_whose_answer_was_late_is_made_once() {
    let hall = Hall::new().await;
    let (ada, _bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    let terms = json!({"variant": "chess960", "clock.limit": 60, "clock.increment": 1});
    let first = ada.challenges("Clanker", terms.clone()).await;
    let again = ada.challenges("Clanker", terms).await;
    assert_eq!(first["id"], again["id"]);
    let other = ada
        .challenges("Clanker", json!({"clock.limit": 60, "clock.increment": 2}))
        .await;
    assert_ne!(first["id"], other["id"]);
}

#[tokio::test]
async fn seeks_meet_and_die_with_their_connections() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let form = "rated=false&time=5&increment=3&variant=standard&color=white&ratingRange=";
    let mut given_up = ada.post_stream("/api/board/seek", form).await;
    assert_eq!(given_up.any_line().await.as_deref(), Some(""));
    assert_eq!(hall.host.seeks(None).seeks.len(), 1);
    drop(given_up);
    while !hall.host.seeks(None).seeks.is_empty() {
        tokio::task::yield_now().await;
    }
    let mut events = ada.events().await;
    let mut hers = ada.post_stream("/api/board/seek", form).await;
    hers.any_line().await;
    // One who wants the same seat does not meet her.
    let mut same = ben.post_stream("/api/board/seek", form).await;
    assert_eq!(same.any_line().await.as_deref(), Some(""));
    drop(same);
    let any = form.replace("color=white", "color=random");
    let mut his = ben.post_stream("/api/board/seek", &any).await;
    his.ends().await;
    hers.ends().await;
    let start = events.next("gameStart").await;
    assert_eq!(start["game"]["color"], "white");
    // By correspondence nobody waits.
    let slow = ada
        .post_form("/api/board/seek", "days=2&variant=standard")
        .await;
    assert!(slow.json()["id"].is_string(), "{}", slow.body);
}

#[tokio::test]
async fn a_game_against_the_computer_begins_at_once() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let terms = json!({"level": 1, "clock.limit": 300, "clock.increment": 0, "color": "white", "fen": null});
    let begun = ada.post_json("/api/challenge/ai", terms).await;
    assert_eq!(begun.status, 201, "{}", begun.body);
    let begun = begun.json();
    let id = begun["id"].as_str().unwrap();
    let mut lines = ada.game(id).await;
    let full = lines.next("gameFull").await;
    assert_eq!(full["black"], json!({"aiLevel": 1}));
    ada.plays(id, "move/e2e4").await;
    // The computer of this test has no answer and resigns.
    let last = lines.until(|state| state["winner"] == "white").await;
    assert_eq!(last["status"], "resign");
    lines.ends().await;
    let bad = ada
        .post_json("/api/challenge/ai", json!({"level": 9}))
        .await;
    assert_eq!(
        (bad.status, &*bad.json()["code"].to_string()),
        (400, "\"bad-level\"")
    );
}

#[tokio::test]
async fn any_two_players_sit_down_in_an_open_game() {
    let hall = Hall::new().await;
    let (ada, ben, eve) = (
        hall.person("Ada").await,
        hall.person("Ben").await,
        hall.person("Eve").await,
    );
    let terms = json!({"clock.limit": 300, "clock.increment": 3, "name": "Club night"});
    let open = ada.post_json("/api/challenge/open", terms).await.json();
    let id = open["id"].as_str().unwrap();
    assert!(open["challenger"].is_null() && open["open"].is_object());
    assert!(open["urlWhite"].as_str().unwrap().ends_with("/white"));
    ben.ok("POST", &format!("/api/challenge/{id}/accept?color=black"))
        .await;
    let mut events = eve.events().await;
    eve.ok("POST", &format!("/api/challenge/{id}/accept")).await;
    eve.plays(id, "move/e2e4").await;
    let mut lines = ben.game(id).await;
    let full = lines.next("gameFull").await;
    assert_eq!(
        (&full["white"]["name"], &full["black"]["name"]),
        (&json!("Eve"), &json!("Ben"))
    );
    assert_eq!(
        ada.refused("GET", &format!("/api/board/game/stream/{id}"))
            .await
            .0,
        404
    );
    let late = format!("/api/challenge/{id}/accept");
    assert_eq!(ada.refused("POST", &late).await.0, 404);
    drop(events.any_line().await);
}

#[tokio::test]
async fn positions_and_chess960_have_their_names() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let game = begin(&ada, &ben, "Ben", json!({"fen": fen, "clock.limit": 60})).await;
    let full = ada.game(&game).await.next("gameFull").await;
    assert_eq!(full["variant"]["key"], "fromPosition");
    assert_eq!(full["variant"]["name"], "From Position");
    assert_eq!(full["initialFen"], fen);
    let terms = json!({"variant": "chess960", "clock.limit": 60});
    let game = begin(&ada, &ben, "Ben", terms).await;
    let full = ada.game(&game).await.next("gameFull").await;
    assert_eq!(full["variant"]["key"], "chess960");
    assert!(
        full["initialFen"]
            .as_str()
            .unwrap()
            .contains("/pppppppp/8/8/8/8/PPPPPPPP/")
    );
    // Castling in Chess960: the king takes the own rook.
    let fen = "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1";
    let terms = json!({"variant": "chess960", "fen": fen, "clock.limit": 60, "color": "white"});
    let game = begin(&ada, &ben, "Ben", terms).await;
    ada.plays(&game, "move/e1h1").await;
    let full = ben.game(&game).await.next("gameFull").await;
    assert_eq!(full["state"]["moves"], "e1h1");
}
