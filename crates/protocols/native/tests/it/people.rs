//! Identities and accounts.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use native::message::{Answer, Notice, Request, Welcome};
use serde_json::{Value, json};
use store::MemoryStore;

use crate::support::{settings, start, start_with};
use native::testkit::client::Client;
use native::testkit::http::send;

fn welcome(answer: Answer) -> Welcome {
    match answer {
        Answer::Welcome(welcome) => welcome,
        other => panic!("{other:?}"),
    }
}

fn register(name: &str, password: &str) -> Request {
    let (name, password) = (name.to_owned(), password.to_owned());
    Request::Register { name, password }
}

fn log_in(name: &str, password: &str) -> Request {
    let (name, password) = (name.to_owned(), password.to_owned());
    Request::LogIn { name, password }
}

#[tokio::test]
async fn an_account_keeps_the_player_and_sessions_can_be_ended() {
    let server = start().await;
    let mut ada = Client::hello(server.address(), None).await;
    let anonymous = ada.welcome.clone().unwrap();
    assert_eq!(
        ada.refused(register("Ada", "short")).await.code,
        "weak-password"
    );
    let account = welcome(ada.ok(register("Ada", "correct horse")).await);
    assert_eq!(
        (&account.player, account.name.as_str()),
        (&anonymous.player, "Ada")
    );
    assert!(account.has_account);

    let mut eve = Client::hello(server.address(), None).await;
    assert_eq!(
        eve.refused(register("ADA", "battery staple")).await.code,
        "name-taken"
    );
    assert_eq!(
        eve.refused(log_in("Ada", "battery staple")).await.code,
        "wrong-password"
    );
    assert_eq!(
        eve.refused(log_in("Nobody", "battery staple")).await.code,
        "wrong-password"
    );

    let mut phone = Client::hello(server.address(), None).await;
    let second = welcome(phone.ok(log_in("ada", "correct horse")).await);
    assert_eq!(second.player, anonymous.player);

    let newcomer = welcome(phone.ok(Request::LogOut).await);
    assert_ne!(newcomer.player, anonymous.player);
    let bad = async |token: &str| {
        let mut client = Client::connect(server.address()).await.unwrap();
        let token = Some(token.to_owned());
        client.refused(Request::Hello { token }).await.code
    };
    assert_eq!(bad(&second.token).await, "bad-token");
    let fresh = welcome(ada.ok(Request::EndSessions).await);
    assert_eq!(bad(&account.token).await, "bad-token");
    let again = Client::hello(server.address(), Some(fresh.token)).await;
    assert_eq!(again.welcome.unwrap().player, anonymous.player);
    server.stop().await;
}

#[tokio::test]
async fn attempts_to_log_in_are_limited() {
    let server = start().await;
    let mut eve = Client::hello(server.address(), None).await;
    let mut codes = Vec::new();
    for _ in 0..11 {
        codes.push(eve.refused(log_in("Ada", "guess guess")).await.code);
    }
    assert_eq!(codes[0], "wrong-password");
    assert_eq!(codes[10], "too-many-attempts");
    server.stop().await;
}

/// Waits for the goodbye and the end of a connection.
async fn is_sent_away(client: &mut Client) -> bool {
    let code = client
        .notice(|notice| match notice {
            Notice::Bye { code, .. } => Some(code.clone()),
            _ => None,
        })
        .await;
    code == "session-ended" && client.next_frame().await.is_none()
}

#[tokio::test]
async fn ended_tokens_end_their_connections() {
    let server = start().await;
    let address = server.address();
    let mut first = Client::hello(address, None).await;
    let mut second = Client::hello(address, Some(first.token())).await;
    let mut stranger = Client::hello(address, None).await;
    let fresh = welcome(first.ok(Request::EndSessions).await);
    assert!(is_sent_away(&mut second).await);
    assert!(matches!(first.ok(Request::Ping).await, Answer::Pong { .. }));

    let mut third = Client::hello(address, Some(fresh.token.clone())).await;
    first.ok(Request::LogOut).await;
    assert!(is_sent_away(&mut third).await);
    for client in [&mut first, &mut stranger] {
        assert!(matches!(
            client.ok(Request::Ping).await,
            Answer::Pong { .. }
        ));
    }
    server.stop().await;
}

/// What is left of a browser: cookies, and the origin of the page.
struct Browser {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    fn new(address: SocketAddr) -> Browser {
        Browser {
            address,
            cookies: BTreeMap::new(),
        }
    }

    fn head(&self) -> String {
        let pairs = self.cookies.iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        format!(
            "Origin: http://{}\r\nUser-Agent: {agent}\r\nCookie: {}\r\n",
            self.address,
            pairs.join("; ")
        )
    }

    async fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        let (head, body) = (self.head(), body.to_string());
        let response = send(self.address, "POST", path, &head, &body).await;
        for line in response.head.lines() {
            let Some(cookie) = line.strip_prefix("set-cookie: ") else {
                continue;
            };
            assert!(cookie.contains("; httponly; samesite=strict"), "{cookie}");
            let pair = cookie.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        (response.status, response.json())
    }

    async fn socket(&self) -> Client {
        let origin = format!("http://{}", self.address);
        let cookie = format!("rookery_token={}", self.cookies["rookery_token"]);
        let headers = [("origin", &*origin), ("cookie", &*cookie)];
        Client::connect_with(self.address, "/ws", &headers)
            .await
            .unwrap()
    }
}

/// Pages keep tokens where no script can read them: no answer shows one to a page of this server.
#[tokio::test]
async fn a_page_has_its_token_in_a_cookie_and_never_sees_it() {
    let server = start().await;
    let mut page = Browser::new(server.address());
    let (_, guest) = page.post("/api/hello", json!({})).await;
    assert_eq!(guest["token"], "");
    let mut socket = page.socket().await;
    let same = welcome(socket.ok(Request::Hello { token: None }).await);
    assert_eq!(
        (same.player.as_str(), &*same.token),
        (guest["player"].as_str().unwrap(), "")
    );
    let account = json!({"name": "Ada", "password": "correct horse"});
    let before = page.cookies.clone();
    let (_, ada) = page.post("/api/me/register", account.clone()).await;
    assert_eq!(
        (&ada["player"], &ada["token"]),
        (&guest["player"], &json!(""))
    );
    assert_ne!(before["rookery_token"], page.cookies["rookery_token"]);
    assert!(
        is_sent_away(&mut socket).await,
        "the guest's token has ended"
    );
    for path in ["/api/me/end-sessions", "/api/me/log-out"] {
        let (status, answer) = page.post(path, json!({})).await;
        assert_eq!((status, &answer["token"]), (200, &json!("")), "{path}");
    }
    let (_, answer) = page.post("/api/me/log-in", account).await;
    assert_eq!(
        (&answer["name"], &answer["token"]),
        (&json!("Ada"), &json!(""))
    );
    // A plain GET has no origin; the cookie alone decides. Nor does it set one: a link on another site comes
    // without cookies and must not replace any.
    let cookie = format!(
        "Cookie: rookery_token={}\r\n",
        page.cookies["rookery_token"]
    );
    let me = send(server.address(), "GET", "/api/me", &cookie, "").await;
    assert_eq!(
        (&me.json()["name"], &me.json()["token"]),
        (&json!("Ada"), &json!(""))
    );
    let nobody = send(server.address(), "GET", "/api/me", "", "").await;
    assert_eq!((nobody.status, nobody.header("set-cookie")), (200, None));
    server.stop().await;
}

/// Guests of before have their token in the page's own storage, and hand it over once.
#[tokio::test]
async fn a_page_hands_its_old_token_over_and_stays_the_same_player() {
    let server = start().await;
    let old = Client::hello(server.address(), None).await.welcome.unwrap();
    let mut page = Browser::new(server.address());
    let (_, same) = page.post("/api/hello", json!({"token": old.token})).await;
    assert_eq!(
        (&same["player"], &same["token"]),
        (&json!(old.player), &json!(""))
    );
    assert_eq!(page.cookies["rookery_token"], old.token);
    let (status, _) = page.post("/api/hello", json!({"token": "forged"})).await;
    assert_eq!(status, 401);
    server.stop().await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let server = start().await;
    let mut page = Browser::new(server.address());
    page.post("/api/hello", json!({})).await;
    let account = json!({"name": "Ada", "password": "correct horse"});
    page.post("/api/me/register", account).await;
    let mut program = Client::hello(server.address(), None).await;
    let token = welcome(program.ok(log_in("Ada", "correct horse")).await).token;
    assert!(!token.is_empty(), "programs have no cookies");
    let mut stranger = Client::hello(server.address(), None).await;
    let Answer::Sessions { sessions } = program.ok(Request::Sessions).await else {
        panic!()
    };
    let seen: Vec<_> = sessions
        .iter()
        .map(|session| (session.client.as_str(), session.current))
        .collect();
    assert_eq!(seen, [("", true), ("Firefox on Linux", false)]);
    let mut socket = page.socket().await;
    socket.ok(Request::Hello { token: None }).await;
    let id = sessions[1].id.clone();
    assert_eq!(
        stranger
            .refused(Request::EndSession { id: id.clone() })
            .await
            .code,
        "no-such-session"
    );
    assert_eq!(program.ok(Request::EndSession { id }).await, Answer::Done);
    assert!(is_sent_away(&mut socket).await);
    assert!(matches!(
        program.ok(Request::Ping).await,
        Answer::Pong { .. }
    ));
    let change = Request::ChangePassword {
        old: "correct horse".to_owned(),
        new: "battery staple".to_owned(),
    };
    let fresh = welcome(program.ok(change).await);
    assert_ne!(fresh.token, token);
    let mut again = Client::hello(server.address(), Some(fresh.token)).await;
    assert_eq!(
        again.refused(log_in("Ada", "correct horse")).await.code,
        "wrong-password"
    );
    server.stop().await;
}

/// Somebody behind the same address tries wrong passwords; the player still gets in where the player was before.
#[tokio::test]
async fn a_device_that_is_known_is_not_locked_out() {
    let server = start().await;
    let mut page = Browser::new(server.address());
    page.post("/api/hello", json!({})).await;
    let account = json!({"name": "Ada", "password": "correct horse"});
    page.post("/api/me/register", account.clone()).await;
    page.post("/api/me/log-out", json!({})).await;
    let mut eve = Browser::new(server.address());
    let wrong = json!({"name": "Ada", "password": "battery staple"});
    while eve.post("/api/me/log-in", wrong.clone()).await.0 == 401 {}
    assert_eq!(eve.post("/api/me/log-in", account.clone()).await.0, 429);
    assert_eq!(page.post("/api/me/log-in", account).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn cookies_are_secure_where_a_trusted_proxy_has_tls() {
    for (trust, header, is_secure) in [
        (
            server::TrustProxy::Hops(1),
            "X-Forwarded-Proto: https\r\n",
            true,
        ),
        (
            server::TrustProxy::Hops(1),
            "X-Forwarded-Proto: http\r\n",
            false,
        ),
        (server::TrustProxy::Hops(1), "", false),
        (
            server::TrustProxy::No,
            "X-Forwarded-Proto: https\r\n",
            false,
        ),
    ] {
        let settings = server::Settings {
            trust_proxy: trust,
            ..settings()
        };
        let server = start_with(Arc::new(MemoryStore::new()), settings).await;
        let hello = send(server.address(), "POST", "/api/hello", header, "{}").await;
        let cookie = hello.header("set-cookie").unwrap();
        assert_eq!(cookie.ends_with("; secure"), is_secure, "{cookie}");
        server.stop().await;
    }
}

#[tokio::test]
async fn answers_are_kept_by_nobody_and_taken_for_what_they_are() {
    let server = start().await;
    for path in [
        "/api/me",
        "/api/lobby",
        "/api/nothing",
        "/api/games/none",
        "/healthz",
    ] {
        let answer = send(server.address(), "GET", path, "", "").await;
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
    let page = send(server.address(), "GET", "/", "", "").await;
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let policy = page.header("content-security-policy").unwrap();
    let own = format!("connect-src 'self' ws://{0} wss://{0}", server.address());
    assert!(policy.ends_with(&own), "{policy}");
    server.stop().await;
}
