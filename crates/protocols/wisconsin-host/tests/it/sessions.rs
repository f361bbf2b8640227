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
    let response = nobody
        .post("/login", "name=Ada+L&password=correct+horse")
        .await;
    assert_eq!(response.status, 303);
    assert_eq!(response.header("location"), Some("/wisconsin/"));
    let cookie = response.header("set-cookie").unwrap();
    let (key, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(key.len(), 2 + 24, "{key}");
    assert!(attributes.starts_with("Path=/; HttpOnly"), "{attributes}");
    let visitor = host::Visitor::default();
    let accounts = hall.host.accounts();
    let known = accounts.log_in("Ada L", "correct horse", &visitor).await;
    assert!(known.unwrap().has_account);
    hall.close().await;
}

#[tokio::test]
async fn names_and_passwords_that_will_not_do_are_refused() {
    let hall = Hall::open().await;
    assert_eq!(status(&hall, "name=Ada&password=right+horse").await, 303);
    for form in [
        "",
        "name=Ada",
        "password=right+horse",
        "name=&password=right+horse",
        "name=Ada&password=",
        "name=Ada&password=wrong+horse",
        "name=Ben&password=7+chars",
        "name=Ben&password=x",
        "name=ada&password=Right+horse",
        "name=1234567890123456789012&password=correct+horse",
        "name=Computer+Player&password=correct+horse",
        "name=a%07b&password=correct+horse",
        "name=a%E2%80%8Bb&password=correct+horse",
        "name=+++&password=correct+horse",
        "name=Cornputer+PIayer&password=correct+horse",
    ] {
        assert_eq!(status(&hall, form).await, 400, "{form}");
    }
    assert_eq!(
        status(&hall, "name=123456789012345678901&password=correct+horse").await,
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
    let form = format!("name={name}&password=correct+horse");
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
    let there = format!("/game/{name}");
    assert_eq!((page.status, page.header("location")), (303, Some(&*there)));
    // The token that the web client finds in its cookie is the player's.
    let token = page.cookies()[0].strip_prefix("rookery_token=").unwrap();
    let known = hall.host.accounts().identify(token).await.unwrap().unwrap();
    assert_eq!(known.name, "Ada");
    let game = session::GameId::new(name).unwrap();
    let seat = hall.host.look(&game, move |session, _| {
        session.seat_of(&known.player, None)
    });
    assert!(seat.await.unwrap().is_some());
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
    let page = ada.get("/open").await;
    assert_eq!(page.header("location"), Some("/lobby"));
    // It is the web client that answers there, not the protocol.
    let lobby = ada.ok("/lobby").await;
    assert_eq!(lobby, ada.ok("/index.html").await);
    hall.close().await;
}

/// Sessions of this protocol stand in the player's list and end with it.
#[tokio::test]
async fn a_session_ends_when_the_player_ends_it_elsewhere() {
    let hall = Hall::open().await;
    let ada = Client::log_in(hall.address(), "Ada").await;
    ada.post("/computer", "[]").await;
    let number = attribute(&ada.ok("/computer").await, "game").to_owned();
    let mut alerts = ada.listen(number.parse().unwrap()).await;
    let accounts = hall.host.accounts();
    let visitor = host::Visitor {
        client: "Phone",
        ..host::Visitor::default()
    };
    let phone = accounts.log_in("Ada", "correct horse", &visitor).await;
    let phone = phone.unwrap();
    let sessions = accounts.sessions(&phone).await.unwrap();
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    let other = sessions.iter().find(|session| !session.current).unwrap();
    hall.host.end_session(&phone, &other.id).await.unwrap();
    assert_eq!(alerts.next().await, None);
    assert_eq!(ada.get("/picks").await.status, 303);

    let ada = browser(&hall, "Ada").await;
    ada.ok("/picks").await;
    let ended = hall.host.end_sessions(&phone, "Phone").await.unwrap();
    assert_eq!(ada.get("/picks").await.status, 303);
    // Quitting takes a session off the list.
    let ada = browser(&hall, "Ada").await;
    assert_eq!(accounts.sessions(&ended).await.unwrap().len(), 2);
    ada.get("/quit").await;
    assert_eq!(accounts.sessions(&ended).await.unwrap().len(), 1);
    hall.close().await;
}

/// Browsers send no cookie along when a link of another site is followed; that must not log anybody out.
#[tokio::test]
async fn a_link_from_another_site_does_not_clear_the_cookie() {
    let hall = Hall::open().await;
    let nobody = Client::nobody(hall.address());
    let cross = "Sec-Fetch-Site: cross-site\r\n";
    for path in ["/", "/match", "/quit"] {
        let response = nobody.send("GET", path, cross, "").await;
        assert_eq!(response.header("set-cookie"), None, "{path}");
    }
    let mut forgotten = nobody.clone();
    forgotten.proof = "Cookie: k=AAAAAAAAAAAAAAAAAAAAAA==\r\n".to_owned();
    assert_eq!(forgotten.get("/match").await.cookies(), ["k="]);
    hall.close().await;
}
