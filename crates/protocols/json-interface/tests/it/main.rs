//! The JSON message interface, tested from outside.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod abandoned;
mod arbitrary;
mod carriers;
mod clients;
mod clocks;
mod nodes;
mod other_games;
mod posts;
mod restarts;
mod schema;
mod sockets;
mod statements;
mod transcripts;

use std::sync::Arc;
use std::time::Duration;

use host::{Host, Settings};
use json_interface::{Client, Engine};
use serde_json::Value;
use session::Millis;
use store::{MemoryStore, Store};
use tokio::time::Instant;

thread_local! {
    static START: Instant = Instant::now();
}

/// A clock that goes with the runtime's, which stands still unless a test lets time pass.
fn now() -> Millis {
    let passed = START.with(Instant::elapsed);
    Millis::from_days(20_000) + Millis(u64::try_from(passed.as_millis()).unwrap())
}

fn settings() -> Settings {
    Settings {
        variants: catalog::standard().variants(),
        max_games: 1000,
        computer: None,
    }
}

pub(crate) async fn host_on(store: Arc<dyn Store>) -> Host {
    Host::start_with_clock(store, settings(), now)
        .await
        .unwrap()
}

/// An engine with a store of its own.
pub(crate) async fn engine() -> Engine {
    Engine::new(host_on(Arc::new(MemoryStore::new())).await)
}

/// What a client gets back; every message fits the schema.
pub(crate) async fn ask(client: &mut Client, message: &str) -> Vec<Value> {
    parsed(client.receive(message.as_bytes()).await)
}

/// The one answer to a message.
pub(crate) async fn answer(client: &mut Client, message: &str) -> Value {
    let mut answers = ask(client, message).await;
    assert_eq!(answers.len(), 1, "{message}: {answers:?}");
    answers.remove(0)
}

/// Lets everybody do what there is to do. Only a runtime with one thread and a store in memory comes to rest by that.
pub(crate) async fn rest() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// What a client is told although it says nothing, once everybody has come to rest.
pub(crate) async fn told(client: &mut Client) -> Vec<Value> {
    rest().await;
    let mut all = Vec::new();
    while let Ok(messages) = tokio::time::timeout(Duration::ZERO, client.next()).await {
        all.extend(parsed(messages.expect("nothing was lost")));
    }
    all
}

fn parsed(texts: Vec<String>) -> Vec<Value> {
    texts.iter().for_each(|text| schema::check(text));
    let values = texts.iter().map(|text| serde_json::from_str(text));
    values.collect::<Result<_, _>>().unwrap()
}

pub(crate) fn text(message: &Value, member: &str) -> String {
    message[member].as_str().unwrap_or_default().to_owned()
}

/// The types of messages.
pub(crate) fn types(messages: &[Value]) -> Vec<String> {
    let types = messages.iter().map(|message| text(message, "message_type"));
    types.collect()
}

pub(crate) fn piece_move(from: &str, to: &str) -> String {
    format!(r#"{{"message_type":"piece_move","from":"{from}","to":"{to}"}}"#)
}

pub(crate) fn join(game: &str, seat: &str) -> String {
    format!(r#"{{"message_type":"join_game","game_id":"{game}","seat":"{seat}"}}"#)
}

pub(crate) fn rejoin(game: &str, token: &str) -> String {
    format!(r#"{{"message_type":"join_game","game_id":"{game}","seat_token":"{token}"}}"#)
}

pub(crate) const NEW_GAME: &str = r#"{"message_type":"new_game"}"#;
pub(crate) const STATE: &str = r#"{"message_type":"state_request"}"#;

/// Two clients at one game.
pub(crate) struct Pair {
    pub(crate) engine: Engine,
    pub(crate) white: Client,
    pub(crate) black: Client,
    pub(crate) game: String,
    pub(crate) tokens: [String; 2],
}

impl Pair {
    pub(crate) async fn new() -> Pair {
        Pair::after(
            engine().await,
            r#"{"message_type":"new_game","seat":"white"}"#,
        )
        .await
    }

    pub(crate) async fn after(engine: Engine, new_game: &str) -> Pair {
        let (mut white, mut black) = (engine.connect(None), engine.connect(None));
        let begun = answer(&mut white, new_game).await;
        let game = text(&begun, "game_id");
        let joined = answer(&mut black, &join(&game, "black")).await;
        assert_eq!(joined["seat"], "black", "{joined}");
        assert_eq!(types(&told(&mut white).await), ["opponent_joined"]);
        let tokens = [text(&begun, "seat_token"), text(&joined, "seat_token")];
        Pair {
            engine,
            white,
            black,
            game,
            tokens,
        }
    }
}
