//! Games as PGN and JSON, one and many.

use native::testkit::http::send;
use serde_json::{Value, json};

use crate::support::{Client, Hall, Lines, begin};

async fn short_game(white: &Client, black: &Client, name: &str) -> String {
    let terms = json!({"clock.limit": 300, "clock.increment": 3, "color": "white"});
    let game = begin(white, black, name, terms).await;
    for (player, action) in [
        (white, "f2f3"),
        (black, "e7e5"),
        (white, "g2g4"),
        (black, "d8h4"),
    ] {
        player.plays(&game, &format!("move/{action}")).await;
    }
    game
}

#[tokio::test]
async fn one_game_is_exported_as_the_client_wants_it() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let game = short_game(&ada, &ben, "Ben").await;
    let path = format!("/game/export/{game}");
    let pgn = send(hall.address(), "GET", &path, "Accept: */*\r\n", "").await;
    assert!(pgn.head.contains("application/x-chess-pgn"), "{}", pgn.head);
    assert!(pgn.body.contains(&format!("/{game}\"]")), "{}", pgn.body);
    assert!(pgn.body.contains("[White \"Ada\"]") && pgn.body.contains("Qh4#"));
    let bare = send(
        hall.address(),
        "GET",
        &format!("{path}?tags=false&clocks=false"),
        "",
        "",
    )
    .await;
    assert!(
        !bare.body.contains('[') && bare.body.contains("1. f3 e5"),
        "{}",
        bare.body
    );
    let accept = "Accept: application/json\r\n";
    let json = send(
        hall.address(),
        "GET",
        &format!("{path}?clocks=true"),
        accept,
        "",
    )
    .await
    .json();
    assert_eq!(json["moves"], "f3 e5 g4 Qh4#");
    assert_eq!(
        (&json["status"], &json["winner"]),
        (&json!("mate"), &json!("black"))
    );
    assert_eq!(
        json["clock"],
        json!({"initial": 300, "increment": 3, "totalTime": 420})
    );
    assert_eq!(json["clocks"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["players"]["white"]["user"]["name"], "Ada");
    let none = send(hall.address(), "GET", "/game/export/nothing", "", "").await;
    assert_eq!(none.status, 404);
}

#[tokio::test]
async fn all_games_of_a_player_are_streamed() {
    let hall = Hall::new().await;
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let eve = hall.person("Eve").await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(short_game(&ada, &ben, "Ben").await);
    }
    games.push(short_game(&eve, &ada, "Ada").await);
    let running = begin(&ada, &ben, "Ben", json!({})).await;
    let list = async |query: &str| -> Vec<String> {
        let path = format!("/api/games/user/ada{query}");
        let headers = "Accept: application/x-ndjson\r\n";
        let mut lines = Lines::open(hall.address(), "GET", &path, headers, "").await;
        let mut ids = Vec::new();
        while let Some(game) = lines.object().await {
            ids.push(game["id"].as_str().unwrap().to_owned());
        }
        ids
    };
    let newest_first: Vec<String> = games.iter().rev().cloned().collect();
    assert_eq!(list("").await, newest_first);
    assert_eq!(list("?max=2").await, newest_first[..2]);
    assert_eq!(list("?sort=dateAsc").await, games);
    assert_eq!(list("?vs=eve").await, games[3..]);
    assert_eq!(list("?color=black").await, games[3..]);
    assert_eq!(list("?perfType=bullet").await, Vec::<String>::new());
    assert_eq!(list("?ongoing=true&finished=false").await, [running]);
    let mut lines = Lines::open(hall.address(), "GET", "/api/games/user/ada?max=2", "", "").await;
    let mut text = String::new();
    while let Some(line) = lines.any_line().await {
        text.push_str(&line);
        text.push('\n');
    }
    assert_eq!(text.matches("[White ").count(), 2, "{text}");
    assert_eq!(
        text.matches("\n\n\n").count(),
        2,
        "two empty lines follow a game: {text}"
    );
    let nobody = send(hall.address(), "GET", "/api/games/user/nobody", "", "").await;
    assert_eq!(nobody.status, 404);
    let ids = format!("{},nothing,{}", games[0], games[2]);
    let headers = "Accept: application/x-ndjson\r\n";
    let mut lines = Lines::open(
        hall.address(),
        "POST",
        "/api/games/export/_ids",
        headers,
        &ids,
    )
    .await;
    let mut found: Vec<Value> = Vec::new();
    while let Some(game) = lines.object().await {
        found.push(game["id"].clone());
    }
    assert_eq!(found, [json!(games[0]), json!(games[2])]);
}
