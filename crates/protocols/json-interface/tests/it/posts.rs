//! POST: a client is known by its cookie, can wait for others, and may think.

use std::sync::Arc;

use native::testkit::game::Setup;
use native::testkit::http::send;
use serde_json::Value;
use server::Server;
use store::MemoryStore;

use crate::{join, piece_move, text, types};

async fn start() -> Server {
    let setup = Setup {
        protocols: vec![Box::new(json_interface::Protocol::new())],
        ..Setup::default()
    };
    setup.start(Arc::new(MemoryStore::new())).await.0
}

/// A client that uses POST.
#[derive(Clone, Default)]
struct Poster {
    cookie: String,
}

impl Poster {
    async fn post(&mut self, server: &Server, path: &str, message: &str) -> Vec<Value> {
        let response = send(server.address(), "POST", path, &self.cookie, message).await;
        assert_eq!(response.status, 200, "{}", response.body);
        let given = response.header("set-cookie").unwrap();
        self.cookie = format!("Cookie: {}\r\n", given.split(';').next().unwrap());
        let Value::Array(messages) = response.json() else {
            panic!("{}", response.body)
        };
        messages
    }
}

const WHITE: &str = r#"{"message_type":"new_game","seat":"white"}"#;

#[tokio::test]
async fn a_request_can_wait_for_the_opponent() {
    let server = start().await;
    let (mut white, mut black) = (Poster::default(), Poster::default());
    let begun = white.post(&server, "/json", WHITE).await;
    let game = text(&begun[0], "game_id");
    black.post(&server, "/json", &join(&game, "black")).await;
    let mut waiting = white.clone();
    let moves = piece_move("E2", "E4");
    let answers = async {
        let joined = white.post(&server, "/json", crate::STATE).await;
        assert_eq!(types(&joined), ["opponent_joined", "game_state"]);
        waiting.post(&server, "/json?wait=60", &moves).await
    };
    let opponent = async {
        let heard = black.post(&server, "/json?wait=60", crate::STATE).await;
        // Either the move came while this waited, or it had come before.
        assert!(
            types(&heard).contains(&"next_legal_moveset".to_owned()),
            "{heard:?}"
        );
        black.post(&server, "/json", &piece_move("E7", "E5")).await
    };
    let (heard, _) = tokio::join!(answers, opponent);
    assert_eq!(types(&heard), ["next_legal_moveset", "next_legal_moveset"]);
    assert_eq!(
        (&heard[0]["turn"], &heard[1]["turn"]),
        (&"black".into(), &"white".into())
    );
    server.stop().await;
}

/// Nobody can say anything in such a game, so nothing is waited for.
#[tokio::test]
async fn nobody_waits_in_vain() {
    let server = start().await;
    let mut both = Poster::default();
    let begun = both.post(&server, "/json?wait=60", crate::NEW_GAME).await;
    assert_eq!(types(&begun), ["next_legal_moveset"]);
    let failed = both.post(&server, "/json?wait=60", "nonsense").await;
    assert_eq!(failed[0]["code"], "not_json");
    let bad = send(
        server.address(),
        "POST",
        "/json?wait=long",
        "",
        crate::NEW_GAME,
    )
    .await;
    assert_eq!(bad.status, 400, "{}", bad.body);
    server.stop().await;
}

/// A request that waits is answered when the server stops.
#[tokio::test]
async fn a_stop_ends_waiting() {
    let server = start().await;
    let mut white = Poster::default();
    white.post(&server, "/json", WHITE).await;
    let address = server.address();
    let waits = async {
        send(
            address,
            "POST",
            "/json?wait=60",
            &white.cookie,
            crate::STATE,
        )
        .await
        .status
    };
    let stops = async {
        // The request has been taken when the next one of the same client is.
        send(address, "GET", "/json", "", "").await;
        server.stop().await;
    };
    let (status, ()) = tokio::join!(waits, stops);
    assert!([200, 503].contains(&status), "{status}");
}
