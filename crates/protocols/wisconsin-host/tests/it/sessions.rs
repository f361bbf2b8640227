//! Logging in.

use std::sync::Arc;

use store::MemoryStore;

use crate::client::Client;
use crate::computer::attribute;
use crate::hall::{Hall, LONG};

async fn status(hall: &Hall, form: &str) -> u16 {
    let nobody = Client::nobody(hall.address());
    nobody.post("/login", form).await.status
}

#[tokio::test]
async fn a_new_name_becomes_an_account_of_the_server() {
    let hall = Hall::open().await;
    let nobody = Client::nobody(hall.address());
    let response = nobody.post("/login", "name=Ada+L&password=x").await;
    assert_eq!(response.status, 303);
    assert_eq!(response.header("location"), Some("/wisconsin/"));
    let cookie = response.header("set-cookie").unwrap();
    let (key, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(key.len(), 2 + 24, "{key}");
    assert!(attributes.starts_with("Path=/; HttpOnly"), "{attributes}");
    let known = hall.host.accounts().log_in("Ada L", "x", "there").await;
    assert!(known.unwrap().has_account);
    hall.close().await;
}

#[tokio::test]
async fn names_and_passwords_that_will_not_do_are_refused() {
    let hall = Hall::open().await;
    assert_eq!(status(&hall, "name=Ada&password=right").await, 303);
    for form in [
        "",
        "name=Ada",
        "password=right",
        "name=&password=right",
        "name=Ada&password=",
        "name=Ada&password=wrong",
        "name=ada&password=Right",
        "name=1234567890123456789012&password=x",
        "name=Computer+Player&password=x",
        "name=a%07b&password=x",
        "name=a%E2%80%8Bb&password=x",
        "name=+++&password=x",
    ] {
        assert_eq!(status(&hall, form).await, 400, "{form}");
    }
    assert_eq!(
        status(&hall, "name=123456789012345678901&password=x").await,
        303
    );
    hall.close().await;
}

#[tokio::test]
async fn logging_in_again_ends_the_session_before_and_quitting_ends_it_too() {
    let hall = Hall::open().await;
    let first = Client::log_in(hall.address(), "Ada").await;
    first.ok("/picks").await;
    let second = Client::log_in(hall.address(), "Ada").await;
    assert_eq!(first.get("/picks").await.status, 303);
    let picks = second.ok("/picks").await;
    let quit = second.get("/quit").await;
    assert_eq!(
        (quit.status, quit.header("location")),
        (303, Some("/wisconsin/login"))
    );
    assert_eq!(second.get("/picks").await.status, 303);
    // It is still the same player.
    let third = Client::log_in(hall.address(), "Ada").await;
    assert_eq!(third.ok("/picks").await, picks);
    let mut forged = third.clone();
    forged.proof = "Cookie: k=AAAAAAAAAAAAAAAAAAAAAA==\r\n".to_owned();
    assert_eq!(forged.get("/picks").await.status, 303);
    hall.close().await;
}

#[tokio::test]
async fn tokens_and_cookies_of_the_server_are_accepted() {
    let hall = Hall::open().await;
    let guest = hall.guest("Guest").await;
    let picks = guest.ok("/picks").await;
    let mut browser = guest.clone();
    let token = guest.who.clone().unwrap().token;
    browser.proof = format!("Cookie: a=b; rookery_token={token}\r\n");
    assert_eq!(browser.ok("/picks").await, picks);
    browser.proof = "Authorization: Bearer nonsense\r\n".to_owned();
    assert_eq!(browser.get("/picks").await.status, 401);
    hall.close().await;
}

#[tokio::test]
async fn at_the_root_the_paths_of_the_protocol_come_first_and_the_rest_is_the_page() {
    let hall = Hall::open_with(Arc::new(MemoryStore::new()), LONG, Some("wisconsin")).await;
    let mut nobody = Client::nobody(hall.address());
    nobody.base = "";
    for path in ["/", "/match", "/boards/1"] {
        let response = nobody.get(path).await;
        assert_eq!(response.status, 303, "{path}");
        assert_eq!(response.header("location"), Some("/login"));
    }
    let mut ada = Client::log_in(hall.address(), "Ada").await;
    let under_prefix = ada.ok("/collection").await;
    ada.base = "";
    assert_eq!(ada.ok("/collection").await, under_prefix);
    let response = nobody.get("/game/abc").await;
    assert_eq!(response.status, 200);
    assert!(response.header("location").is_none());
    assert_eq!(nobody.get("/healthz").await.body, "ok\n");
    hall.close().await;
}

/// The cookies of a login, as a browser sends them with later requests.
async fn browser(hall: &Hall, name: &str) -> Client {
    let mut client = Client::nobody(hall.address());
    let form = format!("name={name}&password=pw");
    let response = client.post("/login", &form).await;
    client.proof = format!("Cookie: {}\r\n", response.cookies().join("; "));
    client
}

#[tokio::test]
async fn one_login_counts_for_the_protocol_and_for_the_web_client() {
    let hall = Hall::open().await;
    let mut ada = browser(&hall, "Ada").await;
    ada.ok("/picks").await;
    // What the web client does first.
    ada.base = "";
    let welcome = ada.post("/api/hello", "{}").await.json();
    assert_eq!(welcome["name"], "Ada", "{welcome}");
    // After a restart the key of the protocol is forgotten; the server's cookie still counts.
    let token = ada.proof.split("rookery_token=").nth(1).unwrap();
    let mut later = Client::nobody(hall.address());
    later.proof = format!("Cookie: k=forgotten; rookery_token={token}");
    later.ok("/picks").await;
    ada.base = "/wisconsin";
    let quit = ada.get("/quit").await;
    assert_eq!(quit.cookies(), ["k=", "rookery_token="]);
    hall.close().await;
}

#[tokio::test]
async fn the_link_to_the_web_client_opens_ones_own_game() {
    let hall = Hall::open().await;
    let ada = browser(&hall, "Ada").await;
    ada.post("/computer", "[]").await;
    let response = ada.get("/computer").await;
    let name = response.header("rookery-game").unwrap();
    let number = attribute(&response.body, "game");
    let path = format!("/open/{number}");
    assert!(
        response
            .body
            .contains(&format!("href=\"/wisconsin{path}\""))
    );
    let page = ada.get(&path).await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.ends_with("script-src 'self'"), "{policy}");
    assert_eq!(attribute(&page.body, "path"), format!("/game/{name}"));
    // The token that the page hands over is the player's.
    let token = attribute(&page.body, "token");
    let known = hall.host.accounts().identify(token).await.unwrap().unwrap();
    assert_eq!(known.name, "Ada");
    let game = session::GameId::new(name).unwrap();
    let seat = hall.host.look(&game, move |session, _| {
        session.seat_of(&known.player, None)
    });
    assert!(seat.await.unwrap().is_some());
    let script = ada.ok("/web/open.js").await;
    assert!(script.contains("rookery.token"), "{script}");
    assert_eq!(ada.get("/open/99").await.status, 400);
    assert_eq!(Client::nobody(hall.address()).get(&path).await.status, 303);
    hall.close().await;
}

#[tokio::test]
async fn at_the_root_the_web_client_has_an_address_of_its_own() {
    let hall = Hall::open_with(Arc::new(MemoryStore::new()), LONG, Some("wisconsin")).await;
    let mut ada = browser(&hall, "Ada").await;
    ada.base = "";
    let army = ada.ok("/").await;
    assert!(army.contains("href=\"/open\""), "{army}");
    let page = ada.ok("/open").await;
    assert_eq!(attribute(&page, "path"), "/lobby");
    // It is the web client that answers there, not the protocol.
    let lobby = ada.ok("/lobby").await;
    assert_eq!(lobby, ada.ok("/index.html").await);
    hall.close().await;
}
