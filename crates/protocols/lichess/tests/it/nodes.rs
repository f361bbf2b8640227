//! Programs at two nodes of one server.

use serde_json::json;

use crate::support::{Hall, begin};

#[tokio::test]
async fn a_token_counts_at_all_nodes_and_ends_at_all() {
    let [one, two] = Hall::two_nodes().await;
    let ada = one.person("Ada").await;
    let elsewhere = ada.at(&two);
    let account = elsewhere.ok("GET", "/api/account").await;
    assert_eq!(account["username"], "Ada");
    let mut events = elsewhere.events().await;
    assert_eq!(events.any_line().await.as_deref(), Some(""));
    ada.ok("DELETE", "/api/token").await;
    events.ends().await;
    for client in [&ada, &elsewhere] {
        assert_eq!(client.refused("GET", "/api/account").await.0, 401);
    }
}

#[tokio::test]
async fn challenges_events_and_moves_reach_players_at_other_nodes() {
    let [one, two] = Hall::two_nodes().await;
    let ada = one.person("Ada").await;
    let ben = one.person("Ben").await.at(&two);
    let (mut to_ada, mut to_ben) = (ada.events().await, ben.events().await);
    for events in [&mut to_ada, &mut to_ben] {
        assert_eq!(events.any_line().await.as_deref(), Some(""));
    }
    let declined = ada.challenges("Ben", json!({"color": "black"})).await;
    let declined = declined["id"].as_str().unwrap();
    let is_about = |event: &serde_json::Value, id: &str| event["challenge"]["id"] == *id;
    to_ben.until(|event| is_about(event, declined)).await;
    ben.ok("POST", &format!("/api/challenge/{declined}/decline"))
        .await;
    to_ada
        .until(|event| event["type"] == "challengeDeclined" && is_about(event, declined))
        .await;

    let terms = json!({"clock.limit": 300, "clock.increment": 3, "color": "white"});
    let game = begin(&ada, &ben, "Ben", terms).await;
    for events in [&mut to_ada, &mut to_ben] {
        let start = events.until(|event| event["type"] == "gameStart").await;
        assert_eq!(start["game"]["id"], game);
    }
    let (mut hers, mut his) = (ada.game(&game).await, ben.game(&game).await);
    hers.next("gameFull").await;
    his.next("gameFull").await;
    for (who, what, moves) in [
        (&ada, "move/e2e4", "e2e4"),
        (&ben, "move/e7e5", "e2e4 e7e5"),
        (&ada, "move/g1f3", "e2e4 e7e5 g1f3"),
    ] {
        who.plays(&game, what).await;
        for lines in [&mut hers, &mut his] {
            let state = lines.until(|state| state["type"] == "gameState").await;
            assert_eq!(state["moves"], moves);
        }
    }
    ben.plays(&game, "resign").await;
    for (lines, events) in [(&mut hers, &mut to_ada), (&mut his, &mut to_ben)] {
        let last = lines.until(|state| state["status"] == "resign").await;
        assert_eq!(last["winner"], "white");
        lines.ends().await;
        events.until(|event| event["type"] == "gameFinish").await;
    }
}
