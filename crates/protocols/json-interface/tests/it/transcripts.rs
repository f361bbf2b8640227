//! Executes transcripts: `> request`, `< answer`, `B> request`, `B< answer`, `wait N`, `cut`, `new`.
//!
//! Nobody can guess ids and tokens, so `GAME` and `TOKEN` with or without a number stand for them.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::time::Duration;

use json_interface::{Client, Engine};
use serde_json::Value;

use crate::schema;

/// What the placeholders of a transcript stand for.
#[derive(Default)]
pub(crate) struct Placeholders(HashMap<String, String>);

impl Placeholders {
    /// The line with what it stands for.
    pub(crate) fn fill(&self, line: &str) -> String {
        let fill = |text: String, (name, value): (&String, &String)| {
            text.replace(&format!("\"{name}\""), &format!("\"{value}\""))
        };
        self.0.iter().fold(line.to_owned(), fill)
    }

    /// Learns what the placeholders of an expected answer stand for.
    pub(crate) fn bind(&mut self, expected: &str, answer: &str) {
        let [expected, answer]: [Value; 2] =
            [expected, answer].map(|text| serde_json::from_str(text).unwrap());
        for member in ["game_id", "seat_token"] {
            let name = expected[member]
                .as_str()
                .filter(|name| is_placeholder(name));
            // Only an answer with a token is about a game that is new to the client.
            if let (Some(name), Some(value)) = (name, answer[member].as_str())
                && (answer.get("seat_token").is_some() || !self.0.contains_key(name))
            {
                self.0.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

fn is_placeholder(name: &str) -> bool {
    let word = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    ["GAME", "TOKEN"].contains(&word)
}

/// A client and what it has been sent.
struct Player {
    client: Client,
    sent: VecDeque<String>,
}

struct Stage {
    engine: Engine,
    players: HashMap<String, Player>,
    placeholders: Placeholders,
}

impl Stage {
    async fn new() -> Stage {
        Stage {
            engine: crate::engine().await,
            players: HashMap::new(),
            placeholders: Placeholders::default(),
        }
    }

    fn player(&mut self, name: &str) -> &mut Player {
        let engine = &self.engine;
        self.players
            .entry(name.to_owned())
            .or_insert_with(|| Player {
                client: engine.connect(None),
                sent: VecDeque::new(),
            })
    }

    /// What clients have been told meanwhile.
    async fn listen(&mut self) {
        crate::rest().await;
        for player in self.players.values_mut() {
            while let Ok(told) = tokio::time::timeout(Duration::ZERO, player.client.next()).await {
                player.sent.extend(told.expect("nothing was lost"));
            }
        }
    }

    async fn line(&mut self, place: &str, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if !word.ends_with('<') && !word.is_empty() {
            let unheard = self.players.values().flat_map(|player| &player.sent).next();
            assert_eq!(unheard, None, "{place}: not expected");
        }
        match word {
            "" | "#" => {}
            "new" => *self = Stage::new().await,
            "cut" => {
                self.players.remove(rest);
                self.listen().await;
            }
            "wait" => {
                tokio::time::sleep(Duration::from_millis(rest.parse().unwrap())).await;
                self.listen().await;
            }
            _ if word.ends_with('>') => {
                let message = self.placeholders.fill(rest);
                let player = self.player(word.trim_end_matches('>'));
                let answers = player.client.receive(message.as_bytes()).await;
                player.sent.extend(answers);
                self.listen().await;
            }
            _ if word.ends_with('<') => {
                let name = word.trim_end_matches('<');
                let answer = self.player(name).sent.pop_front();
                let answer = answer.unwrap_or_else(|| panic!("{place}: no answer"));
                schema::check(&answer);
                if rest == "*" {
                    return;
                }
                self.placeholders.bind(rest, &answer);
                assert_eq!(answer, self.placeholders.fill(rest), "{place}");
            }
            _ => panic!("{place}: `{word}` is not a word of transcripts"),
        }
    }
}

async fn run(name: &str, transcript: &str) {
    let mut stage = Stage::new().await;
    for (index, line) in transcript.lines().enumerate() {
        stage.line(&format!("{name}:{}", index + 1), line).await;
    }
    stage.line(name, "new").await;
}

#[tokio::test(start_paused = true)]
async fn whole_games() {
    run("games.transcript", include_str!("../data/games.transcript")).await;
}

#[tokio::test(start_paused = true)]
async fn the_transcripts_of_the_document_are_true() {
    let document =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/protocol/json-interface.md");
    let text = std::fs::read_to_string(document).expect("the document is there");
    let blocks: Vec<&str> = text.split("```transcript\n").skip(1).collect();
    assert!(blocks.len() >= 15, "only {} transcripts", blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let transcript = block.split("```").next().expect("a block ends");
        run(&format!("transcript {}", index + 1), transcript).await;
    }
}
