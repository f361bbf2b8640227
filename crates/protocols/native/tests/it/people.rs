//! Identities and accounts.

use native::message::{Answer, Notice, Request, Welcome};

use crate::support::start;
use native::testkit::client::Client;

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

#[tokio::test]
async fn log_in_attempts_are_limited_by_name() {
    let server = start().await;
    let mut ada = Client::hello(server.address(), None).await;
    ada.ok(register("Ada", "correct horse")).await;
    let mut eve = Client::hello(server.address(), None).await;
    let mut n_attempts = 0;
    loop {
        let code = eve.refused(log_in("Ada", "battery staple")).await.code;
        match code.as_str() {
            "wrong-password" => n_attempts += 1,
            "too-many-attempts" => break,
            other => panic!("{other}"),
        }
        assert!(n_attempts < 20, "nobody stops Eve");
    }
    assert!(n_attempts >= 5, "mistyping is human");
    // Not even the right password helps then; other names are not affected.
    let right = eve.refused(log_in("ADA", "correct horse")).await;
    assert_eq!(right.code, "too-many-attempts");
    let other = eve.refused(log_in("Ben", "battery staple")).await;
    assert_eq!(other.code, "wrong-password");
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
