//! Transcripts, of the document and of a data file. `W>` is what White's client sends, `>W` what it gets; the
//! bytes are written as in C. `W leaves` ends the stream from White, `>W end` is the end of the stream to it.
//! `setup`, `errors`, `base`, `disconnect` and `alone` stand in front; `wait` lets seconds pass. What is expected must
//! come next for that side, and nothing else may have come in the end.

use std::path::Path;
use std::time::Duration;

use ccp::{Disconnect, ErrorBase, Settings};
use rules::Seat;

use super::harness::{Harness, SETUP, settings, telling_settings};

fn run(name: &str, transcript: &str, mut settings: Settings) {
    let mut harness = None;
    for (index, line) in transcript.lines().enumerate() {
        let place = format!("{name}, line {}: {line}", index + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "#" => continue,
            "setup" => settings.setup = format!("{rest}; draws=plain"),
            "errors" => settings.max_errors = rest.parse().expect(&place),
            "base" => settings.error_base = ErrorBase::Zero,
            "disconnect" => settings.disconnect = disconnect(rest, &place),
            "alone" => settings = settings.without_opponent(),
            _ => {
                let harness = harness.get_or_insert_with(|| Harness::new(settings.clone()));
                step(harness, word, rest, &place);
            }
        }
    }
    let harness = harness.expect("a transcript has steps");
    for seat in Seat::BOTH {
        assert_eq!(harness.sent[seat], "", "{name}: {seat} got more");
    }
}

fn disconnect(word: &str, place: &str) -> Disconnect {
    match word {
        "told" => Disconnect::Told,
        "closed" => Disconnect::Closed,
        _ => panic!("{place}: told or closed"),
    }
}

fn step(harness: &mut Harness, word: &str, rest: &str, place: &str) {
    let seat = match word.trim_matches('>') {
        "W" => Seat::White,
        "B" => Seat::Black,
        "wait" => return harness.wait(Duration::from_secs(rest.parse().expect(place))),
        "quiet" => {
            return assert!(
                Seat::BOTH.iter().all(|seat| harness.sent[*seat].is_empty()),
                "{place}"
            );
        }
        _ => panic!("{place}: not a word of transcripts"),
    };
    match (word.starts_with('>'), rest) {
        (false, "leaves") => harness.leave(seat),
        (false, _) => quoted(rest, place)
            .iter()
            .for_each(|text| harness.receive(seat, text.as_bytes())),
        (true, "end") => {
            assert_eq!(harness.sent[seat], "", "{place}");
            assert!(harness.closed[seat], "{place}");
        }
        (true, _) => {
            let expected = quoted(rest, place).concat();
            let sent = harness.sent[seat].clone();
            let after = sent.strip_prefix(&expected);
            harness.sent[seat] = after
                .unwrap_or_else(|| panic!("{place}: got {sent:?}"))
                .to_owned();
        }
    }
}

/// The texts between quotation marks, one or more.
fn quoted(text: &str, place: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split('"').collect();
    assert!(parts.len() >= 3, "{place}: no text");
    let unescape = |part: &str| {
        part.replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("\\t", "\t")
    };
    parts.into_iter().skip(1).step_by(2).map(unescape).collect()
}

#[test]
fn everything_that_was_seen_on_the_wire() {
    let text = include_str!("../data/ccp.transcript");
    let blocks: Vec<&str> = text.split("\n== ").skip(1).collect();
    assert!(blocks.len() >= 30, "only {} transcripts", blocks.len());
    for block in blocks {
        let (name, transcript) = block.split_once('\n').expect("a name");
        // The servers that were watched tell a player that the opponent is gone.
        run(name, transcript, telling_settings(SETUP));
    }
}

#[test]
fn the_transcripts_of_the_document_are_true() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/protocol/ccp.md");
    let text = std::fs::read_to_string(document).expect("the document is there");
    let blocks: Vec<&str> = text.split("```transcript\n").skip(1).collect();
    assert!(blocks.len() >= 8, "only {} transcripts", blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let transcript = block.split("```").next().expect("a block ends");
        let name = format!("transcript {}", index + 1);
        run(&name, transcript, settings(SETUP));
    }
}
