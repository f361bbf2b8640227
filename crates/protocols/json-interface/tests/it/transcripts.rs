//! Executes transcripts: `> request`, `< answer`, `wait N`, `new`.

use std::path::Path;

use crate::{desk, schema};

/// Answers still expected, with the line that expects them, must all have come before anything else is
/// said.
fn run(name: &str, transcript: &str) {
    let mut desk = desk();
    let mut client = desk.connect();
    let mut now = 0;
    let mut answers: std::collections::VecDeque<String> = std::collections::VecDeque::new();
    for (index, line) in transcript.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word != "<" {
            assert!(
                answers.is_empty() || word.is_empty(),
                "{place}: not expected: {answers:?}"
            );
        }
        match word {
            "" | "#" => {}
            "new" => {
                desk = crate::desk();
                client = desk.connect();
            }
            "wait" => {
                now += rest.parse::<u64>().expect("milliseconds");
                answers.extend(desk.tick(now).into_iter().map(|answer| answer.text));
            }
            ">" => {
                let sent = desk.receive(client, rest.as_bytes(), now);
                answers.extend(sent.into_iter().map(|answer| answer.text));
            }
            "<" => {
                let answer = answers
                    .pop_front()
                    .unwrap_or_else(|| panic!("{place}: no answer"));
                schema::check(&answer);
                if rest != "*" {
                    assert_eq!(without_id(&answer), without_id(rest), "{place}");
                }
            }
            _ => panic!("{place}: `{word}` is not a word of transcripts"),
        }
    }
    assert!(
        answers.is_empty(),
        "{name}: not expected at the end: {answers:?}"
    );
}

/// The number in a game's name depends on how many games there were before.
fn without_id(message: &str) -> String {
    let Some((before, after)) = message.split_once(r#""game_id":"g"#) else {
        return message.to_owned();
    };
    format!(
        r#"{before}"game_id":"g{}"#,
        after.trim_start_matches(|sign: char| sign.is_ascii_digit())
    )
}

#[test]
fn whole_games() {
    run("games.transcript", include_str!("../data/games.transcript"));
}

#[test]
fn the_transcripts_of_the_document_are_true() {
    let document =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/protocol/json-interface.md");
    let text = std::fs::read_to_string(document).expect("the document is there");
    let blocks: Vec<&str> = text.split("```transcript\n").skip(1).collect();
    assert!(blocks.len() >= 10, "only {} transcripts", blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let transcript = block.split("```").next().expect("a block ends");
        run(&format!("transcript {}", index + 1), transcript);
    }
}
