//! The five messages, written exactly and read as a client reads them.

use std::fmt;

use rules::Seat;

use crate::{Kind, Square};

/// Whether somebody wants another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// One more.
    Yes,
    /// Enough.
    No,
}

impl Vote {
    pub(crate) fn read(text: &str) -> Option<Vote> {
        match text {
            "Yes" => Some(Vote::Yes),
            "No" => Some(Vote::No),
            _ => None,
        }
    }
}

/// A message as the server sends it; shown as its line without the line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Which seat the receiver has.
    Color(Seat),
    /// A move; castling is the king's.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// What the pawn that has just arrived becomes.
    Promotion {
        /// The new piece.
        kind: Kind,
        /// Where it stands.
        at: Square,
    },
    /// A vote, or what the votes came to.
    Replay(Vote),
    /// Something was wrong, or, with 6, the opponent is gone.
    Error(u8),
}

impl Message {
    /// Reads a line from a server; `None` if it is not a message.
    pub fn read(line: &str) -> Option<Message> {
        let words: Vec<&str> = words(line).collect();
        match *words.as_slice() {
            ["COLOR", "WHITE"] => Some(Message::Color(Seat::White)),
            ["COLOR", "BLACK"] => Some(Message::Color(Seat::Black)),
            ["MOVE", a, b, c, d] => Some(Message::Move {
                from: Square::read(a, b)?,
                to: Square::read(c, d)?,
            }),
            ["PROMOTION", kind, x, y] => Some(Message::Promotion {
                kind: Kind::read(kind)?,
                at: Square::read(x, y)?,
            }),
            ["REPLAY", vote] => Vote::read(vote).map(Message::Replay),
            ["ERROR", number] => number.parse().ok().map(Message::Error),
            _ => None,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Color(Seat::White) => f.write_str("COLOR WHITE"),
            Message::Color(Seat::Black) => f.write_str("COLOR BLACK"),
            Message::Move { from, to } => write!(f, "MOVE {from} {to}"),
            Message::Promotion { kind, at } => write!(f, "PROMOTION {kind} {at}"),
            Message::Replay(Vote::Yes) => f.write_str("REPLAY Yes"),
            Message::Replay(Vote::No) => f.write_str("REPLAY No"),
            Message::Error(number) => write!(f, "ERROR {number}"),
        }
    }
}

/// The words of a line. Runs of spaces and tabs separate them.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let lines = [
            "COLOR WHITE",
            "COLOR BLACK",
            "MOVE 4 1 4 3",
            "PROMOTION 4 0 7",
            "REPLAY Yes",
            "REPLAY No",
            "ERROR 6",
        ];
        for line in lines {
            assert_eq!(Message::read(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn other_lines_are_no_messages() {
        let lines = [
            "",
            "MOVE 4 1 4",
            "MOVE 4 1 4 8",
            "REPLAY yes",
            "COLOR RED",
            "ERROR",
            "ERROR x",
        ];
        for line in lines {
            assert_eq!(Message::read(line), None, "{line}");
        }
    }
}
