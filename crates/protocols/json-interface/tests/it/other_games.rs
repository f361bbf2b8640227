//! Games whose actions are not all simple moves.

use json_interface::Client;
use serde_json::Value;

use crate::{answer, ask, engine, piece_move, types};

async fn start(client: &mut Client, variant: &str) -> Value {
    // The usual start; without a position a preset may be a different one each time.
    let new_game = format!(r#"{{"message_type":"new_game","variant":"{variant}","fen":""}}"#);
    answer(client, &new_game).await
}

fn action(text: &str) -> String {
    serde_json::json!({"message_type": "action", "action": text}).to_string()
}

#[tokio::test(start_paused = true)]
async fn orthodox_is_standard_chess() {
    let engine = engine().await;
    let mut client = engine.connect(None);
    let orthodox = r#"{"message_type":"new_game","variant":"orthodox"}"#;
    let orthodox = answer(&mut client, orthodox).await;
    let standard = answer(&mut client, crate::NEW_GAME).await;
    assert_eq!(orthodox["moves"], standard["moves"]);
    assert!(orthodox.get("actions").is_none(), "{orthodox}");
    let moved = answer(&mut client, &action("e2e4")).await;
    assert_eq!(moved["last_move"]["to"], "E4");
}

/// Every game is played with the actions it offers.
#[tokio::test(start_paused = true)]
async fn all_games_are_played_by_their_actions() {
    let engine = engine().await;
    for variant in ["wisconsin", "tridim", "timetravel"] {
        let mut client = engine.connect(None);
        let mut shown = start(&mut client, variant).await;
        for number in 0..12_usize {
            let offers = shown["actions"].as_array().unwrap().clone();
            assert!(!offers.is_empty(), "{variant} {number}: {shown}");
            let offer = &offers[(7 * number) % offers.len()];
            let answers = ask(&mut client, &action(offer["action"].as_str().unwrap())).await;
            assert_eq!(
                types(&answers)[0],
                "next_legal_moveset",
                "{variant}: {answers:?}"
            );
            shown = answers[0].clone();
            assert_eq!(shown["last_action"]["action"], offer["action"]);
        }
        let state = answer(&mut client, crate::STATE).await;
        assert_eq!(state["history"].as_array().unwrap().len(), 12, "{variant}");
        assert_eq!(state["actions"], shown["actions"], "{variant}");
        let refused = answer(&mut client, &action("no such thing")).await;
        assert_eq!(refused["code"], "illegal_move", "{variant}");
    }
}

/// Without a position each begins with its first preset, which is stored in full.
#[tokio::test(start_paused = true)]
async fn every_game_has_a_usual_start() {
    let host = crate::host_on(std::sync::Arc::new(store::MemoryStore::new())).await;
    let engine = json_interface::Engine::new(host.clone());
    for variant in catalog::standard().variants().iter() {
        let id = variant.meta().id;
        let mut client = engine.connect(None);
        let new_game = format!(r#"{{"message_type":"new_game","variant":"{id}"}}"#);
        let begun = answer(&mut client, &new_game).await;
        let game = session::GameId::new(crate::text(&begun, "game_id")).unwrap();
        let created = host
            .look(&game, |session, _| session.created().clone())
            .await;
        let created = created.unwrap();
        assert_eq!(created.variant, id);
        let first = variant.meta().presets.first().map(|preset| preset.id);
        assert_eq!(created.preset.as_deref(), first, "{id}");
        assert!(!created.setup.is_empty() || first.is_none(), "{id}");
    }
    host.stop().await;
}

/// What is shown by two squares is a move as well.
#[tokio::test(start_paused = true)]
async fn simple_moves_of_other_games_are_moves() {
    let engine = engine().await;
    for variant in ["wisconsin", "timetravel"] {
        let mut client = engine.connect(None);
        let shown = start(&mut client, variant).await;
        assert_eq!(
            shown["moves"]["E2"],
            serde_json::json!(["E3", "E4"]),
            "{variant}"
        );
        let moved = answer(&mut client, &piece_move("E2", "E4")).await;
        assert_eq!(moved["turn"], "black", "{variant}: {moved}");
        let wrong = answer(&mut client, &piece_move("E7", "E2")).await;
        assert_eq!(wrong["message_type"], "failure", "{variant}");
    }
    let mut client = engine.connect(None);
    let tridim = start(&mut client, "tridim").await;
    assert_eq!(tridim["moves"], serde_json::json!({}));
}
