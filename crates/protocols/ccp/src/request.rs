//! What a client asks for, read with all tolerance that does no harm.

use crate::message::words;
use crate::{Kind, Line, Square, Vote};

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
    pub fn read(line: &Line) -> Option<Request> {
        let Line::Text(text) = line else {
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
