//! Every message of the JSON interface is answered with JSON, and a failure changes nothing.

use std::cell::RefCell;
use std::sync::Arc;

use host::{Host, Settings};
use json_interface::{Client, Engine};
use serde_json::Value;
use session::Millis;
use store::MemoryStore;
use tokio::runtime::{Builder, Runtime};

/// An engine is used for so many inputs, because making one costs more than asking it.
const INPUTS: usize = 500;

/// A clock that stands still: how long an input takes must not decide games.
fn stopped() -> Millis {
    Millis::from_days(20_000)
}

struct World {
    runtime: Runtime,
    engine: Engine,
    left: usize,
}

impl World {
    fn new() -> World {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        let runtime = runtime.unwrap_or_else(|why| panic!("{why}"));
        let engine = runtime.block_on(async {
            let settings = Settings {
                variants: catalog::standard().variants(),
                max_games: 1000,
                computer: None,
            };
            let host =
                Host::start_with_clock(Arc::new(MemoryStore::new()), settings, stopped).await;
            Engine::new(host.unwrap_or_else(|why| panic!("{why}")))
        });
        World {
            runtime,
            engine,
            left: INPUTS,
        }
    }
}

thread_local! {
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// Every line is a message to a client that has begun a game.
pub(crate) fn check(bytes: &[u8]) {
    WORLD.with_borrow_mut(|world| {
        let current = world.get_or_insert_with(World::new);
        current.left -= 1;
        let engine = &current.engine;
        current.runtime.block_on(check_messages(engine, bytes));
        if current.left == 0 {
            *world = None;
        }
    });
}

async fn check_messages(engine: &Engine, bytes: &[u8]) {
    let mut client = engine.connect(None);
    ask(&mut client, br#"{"message_type":"new_game"}"#).await;
    for message in bytes.split(|byte| *byte == b'\n').take(8) {
        let before = state(&mut client).await;
        let answers = ask(&mut client, message).await;
        let has_failed = answers.iter().any(|answer| answer.get("failure").is_some());
        if has_failed {
            assert_eq!(answers.len(), 1, "{answers:?}");
            assert_eq!(state(&mut client).await, before, "{answers:?}");
        }
    }
}

async fn state(client: &mut Client) -> Vec<Value> {
    ask(client, br#"{"message_type":"state_request"}"#).await
}

async fn ask(client: &mut Client, message: &[u8]) -> Vec<Value> {
    let answers = client.receive(message).await;
    let parsed = answers.iter().map(|answer| serde_json::from_str(answer));
    let parsed: Result<Vec<Value>, _> = parsed.collect();
    parsed.unwrap_or_else(|why| panic!("{why}: {answers:?}"))
}
