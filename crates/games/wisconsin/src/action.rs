//! What a player asks for: a move, or what a pawn becomes.

use std::fmt;
use std::str::FromStr;

use rules::Seat;

use crate::illegal::Illegal;
use crate::kind::Kind;
use crate::square::Square;

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it is sent.
    pub to: Square,
}

/// What a seat asks of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `e2e4`; castling is the king's move.
    Move(Move),
    /// `=q`: the pawn on the last rank becomes this.
    Promote(Kind),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = ();

    fn from_str(text: &str) -> Result<Move, ()> {
        let (from, to) = text.split_at_checked(2).ok_or(())?;
        Ok(Move {
            from: from.parse()?,
            to: to.parse()?,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(step) => step.fmt(f),
            Action::Promote(kind) => write!(f, "={}", kind.letter(Seat::Black)),
        }
    }
}

impl FromStr for Action {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Action, Illegal> {
        match text.strip_prefix('=') {
            Some(letter) => promotion(letter).map(Action::Promote),
            None => text
                .parse()
                .map(Action::Move)
                .map_err(|()| Illegal::UnreadableAction(text.to_owned())),
        }
    }
}

/// The kind a pawn may become by this letter, in either case.
fn promotion(letter: &str) -> Result<Kind, Illegal> {
    let mut promotions = Kind::PROMOTIONS.into_iter();
    promotions
        .find(|kind| letter.eq_ignore_ascii_case(&kind.letter(Seat::White).to_string()))
        .ok_or_else(|| Illegal::NoSuchPromotion(letter.to_owned()))
}
