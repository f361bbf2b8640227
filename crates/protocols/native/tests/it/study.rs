//! Positions and written games to look at.

use native::message::{Answer, Format, ImportedGame, PositionView, Request, Start};
use rules::{Seat, Status};
use serde_json::{Value, json};
use session::{Ask, Proposal, Score};

use crate::support::{BLITZ, CHESS, Pairing, ask, start};
use native::testkit::client::Client;
use native::testkit::http::send;

async fn after(client: &mut Client, game: &session::GameId, actions: u32) -> PositionView {
    let game = game.clone();
    match client.ok(Request::SceneAfter { game, actions }).await {
        Answer::Position(position) => *position,
        other => panic!("{other:?}"),
    }
}

fn look(start: Start, actions: &[&str]) -> Request {
    Request::Look {
        variant: CHESS.to_owned(),
        start,
        actions: actions.iter().map(ToString::to_string).collect(),
        moment: None,
    }
}

fn import(variant: &str, text: &str) -> Request {
    Request::Import {
        variant: variant.to_owned(),
        text: text.to_owned(),
    }
}

async fn imported(client: &mut Client, variant: &str, text: &str) -> Vec<ImportedGame> {
    match client.ok(import(variant, text)).await {
        Answer::Imported { games, .. } => games,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_earlier_position_of_a_game_can_be_seen() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let mut seen = vec![pairing.white.view(&game).await];
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        pairing.play(&[text]).await;
        seen.push(pairing.white.view(&game).await);
    }
    // A stranger who has not even opened the game sees the same pictures.
    let mut stranger = Client::connect(server.address()).await.unwrap();
    for (n, view) in (0..).zip(&seen) {
        let position = after(&mut stranger, &game, n).await;
        assert_eq!(position.n_actions, n);
        assert_eq!(position.setup, view.setup);
        assert_eq!(position.scene, view.scene);
        assert_eq!(position.events, view.events);
        let last = view.moves.last().map(|played| played.notation.clone());
        assert_eq!(position.last.map(|ply| ply.notation), last);
    }
    let game_id = game.clone();
    let refusal = stranger
        .refused(Request::SceneAfter {
            game: game_id,
            actions: 5,
        })
        .await;
    assert_eq!(refusal.code, "too-few-actions");
    server.stop().await;
}

#[tokio::test]
async fn what_was_taken_back_is_no_part_of_the_line() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5", "Nf3"]).await;
    let proposal = Proposal::Takeback { to: 2 };
    pairing
        .white
        .ok(ask(&game, Ask::Propose { proposal }))
        .await;
    pairing.black.ok(ask(&game, Ask::Accept { proposal })).await;
    pairing.white.ok(crate::support::act(&game, "Bc4")).await;
    pairing.black.ok(ask(&game, Ask::Resign)).await;
    let position = after(&mut pairing.black, &game, 3).await;
    assert_eq!(position.last.unwrap().notation, "Bc4");
    assert_eq!(position.status, Status::ToAct(Seat::Black));
    let path = format!("/api/games/{game}/position?actions=1");
    let over_http = send(server.address(), "GET", &path, "", "").await.json();
    assert_eq!(over_http["type"], "position");
    assert_eq!(over_http["last"]["action"], "e2e4");
    server.stop().await;
}

#[tokio::test]
async fn anybody_can_look_at_what_actions_lead_to() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let Answer::Looked {
        start,
        position,
        offers,
        ..
    } = client
        .ok(look(Start::Usual, &["f2f3", "e5", "g4", "d8h4"]))
        .await
    else {
        panic!("it should have been looked at")
    };
    assert!(start.starts_with("rnbqkbnr/pppppppp/"), "{start}");
    assert_eq!(position.last.as_ref().unwrap().notation, "Qh4#");
    assert!(matches!(position.status, Status::Over(_)));
    assert!(offers.is_empty());

    let Answer::Looked { offers, .. } = client.ok(look(Start::Usual, &[])).await else {
        panic!("it should have been looked at")
    };
    assert_eq!(offers.len(), 20);
    server.stop().await;
}

#[tokio::test]
async fn a_preset_looks_the_same_every_time() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let Answer::Variants { variants } = client.ok(Request::Variants).await else {
        panic!("there are variants")
    };
    for variant in variants {
        assert!(variant.computers.is_empty(), "this server has none");
        for preset in variant.presets {
            let request = || Request::Look {
                variant: variant.id.clone(),
                start: Start::Preset {
                    id: preset.id.clone(),
                },
                actions: Vec::new(),
                moment: None,
            };
            let first = client.ok(request()).await;
            assert_eq!(first, client.ok(request()).await, "{}", preset.id);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_moment_of_a_timeline_is_looked_at() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let mut pawn_at = async |moment| {
        let request = Request::Look {
            variant: "timetravel".to_owned(),
            start: Start::Usual,
            actions: vec!["+e2e4".to_owned(), "+e7e5".to_owned()],
            moment,
        };
        let Answer::Looked { position, .. } = client.ok(request).await else {
            panic!("it can be looked at")
        };
        let shown = position.scene.timeline.unwrap().shown;
        (
            shown,
            position
                .scene
                .tokens
                .iter()
                .any(|token| token.cell.as_str() == "e5"),
        )
    };
    assert_eq!(pawn_at(None).await, (2, true));
    assert_eq!(pawn_at(Some(1)).await, (1, false));
    assert_eq!(pawn_at(Some(9)).await, (2, true), "there is no such moment");
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_refused_with_its_place() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let no = client
        .refused(look(Start::Usual, &["e4", "e5", "Ke3"]))
        .await;
    assert!(no.message.contains("action 3, Ke3"), "{no}");
    let mate = ["f3", "e5", "g4", "Qh4", "a3"];
    let no = client.refused(look(Start::Usual, &mate)).await;
    assert_eq!(no.code, "game-over");
    let no = client.refused(look(Start::Usual, &["a3"; 601])).await;
    assert_eq!(no.code, "too-many-actions");
    let id = "nothing".to_owned();
    let no = client.refused(look(Start::Preset { id }, &[])).await;
    assert_eq!(no.code, "unknown-preset");
    let no = client.refused(import("nothing", "1. e4")).await;
    assert_eq!(no.code, "unknown-variant");
    server.stop().await;
}

#[tokio::test]
async fn a_written_game_is_read_with_its_result() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let text = "[White \"Ada\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n[White \"Ben\"]\n\n1. d4 *\n";
    let games = imported(&mut client, CHESS, text).await;
    let [first, second] = games.as_slice() else {
        panic!("there are two: {games:?}")
    };
    assert_eq!(first.result, Some(Score::Black));
    assert_eq!(first.status, Status::ToAct(Seat::White));
    assert_eq!(first.moves[1].seat, Seat::Black);
    assert_eq!(first.moves[1].action, "e7e5");
    assert_eq!(second.result, None);
    assert_eq!(second.tags, [("White".to_owned(), "Ben".to_owned())]);
    let no = client.refused(import(CHESS, "1. e4 e5 2. Ke3")).await;
    assert!(no.message.contains("Ke3"), "{no}");
    server.stop().await;
}

/// What a server exports it reads again, whatever the form.
#[tokio::test]
async fn an_exported_game_is_read_again() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5", "Nf3"]).await;
    pairing.black.ok(ask(&game, Ask::Resign)).await;
    for format in [Format::Pgn, Format::Records] {
        let game = game.clone();
        let exported = pairing.white.ok(Request::Export { game, format }).await;
        let Answer::Exported { text, .. } = exported else {
            panic!("{exported:?}")
        };
        let games = imported(&mut pairing.white, CHESS, &text).await;
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].result, Some(Score::White), "{format:?}");
        let written: Vec<&str> = games[0]
            .moves
            .iter()
            .map(|ply| ply.notation.as_str())
            .collect();
        assert_eq!(written, ["e4", "e5", "Nf3"]);
        if format == Format::Records {
            let other = pairing.white.refused(import("wisconsin", &text)).await;
            assert_eq!(other.code, "other-variant");
            let forged = text.replace("e2e4", "d2d4");
            let broken = pairing.white.refused(import(CHESS, &forged)).await;
            assert_eq!(broken.code, "broken-records");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn long_texts_are_read_over_http_up_to_a_limit() {
    let server = start().await;
    let post = |text: String| {
        let body = json!({"variant": CHESS, "text": text}).to_string();
        let address = server.address();
        async move { send(address, "POST", "/api/import", "", &body).await }
    };
    let comment = "x".repeat(100_000);
    let read = post(format!("1. e4 {{ {comment} }} e5 *")).await;
    assert_eq!(read.status, 200, "{}", read.body);
    let moves: &Value = &read.json()["games"][0]["moves"];
    assert_eq!(moves.as_array().unwrap().len(), 2);
    assert_eq!(post("x".repeat(300_000)).await.status, 413);
    assert_eq!(post("x".repeat(600_000)).await.status, 413);
    server.stop().await;
}

/// What was sent in pieces, put together.
fn joined(pieces: &str) -> String {
    let (mut rest, mut whole) = (pieces, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole += &after[..length];
        rest = &after[length..][2..];
    }
    whole
}

#[tokio::test]
async fn many_games_are_streamed_and_bad_ones_are_named() {
    let server = start().await;
    let game = |n: usize| match n {
        70 => "[Event \"70\"]\n\n1. Ke2 *\n\n".to_owned(),
        n => format!("[Event \"{n}\"]\n\n1. e4 {{good}} -- 2. d4 *\n\n"),
    };
    let text: String = (1..=150).map(game).collect();
    let body = json!({"variant": CHESS, "text": text}).to_string();
    let read = send(server.address(), "POST", "/api/import", "", &body).await;
    assert_eq!(read.status, 200, "{}", read.body);
    assert_eq!(read.header("transfer-encoding"), Some("chunked"));
    let answer: Answer = serde_json::from_str(&joined(&read.body)).unwrap();
    let Answer::Imported { games, faults } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!((games.len(), faults.len()), (149, 1));
    assert_eq!((faults[0].game, faults[0].line), (70, 69 * 4 + 3));
    assert!(faults[0].message.contains("Ke2"), "{faults:?}");
    let last = &games[148];
    assert_eq!(last.tags[0].1, "150");
    assert_eq!(
        (last.moves.len(), last.ends_before.as_deref()),
        (1, Some("--"))
    );
    let pgn = last.pgn.as_deref().unwrap();
    assert!(pgn.ends_with("1. e4 { good } 1... -- 2. d4 *\n"), "{pgn}");
    // A WebSocket carries answers of a bounded size.
    let mut client = Client::connect(server.address()).await.unwrap();
    let many = "1. e4 * ".repeat(65);
    assert_eq!(client.refused(import(CHESS, &many)).await.code, "too-large");
    server.stop().await;
}

fn asked(question: Value) -> Request {
    let question = serde_json::from_value(question).unwrap();
    Request::Rules { question }
}

#[tokio::test]
async fn questions_about_positions_are_answered_without_a_game() {
    let server = start().await;
    let mut client = Client::connect(server.address()).await.unwrap();
    let place = json!({"variant": "tridim", "start": {"type": "usual"}, "actions": []});
    let question = asked(json!({"type": "look", "place": place}));
    let Answer::Rules { reply } = client.ok(question).await else {
        panic!("it can be asked")
    };
    let reply = serde_json::to_value(*reply).unwrap();
    assert_eq!(reply["type"], "looked");
    assert_eq!(reply["position"]["status"], json!({"to_act": "white"}));
    // However much is asked for, the server thinks about so many states and no more.
    let lines = json!({"type": "lines", "place": place, "count": 1, "states": u64::MAX});
    let Answer::Rules { reply } = client.ok(asked(lines)).await else {
        panic!("it can be asked")
    };
    let reply = serde_json::to_value(*reply).unwrap();
    assert_eq!(reply["lines"].as_array().unwrap().len(), 1);
    assert!(reply["states"].as_u64().unwrap() <= 110_000, "{reply}");
    let place = json!({"variant": "nothing", "start": {"type": "usual"}});
    let legal = asked(json!({"type": "legal", "place": place}));
    assert_eq!(client.refused(legal).await.code, "unknown-variant");
    server.stop().await;
}
