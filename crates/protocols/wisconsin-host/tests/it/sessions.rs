//! Logging in.

use std::sync::Arc;

use store::MemoryStore;

use crate::client::Client;
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
