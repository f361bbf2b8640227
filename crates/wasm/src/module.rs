//! What a module answers.

use catalog::Entry;
use explorer::{Desk, Explorer, Game};
use rules::Refusal;
use serde::Deserialize;

/// The game that this module was built for; all games, if none was named.
const GAME: Option<fn() -> Entry> = match option_env!("ROOKERY_GAME") {
    Some(id) => Some(catalog::find(id)),
    None => None,
};

/// The games of this module. Only what is reached from here is linked.
fn games() -> Vec<Entry> {
    match GAME {
        Some(entry) => vec![entry()],
        // Without their puzzles, which the page gets elsewhere.
        None => catalog::GAMES.iter().map(|(_, entry)| entry()).collect(),
    }
}

/// A module: the games it was built with, and what is kept between two questions.
pub struct Module {
    games: Vec<Entry>,
    desk: Desk,
}

/// What only a module is asked: nobody else would wait for it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Count {
    /// How many lines of so many actions there are.
    Perft {
        variant: String,
        setup: String,
        depth: u32,
    },
}

impl Default for Module {
    fn default() -> Module {
        Module::new()
    }
}

impl Module {
    /// Nothing has been asked yet.
    pub fn new() -> Module {
        let games = games();
        let of_entry = |entry: &Entry| Game {
            variant: entry.variant(),
            bot: Some(entry.bot()),
        };
        let explorer = Explorer::new(games.iter().map(of_entry));
        Module {
            games,
            desk: Desk::new(explorer),
        }
    }

    /// Answers a question in JSON; a refusal has no `type`.
    pub fn answer(&mut self, question: &[u8]) -> String {
        match serde_json::from_slice::<Count>(question) {
            Ok(Count::Perft {
                variant,
                setup,
                depth,
            }) => self.perft(&variant, &setup, depth),
            Err(_) => self.desk.answer_json(&String::from_utf8_lossy(question)),
        }
    }

    fn perft(&self, id: &str, setup: &str, depth: u32) -> String {
        let entry = self.games.iter().find(|entry| entry.id() == id);
        let unknown = || Refusal::new("unknown-variant", "this module does not know that game");
        let variant = entry.map(Entry::variant).ok_or_else(unknown);
        let count = variant.and_then(|variant| variant.perft(setup, depth));
        let written = match count {
            // A text, since it may be more than a number of JavaScript can hold.
            Ok(count) => return format!(r#"{{"type":"perft","count":"{count}"}}"#),
            Err(refusal) => serde_json::to_string(&refusal),
        };
        written.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_questions_and_counts() {
        let mut module = Module::new();
        let count = br#"{"type":"perft","variant":"orthodox","setup":"","depth":3}"#;
        assert_eq!(module.answer(count), r#"{"type":"perft","count":"8902"}"#);
        let question = br#"{"type":"legal","place":{"variant":"tridim","start":{"type":"usual"}}}"#;
        assert!(module.answer(question).starts_with(r#"{"type":"legal""#));
        for nonsense in [&b"\xff"[..], b"", b"{}", b"[1]"] {
            assert!(module.answer(nonsense).contains("bad-request"));
        }
        let count = br#"{"type":"perft","variant":"x","setup":"","depth":3}"#;
        assert!(module.answer(count).contains("unknown-variant"));
    }
}
