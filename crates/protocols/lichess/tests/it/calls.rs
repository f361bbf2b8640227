//! Calls about players and games that go on, and links.

use native::testkit::http::send;
use serde_json::json;

use crate::support::{Hall, begin};

#[tokio::test]
async fn an_account_and_its_games_are_told() {
    let hall = Hall::new().await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    let account = ada.ok("GET", "/api/account").await;
    assert_eq!(
        (&account["id"], &account["username"]),
        (&json!("ada"), &json!("Ada"))
    );
    assert!(account.get("title").is_none() && account["createdAt"].is_u64());
    assert_eq!(account["perfs"], json!({}), "no rating is invented");
    let game = begin(&ada, &bot, "clanker", json!({"color": "white"})).await;
    let playing = ada.ok("GET", "/api/account/playing?nb=5").await;
    assert_eq!(playing["nbMyTurn"], 1);
    let info = &playing["nowPlaying"][0];
    assert_eq!(info["gameId"], json!(game));
    assert_eq!(
        (&info["isMyTurn"], &info["hasMoved"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        info["opponent"],
        json!({"id": "clanker", "username": "Clanker"})
    );
    assert_eq!(info["compat"], json!({"bot": true, "board": true}));
    assert!(info.get("winner").is_none() && info.get("secondsLeft").is_none());
    ada.plays(&game, "move/e2e4").await;
    let playing = ada.ok("GET", "/api/account/playing").await;
    assert_eq!(playing["nowPlaying"][0]["lastMove"], "e2e4");
    assert_eq!(playing["nowPlaying"][0]["isMyTurn"], false);
}

#[tokio::test]
async fn users_are_found_by_name_and_by_id() {
    let hall = Hall::new().await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    let _events = bot.events().await;
    let user = ada.ok("GET", "/api/user/CLANKER").await;
    assert_eq!(
        (&user["title"], &user["online"]),
        (&json!("BOT"), &json!(true))
    );
    let id = hall.host.accounts().find("Ada").await.unwrap();
    let by_id = ada.ok("GET", &format!("/api/user/{id}")).await;
    assert_eq!(by_id["username"], "Ada");
    assert_eq!(ada.refused("GET", "/api/user/nobody").await.0, 404);
    let statuses = ada.ok("GET", "/api/users/status?ids=clanker,nobody").await;
    assert_eq!(
        statuses,
        json!([{"id": "clanker", "name": "Clanker", "title": "BOT", "online": true}])
    );
    let bots = send(hall.address(), "GET", "/api/bot/online?nb=5", "", "").await;
    let bots: Vec<&str> = bots.body.lines().collect();
    assert_eq!(bots.len(), 1);
    assert!(bots[0].contains("\"username\":\"Clanker\""), "{}", bots[0]);
}

#[tokio::test]
async fn links_to_games_lead_to_their_pages() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = begin(&ada, &ben, "Ben", json!({})).await;
    for link in [format!("/{game}"), format!("/{game}/white")] {
        let answer = send(hall.address(), "GET", &link, "", "").await;
        assert_eq!(answer.status, 303, "{link}");
        assert_eq!(answer.header("location"), Some(&*format!("/game/{game}")));
    }
    let page = send(hall.address(), "GET", "/account", "", "").await;
    assert_eq!(page.status, 200, "pages stay what they are");
}

#[tokio::test]
async fn a_path_that_two_protocols_have_is_told_apart_by_its_body() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let form = ada
        .post_form("/api/import", "pgn=1.+e4+e5+2.+Nf3+*&analyse=false")
        .await;
    let imported = form.json();
    let url = imported["url"].as_str().unwrap();
    assert!(url.contains("/import#pgn=1.+e4+e5"), "{url}");
    let bad = ada.post_form("/api/import", "pgn=1.+e4+Ke2").await;
    assert_eq!(bad.status, 400, "{}", bad.body);
    assert!(bad.json()["error"].is_string());
    let own = json!({"variant": "orthodox", "text": "1. e4 e5"});
    let own = send(
        hall.address(),
        "POST",
        "/api/import",
        "Content-Type: application/json\r\n",
        &own.to_string(),
    )
    .await;
    assert_eq!(own.json()["type"], "imported");
}
