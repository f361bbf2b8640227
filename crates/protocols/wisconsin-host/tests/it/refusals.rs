//! Requests that make no sense, and what they are answered.

use crate::client::Client;
use crate::hall::Hall;

const REGULAR: &str = "army:regular/regular";

#[tokio::test]
async fn bad_moves_are_refused_and_change_nothing() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REGULAR).await;
    let path = format!("/move/{number}");
    let before = ada.ok(&format!("/boards/{number}")).await;
    let long = format!(r#"{{"f":12,"t":28,"x":"{}"}}"#, "x".repeat(1024));
    let bad = [
        "",
        "nonsense",
        "[]",
        "{}",
        r#"{"f":0,"t":0}"#,
        r#"{"f":0,"t":0,"p":0}"#,
        r#"{"f":12,"t":64}"#,
        r#"{"f":64,"t":28}"#,
        r#"{"f":-1,"t":28}"#,
        r#"{"f":12,"t":9223372036854775808}"#,
        r#"{"f":12,"t":1000000}"#,
        r#"{"f":12.5,"t":28}"#,
        r#"{"f":"12","t":28}"#,
        r#"{"f":12,"t":29}"#,
        r#"{"f":12,"t":12}"#,
        r#"{"f":30,"t":38}"#,
        r#"{"f":52,"t":36}"#,
        r#"{"p":2}"#,
        &long,
    ];
    for body in bad {
        let response = ada.post(&path, body).await;
        assert_eq!(
            (response.status, response.body.as_str()),
            (400, ""),
            "{body}"
        );
    }
    assert_eq!(ben.post(&path, r#"{"f":52,"t":36}"#).await.status, 400);
    assert_eq!(ada.ok(&format!("/boards/{number}")).await, before);
    ada.play(number, r#"{"f":12,"t":28}"#).await;
    assert_eq!(ada.post(&path, r#"{"f":11,"t":27}"#).await.status, 400);
    hall.close().await;
}

#[tokio::test]
async fn games_of_others_and_games_that_are_none_are_refused_on_every_path() {
    let hall = Hall::open().await;
    let (ada, _, number) = hall.pair(REGULAR).await;
    let eve = hall.guest("Eve").await;
    let paths = [
        "boards",
        "moves",
        "players",
        "concede",
        "acknowledge",
        "reward",
        "people",
        "alert",
    ];
    for path in paths {
        for game in ["x", "-1", "999", "1.5", "99999999999999999999", ""] {
            let response = ada.get(&format!("/{path}/{game}")).await;
            assert_eq!(response.status, 400, "{path} {game}");
            assert_eq!(response.body, "");
        }
        let response = eve.get(&format!("/{path}/{number}")).await;
        assert_eq!(response.status, 400, "{path}");
    }
    for path in ["move", "reward"] {
        let body = r#"{"f":12,"t":28,"re":1}"#;
        assert_eq!(
            eve.post(&format!("/{path}/{number}"), body).await.status,
            400
        );
        assert_eq!(ada.post(&format!("/{path}/x"), body).await.status, 400);
    }
    hall.close().await;
}

#[tokio::test]
async fn the_method_is_looked_at_before_the_session_and_the_session_before_the_game() {
    let hall = Hall::open().await;
    let nobody = Client::nobody(hall.address());
    for (method, path, status) in [
        ("POST", "/boards/1", 400),
        ("HEAD", "/boards/1", 400),
        ("GET", "/move/1", 400),
        ("PUT", "/reward/1", 400),
        ("GET", "/people", 400),
        ("DELETE", "/", 400),
        ("POST", "/nothing", 400),
        ("PUT", "/login", 400),
        ("HEAD", "/login", 400),
        ("POST", "/quit", 400),
        ("PUT", "/computer", 400),
        ("POST", "/details?p=war", 405),
        ("POST", "/rules", 405),
        ("GET", "/details?p=war", 200),
        ("GET", "/details?p=formpawn", 200),
        ("GET", "/details?p=form", 400),
        ("GET", "/details", 400),
        ("GET", "/rules", 200),
        ("GET", "/web/style.css", 200),
        ("GET", "/web/nothing", 404),
        ("GET", "/favicon.ico", 404),
        ("GET", "/login", 200),
        // Nobody is logged in, whatever else is wrong.
        ("GET", "/boards/x", 303),
        ("POST", "/move/x", 303),
        ("POST", "/people", 303),
        ("GET", "/", 303),
        ("GET", "/nothing", 303),
        ("GET", "/picks", 303),
    ] {
        let response = nobody.send(method, path, "", "").await;
        assert_eq!(response.status, status, "{method} {path}");
        if status == 303 {
            assert_eq!(response.header("location"), Some("/wisconsin/login"));
            assert_eq!(response.header("set-cookie"), None);
        }
    }
    hall.close().await;
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let hall = Hall::open().await;
    // A token in a header is not an accident; a cookie may be one.
    let ada = Client::log_in(hall.address(), "Ada").await;
    let evil = "Origin: http://evil.example\r\n";
    let army = "[]";
    assert_eq!(ada.send("POST", "/computer", evil, army).await.status, 403);
    assert_eq!(ada.post("/computer", army).await.status, 200);
    let page = ada.ok("/computer").await;
    let number = page.split("data-game=\"").nth(1).unwrap();
    let number = number.split('"').next().unwrap();
    for path in ["concede", "acknowledge"] {
        let path = format!("/{path}/{number}");
        assert_eq!(ada.send("GET", &path, evil, "").await.status, 403);
        for from in ["cross-site", "same-site", "none"] {
            let header = format!("Sec-Fetch-Site: {from}\r\n");
            let response = ada.send("GET", &path, &header, "").await;
            assert_eq!(response.status, 403, "{from}");
        }
        let neighbour = "Referer: http://127.0.0.1:1/page\r\n";
        assert_eq!(ada.send("GET", &path, neighbour, "").await.status, 403);
    }
    assert_eq!(ada.send("GET", "/quit", evil, "").await.status, 403);
    // The original's scripts ask from our own page.
    let own = "Sec-Fetch-Site: same-origin\r\n";
    let path = format!("/concede/{number}");
    assert_eq!(ada.send("GET", &path, own, "").await.status, 200);
    hall.close().await;
}
