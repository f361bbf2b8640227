//! What a client asks for, read with all tolerance that does no harm.

use crate::message::words;
use crate::{Kind, Square, TextLine, Vote};

/// Why a line is answered with `ERROR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody knows this message, or it does not belong here.
    Unexpected,
    /// The number of arguments is wrong.
    Arguments,
    /// This is not a legal move.
    Move,
    /// This is not a possible promotion.
    Promotion,
    /// A vote is `Yes` or `No`.
    Replay,
}

/// A client's line. The verb is known even where the arguments are wrong, because an unexpected verb is
/// the graver fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// From one square to another.
    Move(Result<(Square, Square), Fault>),
    /// What the pawn becomes, with its square if the client names it.
    Promotion(Result<(Kind, Option<Square>), Fault>),
    /// Another game or not.
    Replay(Result<Vote, Fault>),
    /// The client says that it leaves.
    Leave,
    /// The client tells of an error of its own, which needs no answer.
    Complaint,
    /// Anything else.
    Unknown,
}

impl Request {
    /// Reads a line; `None` for an empty one, which is passed over.
    pub fn read(line: &TextLine) -> Option<Request> {
        let TextLine::Text(text) = line else {
            return Some(Request::Unknown);
        };
        let mut words = words(text);
        let verb = words.next()?;
        let arguments: Vec<&str> = words.collect();
        Some(match verb {
            "MOVE" => Request::Move(squares(&arguments)),
            "PROMOTION" => Request::Promotion(promotion(&arguments)),
            "REPLAY" => Request::Replay(vote(&arguments)),
            "ERROR" if arguments == ["6"] => Request::Leave,
            "ERROR" => Request::Complaint,
            _ => Request::Unknown,
        })
    }
}

impl Request {
    /// A line that is read as this request, for a server that passes it on.
    pub(crate) fn line(self) -> String {
        match self {
            Request::Move(Ok((from, to))) => format!("MOVE {from} {to}\n"),
            Request::Move(Err(fault)) => wrong("MOVE", fault, 4),
            Request::Promotion(Ok((kind, None))) => format!("PROMOTION {kind}\n"),
            Request::Promotion(Ok((kind, Some(at)))) => format!("PROMOTION {kind} {at}\n"),
            Request::Promotion(Err(fault)) => wrong("PROMOTION", fault, 1),
            Request::Replay(Ok(Vote::Yes)) => "REPLAY Yes\n".to_owned(),
            Request::Replay(Ok(Vote::No)) => "REPLAY No\n".to_owned(),
            Request::Replay(Err(fault)) => wrong("REPLAY", fault, 1),
            Request::Leave => "ERROR 6\n".to_owned(),
            Request::Complaint => "ERROR\n".to_owned(),
            Request::Unknown => "?\n".to_owned(),
        }
    }
}

/// A line with a fault: too few arguments, or so many that make no sense.
fn wrong(verb: &str, fault: Fault, n_arguments: usize) -> String {
    match fault {
        Fault::Arguments => format!("{verb}\n"),
        Fault::Unexpected | Fault::Move | Fault::Promotion | Fault::Replay => {
            format!("{verb}{}\n", " ?".repeat(n_arguments))
        }
    }
}

fn squares(arguments: &[&str]) -> Result<(Square, Square), Fault> {
    let [from_x, from_y, to_x, to_y] = arguments else {
        return Err(Fault::Arguments);
    };
    let from = Square::read(from_x, from_y).ok_or(Fault::Move)?;
    let to = Square::read(to_x, to_y).ok_or(Fault::Move)?;
    Ok((from, to))
}

fn promotion(arguments: &[&str]) -> Result<(Kind, Option<Square>), Fault> {
    let read = |kind| Kind::read(kind).ok_or(Fault::Promotion);
    match arguments {
        [kind] => Ok((read(kind)?, None)),
        [kind, x, y] => {
            let at = Square::read(x, y).ok_or(Fault::Promotion)?;
            Ok((read(kind)?, Some(at)))
        }
        _ => Err(Fault::Arguments),
    }
}

fn vote(arguments: &[&str]) -> Result<Vote, Fault> {
    let [vote] = arguments else {
        return Err(Fault::Arguments);
    };
    Vote::read(vote).ok_or(Fault::Replay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lines;

    #[test]
    fn what_is_passed_on_is_read_as_it_was() {
        let said = "MOVE 4 1 4 3\nMOVE 1\nMOVE a b c d\nPROMOTION 4\nPROMOTION 2 3 7\nPROMOTION 9\nPROMOTION\nREPLAY Yes\n\
                    REPLAY No\nREPLAY maybe\nREPLAY\nERROR 6\nERROR 2 1\nHELLO\n";
        let read = |text: &str| -> Vec<Request> {
            let lines = Lines::default().push(text.as_bytes());
            lines.iter().filter_map(Request::read).collect()
        };
        let requests = read(said);
        assert_eq!(requests.len(), 14);
        let passed_on: String = requests.iter().map(|request| request.line()).collect();
        assert_eq!(read(&passed_on), requests);
    }
}
