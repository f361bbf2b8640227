//! Who may do what: tokens, scopes, accounts of bots, pages of other origins.

use host::Scope;
use native::testkit::http::send;
use serde_json::json;

use crate::support::{Client, Hall, begin};

#[tokio::test]
async fn anybody_can_test_tokens() {
    let hall = Hall::new().await;
    let ada = hall
        .person_with("Ada", &[Scope::BoardPlay, Scope::ChallengeRead])
        .await;
    let body = format!("{},forged", ada.token);
    let tested = send(hall.address(), "POST", "/api/token/test", "", &body).await;
    let tested = tested.json();
    assert_eq!(
        tested[&ada.token],
        json!({"userId": "ada", "scopes": "board:play,challenge:read", "expires": null})
    );
    assert!(tested["forged"].is_null() && tested.as_object().unwrap().len() == 2);
}

#[tokio::test]
async fn calls_need_a_token_and_its_scope() {
    let hall = Hall::new().await;
    let nobody = send(hall.address(), "GET", "/api/account", "", "").await;
    assert_eq!(
        (nobody.status, &*nobody.json()["code"].to_string()),
        (401, "\"no-token\"")
    );
    let cookie = hall.host.accounts().newcomer().unwrap().token;
    let cookie = format!("Cookie: rookery_token={cookie}\r\n");
    let by_cookie = send(hall.address(), "GET", "/api/account", &cookie, "").await;
    assert_eq!(by_cookie.status, 401, "no call reads a cookie");
    let forger = Client {
        address: hall.address(),
        token: "rkp_forged".to_owned(),
        kind: "board",
    };
    assert_eq!(forger.refused("GET", "/api/account").await.0, 401);
    let reader = hall.person_with("Ada", &[Scope::ChallengeRead]).await;
    assert_eq!(
        reader.refused("POST", "/api/challenge/ben").await,
        (403, "no-scope".to_owned())
    );
    reader.ok("GET", "/api/challenge").await;
    assert_eq!(reader.refused("POST", "/api/board/seek").await.0, 403);
    // A token of a session does what it always did.
    let session = Client {
        token: hall.host.accounts().newcomer().unwrap().token,
        ..forger
    };
    session.ok("GET", "/api/account").await;
}

#[tokio::test]
async fn an_account_becomes_a_bot_once_and_only_before_it_plays() {
    let hall = Hall::new().await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    bot.ok("POST", "/api/bot/account/upgrade").await;
    begin(
        &ada,
        &bot,
        "Clanker",
        json!({"clock.limit": 60, "clock.increment": 0}),
    )
    .await;
    let (status, code) = ada.refused("POST", "/api/bot/account/upgrade").await;
    assert_eq!((status, &*code), (400, "has-played"));
    let odd = hall.person("a/b").await;
    let (status, code) = odd.refused("POST", "/api/bot/account/upgrade").await;
    assert_eq!((status, &*code), (400, "bad-bot-name"));
    // Each kind of account has its own calls.
    let game = "/api/board/game/abcdefgh2345/move/e2e4";
    assert_eq!(bot.refused("POST", game).await, (403, "no-bots".to_owned()));
    let game = "/api/bot/game/abcdefgh2345/move/e2e4";
    assert_eq!(
        ada.refused("POST", game).await,
        (403, "only-bots".to_owned())
    );
}

#[tokio::test]
async fn a_token_that_ends_ends_its_streams_and_its_calls() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let mut events = ada.events().await;
    ada.ok("DELETE", "/api/token").await;
    events.ends().await;
    assert_eq!(ada.refused("GET", "/api/account").await.0, 401);
}

#[tokio::test]
async fn a_new_stream_of_events_ends_the_older_one_of_its_token() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let mut first = ada.events().await;
    assert_eq!(first.any_line().await.as_deref(), Some(""));
    let mut second = ada.events().await;
    assert_eq!(second.any_line().await.as_deref(), Some(""));
    first.ends().await;
    let ben = hall.person("Ben").await;
    ben.challenges("Ada", json!({})).await;
    second.next("challenge").await;
}

#[tokio::test]
async fn pages_of_other_origins_may_call() {
    let hall = Hall::new().await;
    let asks = "Origin: https://board.example\r\nAccess-Control-Request-Method: POST\r\n";
    let path = "/api/board/game/abcdefgh2345/move/e2e4";
    let preflight = send(hall.address(), "OPTIONS", path, asks, "").await;
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let headers = preflight.header("access-control-allow-headers").unwrap();
    assert!(headers.contains("authorization"), "{headers}");
    let ada = hall.person("Ada").await;
    let origin = "Origin: https://board.example\r\n";
    let account = ada.send("GET", "/api/account", origin, "").await;
    assert_eq!(account.header("access-control-allow-origin"), Some("*"));
    assert_eq!(account.header("access-control-allow-credentials"), None);
    // Our own API is not opened by that.
    let own = send(hall.address(), "GET", "/api/variants", origin, "").await;
    assert_eq!(own.header("access-control-allow-origin"), None);
}

/// Forms and text need no preflight, so any page can make a browser send them with its cookie.
#[tokio::test]
async fn a_cookie_is_nobody_to_any_call() {
    let hall = Hall::new().await;
    let visitor = host::Visitor::default();
    let accounts = hall.host.accounts();
    let ada = accounts.arrive("Ada", "correct horse", &visitor).await;
    let cookie = format!("Cookie: rookery_token={}\r\n", ada.unwrap().token);
    let kinds = ["application/x-www-form-urlencoded", "text/plain"];
    for route in lichess::ROUTES {
        let path = route.path.replace("{username}", "Ada");
        let path = path.replace("{id}", "abcdefgh2345").replace("{move}", "x");
        let path = path.replace("{answer}", "yes");
        for kind in kinds {
            let headers = format!("{cookie}Content-Type: {kind}\r\n");
            let answer = send(hall.address(), route.method, &path, &headers, "pgn=1.+e4").await;
            let origin = answer.header("access-control-allow-origin");
            match route.needs {
                lichess::Needs::Nothing => {}
                lichess::Needs::Token
                | lichess::Needs::AnyOf(_)
                | lichess::Needs::Bot
                | lichess::Needs::Board => assert_eq!(answer.status, 401, "{path}"),
            }
            // What is not ours to answer is not opened to pages of other origins either.
            let is_ours = route.path != "/api/import" || kind == kinds[0];
            assert_eq!(origin, is_ours.then_some("*"), "{path} {kind}");
        }
    }
}

#[tokio::test]
async fn a_program_gets_a_token_by_its_players_leave() {
    let hall = Hall::new().await;
    let ada = hall.person("Ada").await;
    let accounts = hall.host.accounts();
    let who = accounts.access(&ada.token).await.unwrap().unwrap().identity;
    let authorization = host::Authorization {
        client: "board.example".to_owned(),
        redirect: "https://board.example/back".to_owned(),
        // Of the verifier in RFC 7636.
        challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
        scopes: [Scope::BoardPlay].into(),
    };
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let form = |code: &str, verifier: &str, client: &str| {
        format!(
            "grant_type=authorization_code&code={code}&code_verifier={verifier}&\
             redirect_uri=https%3A%2F%2Fboard.example%2Fback&client_id={client}"
        )
    };
    let nobody = Client {
        address: hall.address(),
        token: String::new(),
        kind: "board",
    };
    let code = accounts
        .authorize(&who, authorization.clone())
        .await
        .unwrap();
    for (verifier, client) in [("guessed", "board.example"), (verifier, "other.example")] {
        let code = accounts
            .authorize(&who, authorization.clone())
            .await
            .unwrap();
        let refused = nobody
            .post_form("/api/token", &form(&code, verifier, client))
            .await;
        assert_eq!(
            (refused.status, &*refused.json()["code"].to_string()),
            (400, "\"bad-code\"")
        );
        let again = nobody
            .post_form("/api/token", &form(&code, verifier, client))
            .await;
        assert_eq!(again.status, 400);
    }
    let old = nobody
        .post_form("/api/token", &form(&code, verifier, "board.example"))
        .await;
    assert_eq!(old.status, 400, "only the latest code is good");
    let code = accounts.authorize(&who, authorization).await.unwrap();
    let granted = nobody
        .post_form("/api/token", &form(&code, verifier, "board.example"))
        .await;
    assert_eq!(granted.status, 200, "{}", granted.body);
    let granted = granted.json();
    assert_eq!(granted["token_type"], "Bearer");
    let board = Client {
        token: granted["access_token"].as_str().unwrap().to_owned(),
        ..nobody
    };
    assert_eq!(board.ok("GET", "/api/account").await["username"], "Ada");
    assert_eq!(
        board.refused("POST", "/api/bot/account/upgrade").await.0,
        403
    );
    let again = board
        .post_form("/api/token", &form(&code, verifier, "board.example"))
        .await;
    assert_eq!(again.status, 400, "a code is good once");
}

/// The limit of an address is reached by others; a token that is known has its own.
#[tokio::test]
async fn a_move_does_not_depend_on_what_else_its_address_sends() {
    let hall = Hall::with(|setup| {
        setup.settings.limits.address_requests_per_second = 20;
        setup.settings.limits.requests_per_second = 100;
    })
    .await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    let game = begin(&ada, &bot, "Clanker", json!({"color": "white"})).await;
    let address = hall.address();
    let flood = |_| tokio::spawn(send(address, "GET", "/api/users/status?ids=ada", "", ""));
    let flood: Vec<_> = (0..100).map(flood).collect();
    for (player, action) in [(&ada, "e2e4"), (&bot, "e7e5"), (&ada, "g1f3")] {
        player.plays(&game, &format!("move/{action}")).await;
    }
    let mut n_refused = 0;
    for answer in flood {
        let answer = answer.await.unwrap();
        if answer.status == 429 {
            assert!(answer.json()["error"].is_string(), "{}", answer.body);
            assert_eq!(answer.header("retry-after"), Some("1"));
            n_refused += 1;
        }
    }
    assert!(n_refused > 0);
}
