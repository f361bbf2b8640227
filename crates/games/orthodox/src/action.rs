//! What a seat can ask for, as text: `e2e4`, `e7e8q`, `=q`, `claim`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use shakmaty::{Move, Role, Square};

use crate::Illegal;

/// What a seat asks of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move in UCI notation. Castling is the king's move of two files; in Chess960 the king "takes"
    /// its own rook.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes on the last rank, where that is part of the move.
        promotion: Option<Role>,
        /// What the move is on the board it was generated for.
        known: Known,
    },
    /// What the pawn that has just arrived becomes, where that is a choice of its own.
    Promote(Role),
    /// Claims the draw that the position allows.
    Claim,
}

/// What a generated move is on its board, so that playing it need not find out again. It is not part of
/// what is asked: two actions with the same squares are equal, and judging an action ignores it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known(pub(crate) Option<Move>);

impl PartialEq for Known {
    fn eq(&self, _: &Known) -> bool {
        true
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Action {
    /// A move as somebody asks for it.
    pub fn new_move(from: Square, to: Square, promotion: Option<Role>) -> Action {
        Action::Move {
            from,
            to,
            promotion,
            known: Known(None),
        }
    }
}

/// What a pawn may become.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

fn promotion(letter: &str) -> Option<Role> {
    let role = Role::from_char(letter.chars().next()?)?;
    (letter.len() == 1 && letter != letter.to_ascii_uppercase()).then_some(role)
}

impl FromStr for Action {
    type Err = Illegal;

    /// Any piece letter is read after a move, so that the rules can say why a pawn does not become a king.
    fn from_str(text: &str) -> Result<Action, Illegal> {
        parse(text).ok_or_else(|| Illegal::NotAnAction {
            text: text.chars().take(40).collect(),
        })
    }
}

fn parse(text: &str) -> Option<Action> {
    if text == "claim" {
        return Some(Action::Claim);
    }
    if let Some(letter) = text.strip_prefix('=') {
        return promotion(letter).map(Action::Promote);
    }
    let square = |at: std::ops::Range<usize>| Square::from_ascii(text.as_bytes().get(at)?).ok();
    let (from, to) = (square(0..2)?, square(2..4)?);
    // Both squares are ASCII, so the text can be cut after them.
    let promotion = match &text[4..] {
        "" => None,
        letter => Some(promotion(letter)?),
    };
    Some(Action::new_move(from, to, promotion))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move {
                from,
                to,
                promotion: None,
                ..
            } => write!(f, "{from}{to}"),
            Action::Move {
                from,
                to,
                promotion: Some(role),
                ..
            } => {
                write!(f, "{from}{to}{}", role.char())
            }
            Action::Promote(role) => write!(f, "={}", role.char()),
            Action::Claim => f.write_str("claim"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["e2e4", "e7e8q", "a2a1n", "=r", "claim", "e1h1"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_text_is_no_action() {
        for text in [
            "", "e2", "e2e", "e2e9", "e2e4qq", "e7e8Q", "=", "=x", "=qq", "E2E4", "e7e8é",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
