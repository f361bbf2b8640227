//! Streams of games: what is told, to whom, and when they end.

use std::time::Duration;

use host::Scope;
use native::testkit::http::send;
use serde_json::json;
use session::{Clock, Created, Millis, Report};

use crate::support::{Hall, Lines, begin};

fn blitz() -> serde_json::Value {
    json!({"clock.limit": 300, "clock.increment": 3, "color": "white"})
}

#[tokio::test]
async fn both_players_hear_every_move_offer_and_answer() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    let (mut hers, mut his) = (ada.game(&game).await, ben.game(&game).await);
    for lines in [&mut hers, &mut his] {
        assert!(
            lines.head.contains("application/x-ndjson"),
            "{}",
            lines.head
        );
        let full = lines.next("gameFull").await;
        assert_eq!(
            full["clock"],
            json!({"initial": 300_000, "increment": 3000})
        );
        assert_eq!(full["perf"]["name"], "Blitz");
        assert_eq!(full["initialFen"], "startpos");
        assert_eq!(full["state"]["wtime"], 300_000);
        assert!(full.get("daysPerTurn").is_none() && full.get("rulesVersion").is_none());
    }
    let steps = [
        (&ada, "move/e2e4", json!({"moves": "e2e4"})),
        (&ben, "move/e7e5", json!({"moves": "e2e4 e7e5"})),
        (&ada, "draw/yes", json!({"wdraw": true})),
        (&ben, "draw/no", json!({"wdraw": null})),
        (&ben, "takeback/1", json!({"btakeback": true})),
        (
            &ada,
            "takeback/true",
            json!({"moves": "e2e4", "btakeback": null}),
        ),
        (
            &ben,
            "move/c7c5?offeringDraw=true",
            json!({"moves": "e2e4 c7c5"}),
        ),
    ];
    for (who, what, expected) in steps {
        who.plays(&game, what).await;
        for lines in [&mut hers, &mut his] {
            let state = lines.next("gameState").await;
            for (field, value) in expected.as_object().unwrap() {
                let found = state.get(field).cloned().unwrap_or_default();
                assert_eq!(found, *value, "{what}: {state}");
            }
        }
    }
    for lines in [&mut hers, &mut his] {
        assert_eq!(lines.next("gameState").await["bdraw"], true);
    }
    // Where there is nothing to decline, no is fine.
    ben.plays(&game, "takeback/no").await;
    ada.plays(&game, "draw/yes").await;
    for lines in [&mut hers, &mut his] {
        let last = lines.next("gameState").await;
        assert_eq!(last["status"], "draw");
        assert!(last.get("winner").is_none());
        lines.ends().await;
    }
    // The stream of a game that is over has it once.
    let mut later = ada.game(&game).await;
    assert_eq!(later.next("gameFull").await["state"]["status"], "draw");
    later.ends().await;
    let late = ada.play(&game, "move/g1f3").await;
    assert_eq!(late.status, 400);
}

#[tokio::test]
async fn a_draw_is_claimed_where_people_play() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    for _ in 0..2 {
        for (player, action) in [
            (&ada, "g1f3"),
            (&ben, "g8f6"),
            (&ada, "f3g1"),
            (&ben, "f6g8"),
        ] {
            player.plays(&game, &format!("move/{action}")).await;
        }
    }
    let mut events = ada.events().await;
    let path = format!("/api/stream/game/{game}");
    let mut watched = Lines::open(hall.address(), "GET", &path, "", "").await;
    ada.plays(&game, "draw/yes").await;
    let full = ada.game(&game).await.next("gameFull").await;
    assert_eq!(full["state"]["status"], "draw");
    // A claim is not a move, and programs could not read it.
    let moves = full["state"]["moves"].as_str().unwrap();
    assert!(moves.ends_with("f6g8"), "{moves}");
    let finish = events.until(|event| event["type"] == "gameFinish").await;
    assert_eq!(finish["game"]["lastMove"], "f6g8");
    while let Some(line) = watched.object().await {
        assert_eq!(line["lm"], "f6g8", "{line}");
    }
    let path = format!("/game/export/{game}?clocks=true&pgnInJson=true");
    let exported = ada
        .send("GET", &path, "Accept: application/json\r\n", "")
        .await
        .json();
    let moves = exported["moves"].as_str().unwrap();
    assert!(moves.ends_with("Ng1 Ng8"), "{moves}");
    let n_moves = moves.split(' ').count();
    assert_eq!(exported["clocks"].as_array().map(Vec::len), Some(n_moves));
    let pgn = exported["pgn"].as_str().unwrap();
    assert!(!pgn.contains("claim"), "{pgn}");
}

#[tokio::test]
async fn resigning_early_aborts() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    ada.plays(&game, "move/e2e4").await;
    ben.plays(&game, "resign").await;
    let full = ada.game(&game).await.next("gameFull").await;
    assert_eq!(full["state"]["status"], "aborted");
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    ada.plays(&game, "move/e2e4").await;
    ben.plays(&game, "move/e7e5").await;
    ben.plays(&game, "resign").await;
    let full = ada.game(&game).await.next("gameFull").await;
    assert_eq!(full["state"]["status"], "resign");
    assert_eq!(full["state"]["winner"], "white");
    assert_eq!(ben.play(&game, "abort").await.status, 400);
}

#[tokio::test]
async fn an_opponent_who_has_gone_is_told_and_can_be_claimed_against() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    ada.plays(&game, "move/e2e4").await;
    ben.plays(&game, "move/e7e5").await;
    let mut hers = ada.game(&game).await;
    hers.next("gameFull").await;
    let player = hall.host.accounts().find("Ben").await.unwrap();
    let id = session::GameId::new(&game).unwrap();
    let gone = Report::Gone {
        player: player.clone(),
    };
    hall.host.report_to(&id, gone).await.unwrap();
    let told = hers.next("opponentGone").await;
    assert_eq!(told["gone"], true);
    let seconds = told["claimWinInSeconds"].as_u64().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    let early = ada.play(&game, "claim-victory").await;
    assert_eq!(
        (early.status, &*early.json()["code"].to_string()),
        (400, "\"grace-running\"")
    );
    // A reader who comes later is told at once.
    let mut later = ada.game(&game).await;
    later.next("gameFull").await;
    later.next("opponentGone").await;
    hall.host
        .report_to(&id, Report::Back { player })
        .await
        .unwrap();
    assert_eq!(
        hers.next("opponentGone").await,
        json!({"type": "opponentGone", "gone": false})
    );
    let slash = ada.play(&game, "claim-victory/").await;
    assert_eq!(slash.status, 400, "the path with a slash is the same");
}

/// A player who has gone has lost at once in this game, or it is a draw, as the opponent wants it.
#[tokio::test]
async fn games_of_opponents_who_have_gone_are_claimed() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let claims = [
        ("claim-victory/", Some("white")),
        ("claim-victory", Some("white")),
        ("claim-draw", None),
    ];
    for (claim, winner) in claims {
        let id = hall.host.new_game_id().unwrap();
        let clock = Clock::Fischer {
            initial: Millis::from_secs(60),
            increment: Millis::ZERO,
        };
        let created = Created {
            game: id.clone(),
            variant: "orthodox".to_owned(),
            rules_version: 1,
            setup: String::new(),
            preset: None,
            seed: 0,
            clock,
            clock_start: session::ClockStart::default(),
            grace: Some(Millis::ZERO),
            seats: rules::BySeat::new_with(|_| None),
            rematch_of: None,
            unlisted: false,
        };
        hall.host.begin(created).await.unwrap();
        for (player, color) in [(&ada, "white"), (&ben, "black")] {
            let accept = format!("/api/challenge/{id}/accept?color={color}");
            player.ok("POST", &accept).await;
        }
        ada.plays(id.as_str(), "move/e2e4").await;
        ben.plays(id.as_str(), "move/e7e5").await;
        let mut hers = ada.game(id.as_str()).await;
        let player = hall.host.accounts().find("Ben").await.unwrap();
        let gone = Report::Gone { player };
        hall.host.report_to(&id, gone).await.unwrap();
        let told = hers.until(|line| line["type"] == "opponentGone").await;
        assert_eq!(
            (&told["gone"], &told["claimWinInSeconds"]),
            (&json!(true), &json!(0))
        );
        ada.plays(id.as_str(), claim).await;
        let last = hers.next("gameState").await;
        assert_eq!(last["status"], "timeout", "{claim}");
        assert_eq!(last.get("winner"), winner.map(|it| json!(it)).as_ref());
        hers.ends().await;
    }
}

#[tokio::test(start_paused = true)]
async fn silence_is_broken_by_empty_lines() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let mut events = ada.events().await;
    for _ in 0..4 {
        let before = tokio::time::Instant::now();
        assert_eq!(events.any_line().await.as_deref(), Some(""));
        assert!(before.elapsed() <= Duration::from_secs(7));
    }
}

#[tokio::test]
async fn words_reach_the_opponent_where_the_host_lets_them() {
    for talks in [true, false] {
        let hall = match talks {
            true => Hall::talking().await,
            false => Hall::new().await,
        };
        let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
        let game = begin(&ada, &ben, "Ben", blitz()).await;
        let mut his = ben.game(&game).await;
        his.next("gameFull").await;
        let path = format!("/api/board/game/{game}/chat");
        let long = "x".repeat(5000);
        for (room, text) in [
            ("spectator", "psst"),
            ("player", &*long),
            ("player", "Good luck!"),
        ] {
            let said = ada
                .post_json(&path, json!({"room": room, "text": text}))
                .await;
            assert_eq!(said.body, r#"{"ok":true}"#);
        }
        ada.plays(&game, "move/e2e4").await;
        if talks {
            let line = his.next("chatLine").await;
            let expected = json!({"type": "chatLine", "room": "player", "username": "Ada", "text": "Good luck!"});
            assert_eq!(line, expected);
        }
        his.next("gameState").await;
        let kept = ada.send("GET", &path, "", "").await;
        assert_eq!(kept.body, "[]");
    }
}

#[tokio::test]
async fn our_own_games_are_played_by_their_action_texts() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    for variant in ["wisconsin", "tridim", "timetravel"] {
        let terms = json!({"variant": variant, "days": 2, "color": "white"});
        let game = begin(&ada, &ben, "Ben", terms).await;
        let (mut hers, mut his) = (ada.game(&game).await, ben.game(&game).await);
        let full = hers.next("gameFull").await;
        his.next("gameFull").await;
        assert_eq!(full["variant"]["key"], variant);
        assert_eq!(full["daysPerTurn"], 2);
        assert!(full["rulesVersion"].is_u64(), "{full}");
        assert_eq!(full["state"]["wtime"], 2 * 24 * 60 * 60 * 1000);
        let rules = catalog::standard().variants().find(variant).unwrap();
        let initial = full["initialFen"].as_str().unwrap();
        let mut board = rules.start(initial).unwrap();
        let mut played = Vec::new();
        for _ in 0..6 {
            let seat = board.status().to_act().unwrap();
            let action = board.legal().into_iter().next().unwrap();
            board = board.apply(seat, &action).unwrap().game;
            let who = match seat {
                rules::Seat::White => &ada,
                rules::Seat::Black => &ben,
            };
            let encoded = action
                .replace('%', "%25")
                .replace('#', "%23")
                .replace('?', "%3F");
            who.plays(&game, &format!("move/{encoded}")).await;
            played.push(action);
            let state = hers.next("gameState").await;
            assert_eq!(state["moves"], played.join(" "), "{variant}");
            assert_eq!(state["toAct"], json!(board.status().to_act()), "{variant}");
        }
    }
}

#[tokio::test]
async fn spectators_see_positions_and_the_end() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    let path = format!("/api/stream/game/{game}");
    let mut lines = Lines::open(hall.address(), "GET", &path, "", "").await;
    let first = lines.object().await.unwrap();
    assert_eq!(first["status"], json!({"id": 20, "name": "started"}));
    assert_eq!(first["players"]["white"]["user"]["name"], "Ada");
    ada.plays(&game, "move/e2e4").await;
    let step = lines.object().await.unwrap();
    assert_eq!((&step["lm"], &step["wc"]), (&json!("e2e4"), &json!(300)));
    ben.plays(&game, "resign").await;
    let last = lines.object().await.unwrap();
    assert_eq!(last["status"]["name"], "aborted");
    lines.ends().await;
    let none = send(hall.address(), "GET", "/api/stream/game/nothing", "", "").await;
    assert_eq!(none.status, 404);
}

#[tokio::test]
async fn a_server_that_stops_ends_its_streams() {
    let hall = Hall::new().await;
    let (ada, ben) = (
        hall.person("Ada").await,
        hall.person_with("Ben", &[Scope::BoardPlay]).await,
    );
    let game = begin(&ada, &ben, "Ben", blitz()).await;
    let mut streams = [ada.events().await, ada.game(&game).await];
    let seek = "time=5&increment=0";
    let mut waiting = ben.post_stream("/api/board/seek", seek).await;
    hall.server.stop().await;
    for stream in &mut streams {
        while stream.object().await.is_some() {}
    }
    while waiting.any_line().await.is_some() {}
}
