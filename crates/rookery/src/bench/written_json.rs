//! JSON that is read and written by hand, each beside serde, which does the same. What does not pay for itself goes.

use std::io::{self, Write};

use native::message::{Call, Frame, GameNews, GameNotice, Notice, decode, encode, encode_notice};
use rules::Work;
use serde::de::DeserializeOwned;
use session::Record;

use super::timing::medians;

/// By hand it takes at most this much of what serde takes.
const MOST: f64 = 0.8;

const CALL: &str = r#"{"tag":"b-17","request":{"type":"ask","game":"k7p2m9x4c1","ask":{"type":"act","action":"g1f3"}}}"#;
const REPLY: &str =
    r#"{"type":"ok","tag":"b-17","answer":{"type":"asked","game":"k7p2m9x4c1","seq":19}}"#;
const RECORD: &str = r#"{"v":1,"seq":19,"at":1763467200000,"by":"p4x8k2m9q7","tag":"b-17","change":{"type":"acted","seat":"white","action":"g1f3"}}"#;

/// The notice of a move in brief, of which the record is the larger part.
fn notice() -> String {
    format!(
        r#"{{"game":"k7p2m9x4c1","seq":20,"now":1763467200003,"records":[{RECORD}],"phase":{{"type":"running","to_act":"black"}},"clock":{{"control":{{"type":"untimed"}},"left":null,"running":null,"waits":0}}}}"#
    )
}

fn read<T: DeserializeOwned>(text: &str) -> io::Result<T> {
    serde_json::from_str(text).map_err(io::Error::other)
}

fn length(text: &str) -> u64 {
    text.len() as u64
}

/// The same by serde.
fn text_of(value: &impl serde::Serialize) -> u64 {
    length(&serde_json::to_string(value).unwrap_or_default())
}

/// One kind of text with both ways of doing it.
struct Pair {
    name: &'static str,
    by_hand: Work,
    by_serde: Work,
}

fn pairs() -> io::Result<Vec<Pair>> {
    let (replies, records): ([Frame; 2], [Record; 2]) =
        ([read(REPLY)?, read(REPLY)?], [read(RECORD)?, read(RECORD)?]);
    let [reply, same_reply] = replies;
    let [record, same_record] = records;
    let told: GameNotice = read(&notice())?;
    let same_told = Notice::Game(Box::new(told.clone()));
    Ok(vec![
        Pair {
            name: "a call with an action, read",
            by_hand: Box::new(|| u64::from(decode(CALL).is_ok())),
            by_serde: Box::new(|| u64::from(read::<Call>(CALL).is_ok())),
        },
        Pair {
            name: "the record of an action, written",
            by_hand: Box::new(move || length(&record.to_text())),
            by_serde: Box::new(move || text_of(&same_record)),
        },
        Pair {
            name: "the notice of a move in brief, written",
            by_hand: Box::new(move || length(&GameNews::of(&told).encode())),
            by_serde: Box::new(move || length(&encode_notice(&same_told))),
        },
        Pair {
            name: "the reply to an action, written",
            by_hand: Box::new(move || length(&encode(&reply))),
            by_serde: Box::new(move || text_of(&same_reply)),
        },
    ])
}

pub(super) fn run(out: &mut impl Write) -> io::Result<bool> {
    let mut kept = true;
    for Pair {
        name,
        mut by_hand,
        mut by_serde,
    } in pairs()?
    {
        let is_same = by_hand() == by_serde();
        let (hand, serde, ratio) = medians(&mut by_hand, &mut by_serde);
        let is_kept = is_same && ratio <= MOST;
        kept &= is_kept;
        let verdict = if is_kept { "ok  " } else { "MISS" };
        writeln!(
            out,
            "{verdict} json: {name}: {hand:.0?} by hand, {serde:.0?} by serde, ratio {ratio:.2}, at most {MOST}"
        )?;
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_same() {
        for mut pair in pairs().unwrap() {
            assert_eq!((pair.by_hand)(), (pair.by_serde)(), "{}", pair.name);
            assert!((pair.by_hand)() > 0, "{}", pair.name);
        }
    }
}
