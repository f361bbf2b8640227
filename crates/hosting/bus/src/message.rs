//! Messages as text: one line each, and several lines in a parcel.
//!
//! The first line of a parcel is `NODE STAMP`: who has sent it, and when by its own clock. Then come
//! `g GAME N RECORDS` (records that were stored; none if they are too long), `l TEXT` (lobby), `p TEXT` (people),
//! `n NODE TEXT` (one node) and `?` (something could not be sent).

use std::fmt::Write;
use std::sync::Arc;

use session::{GameId, Record};
use store::NodeId;

use crate::joined::Joined;
use crate::{Heard, Topic};

/// Something to be sent.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    Stored {
        game: GameId,
        records: Arc<[Record]>,
    },
    Said {
        topic: Topic,
        text: String,
    },
    /// Something was to be sent, and there was no room for it.
    Missing,
}

impl Message {
    /// The message as a line of at most so many bytes.
    pub(crate) fn line(&self, limit: usize) -> String {
        let line = match self {
            Message::Stored { game, records } => stored(game, records, limit),
            Message::Said { topic, text } => said(topic, text),
            Message::Missing => MISSING.to_owned(),
        };
        // A line break would end the line, and the rest be read as another message.
        match line.len() > limit || line.contains('\n') {
            true => MISSING.to_owned(),
            false => line,
        }
    }
}

const MISSING: &str = "?";

fn stored(game: &GameId, records: &[Record], limit: usize) -> String {
    let n_records = records.last().map_or(0, |last| last.seq + 1);
    let mut line = format!("g {game} {n_records} ");
    let short = line.len();
    for record in records {
        line.push(if line.len() == short { '[' } else { ',' });
        line.push_str(&record.to_text());
        if line.len() >= limit {
            line.truncate(short);
            return line;
        }
    }
    line.push(']');
    line
}

fn said(topic: &Topic, text: &str) -> String {
    match topic {
        Topic::Lobby => format!("l {text}"),
        Topic::People => format!("p {text}"),
        Topic::Node(node) => format!("n {node} {text}"),
    }
}

/// Puts lines into parcels of at most so many bytes.
pub(crate) fn parcels(
    node: &NodeId,
    stamp: u64,
    messages: impl IntoIterator<Item = Message>,
    limit: usize,
) -> Vec<String> {
    let head = |number: usize| format!("{node} {}", stamp + number as u64);
    let room = limit - head(usize::MAX >> 1).len() - 1;
    let mut parcels: Vec<String> = Vec::new();
    for message in messages {
        let line = message.line(room);
        let number = parcels.len();
        match parcels.last_mut() {
            Some(parcel) if parcel.len() + 1 + line.len() <= limit => {
                // Writing to a text cannot fail.
                let _ = write!(parcel, "\n{line}");
            }
            Some(_) | None => parcels.push(format!("{}\n{line}", head(number))),
        }
    }
    parcels
}

/// A parcel that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Parcel {
    /// Another node has sent it.
    Others(Vec<Heard>),
    /// This node has sent it, at this moment of its own clock.
    Own(u64),
}

/// Reads a parcel; none, if it is not a parcel. Lines that make no sense are skipped: a newer version may send them.
pub(crate) fn open(text: &str, own: &NodeId, joined: &Joined) -> Option<Parcel> {
    let (head, lines) = text.split_once('\n')?;
    let (node, stamp) = head.split_once(' ')?;
    if node == own.as_str() {
        return Some(Parcel::Own(stamp.parse().ok()?));
    }
    let heard = lines.split('\n').filter_map(|line| read(line, own, joined));
    Some(Parcel::Others(heard.collect()))
}

fn read(line: &str, own: &NodeId, joined: &Joined) -> Option<Heard> {
    if line == MISSING {
        return Some(Heard::Gap);
    }
    let (kind, rest) = line.split_once(' ')?;
    let said = |topic: Topic, text: &str| {
        let text = text.to_owned();
        Some(Heard::Said { topic, text })
    };
    match kind {
        "g" => read_stored(rest, joined),
        "l" => said(Topic::Lobby, rest),
        "p" => said(Topic::People, rest),
        "n" => {
            let (node, text) = rest.split_once(' ')?;
            match node == own.as_str() {
                true => said(Topic::Node(own.clone()), text),
                false => None,
            }
        }
        _ => None,
    }
}

fn read_stored(rest: &str, joined: &Joined) -> Option<Heard> {
    let mut parts = rest.splitn(3, ' ');
    let game = GameId::new(parts.next()?).ok()?;
    if !joined.has(&game) {
        return None;
    }
    let n_records = parts.next()?.parse().ok()?;
    let records = parts.next()?;
    // What cannot be read here is in the store.
    let records = serde_json::from_str(records).unwrap_or_default();
    Some(Heard::Stored {
        game,
        n_records,
        records,
    })
}

#[cfg(test)]
mod tests {
    use rules::Seat;
    use session::{Change, Millis, VERSION};

    use super::*;

    fn node(name: &str) -> NodeId {
        NodeId::new(name).unwrap()
    }

    fn records(n: u64, action: &str) -> Arc<[Record]> {
        let record = |seq| Record {
            v: VERSION,
            seq,
            at: Millis(7),
            by: None,
            tag: None,
            change: Change::Acted {
                seat: Seat::White,
                action: action.to_owned(),
            },
        };
        (3..3 + n).map(record).collect()
    }

    fn heard(parcels: &[String], own: &str, joined: &Joined) -> Vec<Heard> {
        let read = parcels
            .iter()
            .map(|parcel| open(parcel, &node(own), joined));
        let all = read.flat_map(|parcel| match parcel {
            Some(Parcel::Others(heard)) => heard,
            other => panic!("{other:?}"),
        });
        all.collect()
    }

    #[test]
    fn what_is_sent_is_read() {
        let (joined, game) = (
            Joined::default(),
            GameId::new("g 1".replace(' ', ".")).unwrap(),
        );
        joined.add(&game);
        let records = records(2, "a \"b\"\n");
        let messages = [
            Message::Stored {
                game: game.clone(),
                records: Arc::clone(&records),
            },
            Message::Stored {
                game: GameId::new("other").unwrap(),
                records: Arc::clone(&records),
            },
            Message::Said {
                topic: Topic::Lobby,
                text: "{\"a\": 1}".to_owned(),
            },
            Message::Said {
                topic: Topic::Node(node("two")),
                text: "you".to_owned(),
            },
            Message::Said {
                topic: Topic::Node(node("three")),
                text: "not you".to_owned(),
            },
            Message::Said {
                topic: Topic::People,
                text: "two\nlines".to_owned(),
            },
            Message::Missing,
        ];
        let sent = parcels(&node("one"), 17, messages, 8000);
        assert_eq!(sent.len(), 1);
        let expected = [
            Heard::Stored {
                game,
                n_records: 5,
                records: records.to_vec(),
            },
            Heard::Said {
                topic: Topic::Lobby,
                text: "{\"a\": 1}".to_owned(),
            },
            Heard::Said {
                topic: Topic::Node(node("two")),
                text: "you".to_owned(),
            },
            Heard::Gap,
            Heard::Gap,
        ];
        assert_eq!(heard(&sent, "two", &joined), expected);
        assert_eq!(open(&sent[0], &node("one"), &joined), Some(Parcel::Own(17)));
    }

    #[test]
    fn parcels_have_a_limit_and_long_records_are_left_to_the_store() {
        let (joined, game) = (Joined::default(), GameId::new("g").unwrap());
        joined.add(&game);
        let long = Message::Stored {
            game: game.clone(),
            records: records(1, &"x".repeat(600)),
        };
        let text = Message::Said {
            topic: Topic::People,
            text: "y".repeat(600),
        };
        let short = Message::Said {
            topic: Topic::People,
            text: "z".repeat(100),
        };
        let sent = parcels(
            &node("one"),
            1,
            [
                long,
                text,
                short.clone(),
                short.clone(),
                short.clone(),
                short,
            ],
            400,
        );
        assert!(sent.iter().all(|parcel| parcel.len() <= 400) && sent.len() > 1);
        let heard = heard(&sent, "two", &joined);
        let records = Vec::new();
        assert_eq!(
            heard[0],
            Heard::Stored {
                game,
                n_records: 4,
                records
            }
        );
        assert_eq!(heard[1], Heard::Gap);
        assert_eq!(heard.len(), 6);
    }

    #[test]
    fn nonsense_is_skipped() {
        let joined = Joined::default();
        for text in ["", "x", "one", "one 1"] {
            assert_eq!(open(text, &node("two"), &joined), None, "{text}");
        }
        let nonsense = "one 1\n\nx\ng\ng a\ng a b\nn\nn x\nfuture thing";
        assert_eq!(
            open(nonsense, &node("two"), &joined),
            Some(Parcel::Others(Vec::new()))
        );
    }
}
