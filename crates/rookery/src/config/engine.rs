//! Programs of others as computer players, as the server's owner configures them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// A program that can be played, a `[[engine]]` of the configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// Its stable name in requests and stored games.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The program: a path, or a name to be looked for; arguments may follow it.
    pub command: String,
    /// The id of the variant it plays.
    pub variant: String,
    /// How strong it is to play, if it can be told.
    #[serde(default)]
    pub elo: Option<u32>,
    /// How long it thinks about a move, in milliseconds.
    #[serde(default = "usual_movetime")]
    pub movetime: u64,
    /// Options of its own.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

fn usual_movetime() -> u64 {
    300
}

/// Longer than this nobody waits for a move.
const MAX_MOVETIME: u64 = 30_000;

/// The longest id and name.
const MAX_NAME: usize = 40;

/// Says what is wrong with a list of engines.
pub(crate) fn check(engines: &[EngineConfig]) -> Result<(), String> {
    let mut ids = BTreeSet::new();
    for engine in engines {
        let id = &engine.id;
        engine
            .check()
            .map_err(|why| format!("engine `{id}`: {why}"))?;
        if !ids.insert(id) {
            return Err(format!("engine `{id}`: there are two with this id"));
        }
    }
    Ok(())
}

impl EngineConfig {
    fn check(&self) -> Result<(), &'static str> {
        let is_word = self
            .id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        // Numbers are the ids of our own players.
        let begins_well = self
            .id
            .starts_with(|first: char| first.is_ascii_lowercase());
        let pairs = self.options.iter();
        let texts = pairs.flat_map(|(name, value)| [name, value]);
        let breaks_lines = |text: &String| text.contains(['\n', '\r']);
        if !is_word || !begins_well || self.id.len() > MAX_NAME {
            Err("an id is a letter followed by small letters, digits and hyphens")
        } else if self.name.trim().is_empty() || self.name.chars().count() > MAX_NAME {
            Err("a name has 1 to 40 characters")
        } else if self.command.trim().is_empty() {
            Err("it needs a command")
        } else if !(1..=MAX_MOVETIME).contains(&self.movetime) {
            Err("movetime is 1 to 30000 milliseconds")
        } else if texts.into_iter().any(breaks_lines) {
            Err("an option is one line")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    const FISH: &str = "[[engine]]\nid = 'fish'\nname = 'Fish'\ncommand = 'fish'\nvariant = 'x'\n";

    fn read(file: &str) -> Result<Config, String> {
        Config::read(Some(file), []).map_err(|why| why.to_string())
    }

    #[test]
    fn engines_are_read_with_their_options() {
        let file = format!("{FISH}elo = 1350\n[engine.options]\nThreads = '1'\n");
        let engine = &read(&file).unwrap().engine[0];
        assert_eq!((engine.elo, engine.movetime), (Some(1350), 300));
        assert_eq!(engine.options["Threads"], "1");
    }

    #[test]
    fn wrong_engines_are_named() {
        let cases = [
            (FISH.replace("'fish'\nname", "'3'\nname"), "an id is"),
            (FISH.replace("'Fish'", "''"), "a name has"),
            (
                FISH.replace("command = 'fish'", "command = ''"),
                "a command",
            ),
            (format!("{FISH}movetime = 0\n"), "movetime is"),
            (format!("{FISH}level = 3\n"), "level"),
            (format!("{FISH}{FISH}"), "two with this id"),
            (
                format!("{FISH}[engine.options]\nA = \"x\\nquit\"\n"),
                "one line",
            ),
        ];
        for (file, expected) in cases {
            let why = read(&file).unwrap_err();
            assert!(why.contains(expected), "{file}: {why}");
        }
    }
}
