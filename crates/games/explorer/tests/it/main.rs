//! Questions about positions of all games, as a client asks them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod lines;
mod looks;

use catalog::Catalog;
use explorer::{Desk, Explorer, Game};
use serde_json::Value;

fn explorer() -> Explorer {
    of(&catalog::standard())
}

fn of(catalog: &Catalog) -> Explorer {
    Explorer::new(catalog.iter().map(|entry| Game {
        variant: entry.variant(),
        bot: Some(entry.bot()),
    }))
}

fn ids() -> Vec<&'static str> {
    let catalog = catalog::standard();
    catalog.iter().map(catalog::Entry::id).collect()
}

/// Asks in JSON, as a page does.
fn ask(desk: &mut Desk, question: &Value) -> Value {
    let answer = desk.answer_json(&question.to_string());
    serde_json::from_str(&answer).unwrap()
}

fn ask_once(question: &Value) -> Value {
    ask(&mut Desk::new(explorer()), question)
}
