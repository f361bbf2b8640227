//! What players get out of a game.

use serde_json::Value;

use crate::client::Client;
use crate::hall::Hall;

/// A slot that takes a kind.
fn slot(kind: u64) -> usize {
    match kind {
        12 | 15 | 18 | 20 => 8,
        9 | 14 | 17 | 19 => 9,
        11 | 16 | 21 => 10,
        _ => 0,
    }
}

/// An army with a number in the slot that takes a kind.
fn army(number: i64, kind: u64) -> String {
    let mut army = [0; 16];
    army[slot(kind)] = number;
    format!("{army:?}")
}

async fn number(client: &Client, path: &str, pointer: &str) -> u64 {
    let answer: Value = serde_json::from_str(&client.ok(path).await).unwrap();
    answer.pointer(pointer).and_then(Value::as_u64).unwrap()
}

/// Two who have met; the first plays with the left pick. The number and name of the game.
async fn meet(ada: &Client, ben: &Client) -> (u64, String) {
    let left = number(ada, "/picks", "/l").await;
    let army = army(-1, left);
    let waiting = tokio::spawn({
        let ada = ada.clone();
        async move { ada.post("/people?o=Ben", &army).await }
    });
    let response = ben.post("/people?o=Ada", "[]").await;
    let id = response.json()["id"].as_u64().unwrap();
    assert!(id > 0);
    waiting.await.unwrap();
    (id, response.header("rookery-game").unwrap().to_owned())
}

#[tokio::test]
async fn a_finished_game_leaves_a_reward_and_the_used_pick_once() {
    let hall = Hall::open().await;
    let (ada, ben) = (hall.guest("Ada").await, hall.guest("Ben").await);
    let left = number(&ada, "/picks", "/l").await;
    let right = number(&ada, "/picks", "/r").await;
    let (id, game) = meet(&ada, &ben).await;
    let board = ada.ok(&format!("/boards/{id}")).await;
    assert!(
        board.contains(&format!(r#""k":{left},"#)),
        "{left}: {board}"
    );

    let reward = format!("/reward/{id}");
    let hosted = format!("/hosted/{game}");
    let kind = number(&ada, &hosted, "/reward").await;
    assert!((7..=23).contains(&kind));
    assert_eq!(
        ada.ok(&hosted).await,
        format!(
            r#"{{"id":{id},"reward":{kind},"left":{left},"right":0,"claimable":false,"taken":false,"acknowledged":false}}"#
        )
    );
    // Not before the end.
    assert_eq!(ada.post(&reward, r#"{"re":1}"#).await.status, 400);
    assert_eq!(ada.get(&format!("/acknowledge/{id}")).await.status, 400);
    assert_eq!(ben.get(&format!("/concede/{id}")).await.status, 200);
    assert_eq!(ben.ok("/peopleid").await, r#"{"id":0}"#);
    // Nothing for the player who gave up.
    assert_eq!(ben.post(&reward, r#"{"re":1}"#).await.status, 400);
    assert_eq!(number(&ada, "/peopleid", "/id").await, id);
    for body in [
        "",
        "nonsense",
        "{}",
        r#"{"l":0,"r":0,"re":0}"#,
        r#"{"re":22}"#,
        r#"{"re":-1}"#,
        r#"{"l":1,"re":22}"#,
        r#"{"l":1,"r":2,"re":3}"#,
        r#"{"r":1}"#,
        r#"{"re":1.5}"#,
    ] {
        assert_eq!(ada.post(&reward, body).await.status, 400, "{body}");
    }
    let empty = format!(r#"{{"c":[{}]}}"#, vec!["0"; 21].join(","));
    assert_eq!(ada.ok("/collection").await, empty);
    assert!(ada.ok(&reward).await.contains("Put these into slots"));
    let taken = ada.post(&reward, r#"{"l":3,"re":21}"#).await;
    assert_eq!((taken.status, taken.body.as_str()), (200, ""));
    assert_eq!(number(&ada, "/collection", "/c/2").await, left);
    assert_eq!(number(&ada, "/collection", "/c/20").await, kind);
    assert_ne!(number(&ada, "/picks", "/l").await, left);
    assert_eq!(number(&ada, "/picks", "/r").await, right);
    assert_eq!(ada.post(&reward, r#"{"re":1}"#).await.status, 400);
    assert!(ada.ok(&hosted).await.contains(r#""taken":true"#));

    // The last to acknowledge takes the game along.
    assert_eq!(ada.get(&format!("/acknowledge/{id}")).await.status, 200);
    assert_eq!(ada.ok("/peopleid").await, r#"{"id":0}"#);
    for client in [&ada, &ben] {
        assert_eq!(client.get(&format!("/boards/{id}")).await.status, 400);
        assert_eq!(client.get(&hosted).await.status, 404);
    }
    assert!(ada.ok("/match").await.contains("<li>Ben"));
    // The collected piece can be played with.
    let response = ada.post("/computer", &army(3, left)).await;
    assert_eq!(response.status, 200);
    hall.close().await;
}

#[tokio::test]
async fn both_players_acknowledge_a_drawn_game_and_what_is_acknowledged_leaves_nothing() {
    let hall = Hall::open().await;
    // White takes the last pawn, and kings alone are a draw.
    let (ada, ben, id) = hall.pair("k'e87/8/8/8/8/8/p'a77/K'e17 w -").await;
    let (mut to_ada, mut to_ben) = (ada.listen(id).await, ben.listen(id).await);
    ada.play(id, r#"{"f":0,"t":8}"#).await;
    to_ben.next().await.unwrap();
    assert_eq!(ben.ok(&format!("/moves/{id}")).await, r#"{"s":4}"#);
    assert!(to_ada.next().await.unwrap().starts_with(r#"{"s":"dr""#));
    assert_eq!(ada.get(&format!("/acknowledge/{id}")).await.status, 200);
    assert_eq!(
        ada.post(&format!("/reward/{id}"), r#"{"re":1}"#)
            .await
            .status,
        400
    );
    assert_eq!(ada.ok("/peopleid").await, r#"{"id":0}"#);
    // The other one has all the time in the world.
    assert_eq!(
        ben.post(&format!("/reward/{id}"), r#"{"re":1}"#)
            .await
            .status,
        200
    );
    assert_eq!(ben.get(&format!("/acknowledge/{id}")).await.status, 200);
    assert_eq!(ben.get(&format!("/moves/{id}")).await.status, 400);
    hall.close().await;
}

#[tokio::test]
async fn who_gives_up_in_the_page_has_left_the_game_here_too() {
    let hall = Hall::open().await;
    let (ada, ben, id) = hall.pair("army:regular/regular").await;
    let mut to_ada = ada.listen(id).await;
    let player = ben.who.clone().unwrap().player;
    let games = hall.host.games_of(&player, store::Page::first(1)).await;
    let game = games.unwrap()[0].game.clone();
    let asked = hall
        .host
        .ask(&game, &player, None, None, session::Ask::Resign);
    asked.await.unwrap();
    assert!(to_ada.next().await.unwrap().starts_with(r#"{"s":"co""#));
    assert_eq!(ben.ok("/peopleid").await, r#"{"id":0}"#);
    assert_eq!(number(&ada, "/peopleid", "/id").await, id);
    assert_eq!(ada.ok(&format!("/moves/{id}")).await, r#"{"s":5}"#);
    assert_eq!(ada.get(&format!("/acknowledge/{id}")).await.status, 200);
    assert_eq!(ada.get(&format!("/boards/{id}")).await.status, 400);
    hall.close().await;
}
