//! What a seat can ask for, and how it is written down in full.

use std::fmt;
use std::str::FromStr;

use crate::castling::Wing;
use crate::{Illegal, Kind, Pin, Square};

/// A move of one piece: `Na1W-b3N`, `b7Bxa8QL6`, `b7B-b8B=Q`, `a4Wxb3Nep`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMove {
    /// What moves.
    pub kind: Kind,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// Whether it captures.
    pub capture: bool,
    /// Whether it captures a pawn in passing.
    pub en_passant: bool,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// A move of an attack board: `QL3-QL5`, `QL3-QL5^`, `QL1^`, `QL4-QL6=Q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove {
    /// The pin the board stands on.
    pub from: Pin,
    /// The pin it goes to; the same one if it only turns.
    pub to: Pin,
    /// Whether it is turned by 180°.
    pub rotated: bool,
    /// What a carried pawn becomes, under the strict rules.
    pub promotion: Option<Kind>,
}

impl BoardMove {
    /// Whether the board stays on its pin and is only turned.
    pub fn is_rotation_in_place(&self) -> bool {
        self.from == self.to && self.rotated
    }

    /// Where a rider of this square arrives.
    pub const fn arrival(&self, rider: Square) -> Square {
        rider.carried(self.to, self.rotated)
    }
}

/// One turn: a move of a piece, a castling, a move of a board, or a promotion on the spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A move of one piece.
    Move(PieceMove),
    /// `O-O`, `O-O-O`.
    Castle(Wing),
    /// A move or half turn of an attack board.
    Board(BoardMove),
    /// `z9QL6=Q`: a pawn that was carried home promotes on the spot.
    Promote {
        /// Where the pawn stands.
        at: Square,
        /// What it becomes.
        to: Kind,
    },
}

/// What a seat can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A whole turn.
    Turn(Turn),
    /// `(a8B=N)`: the owner of an uncovered pawn chooses. Not a turn.
    Settle {
        /// Where the pawn stands.
        at: Square,
        /// What it becomes.
        to: Kind,
    },
    /// `claim`: a draw by repetition or by fifty moves, in this position or, as `claim:Na1W-b3N`, in the
    /// one this turn leads to.
    Claim(Option<Turn>),
}

impl fmt::Display for PieceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(letter) = self.kind.letter() {
            write!(f, "{letter}")?;
        }
        let sign = if self.capture { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        write_promotion(f, self.promotion)?;
        f.write_str(if self.en_passant { "ep" } else { "" })
    }
}

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if !self.is_rotation_in_place() {
            write!(f, "-{}", self.to)?;
        }
        f.write_str(if self.rotated { "^" } else { "" })?;
        write_promotion(f, self.promotion)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Move(made) => write!(f, "{made}"),
            Turn::Castle(Wing::King) => f.write_str("O-O"),
            Turn::Castle(Wing::Queen) => f.write_str("O-O-O"),
            Turn::Board(made) => write!(f, "{made}"),
            Turn::Promote { at, to } => {
                write!(f, "{at}")?;
                write_promotion(f, Some(*to))
            }
        }
    }
}

fn write_promotion(f: &mut fmt::Formatter<'_>, promotion: Option<Kind>) -> fmt::Result {
    match promotion.and_then(Kind::letter) {
        Some(letter) => write!(f, "={letter}"),
        None => Ok(()),
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Turn(turn) => write!(f, "{turn}"),
            Action::Settle { at, to } => write!(f, "({})", Turn::Promote { at: *at, to: *to }),
            Action::Claim(None) => f.write_str("claim"),
            Action::Claim(Some(turn)) => write!(f, "claim:{turn}"),
        }
    }
}

impl FromStr for Action {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Action, Illegal> {
        action(text).ok_or_else(|| Illegal::NotAnAction(text.chars().take(40).collect()))
    }
}

fn action(text: &str) -> Option<Action> {
    if text == "claim" {
        return Some(Action::Claim(None));
    }
    if let Some(announced) = text.strip_prefix("claim:") {
        return turn(announced).map(|turn| Action::Claim(Some(turn)));
    }
    if let Some(inner) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    {
        let Some(Turn::Promote { at, to }) = turn(inner) else {
            return None;
        };
        return Some(Action::Settle { at, to });
    }
    turn(text).map(Action::Turn)
}

fn turn(text: &str) -> Option<Turn> {
    match text {
        "O-O" | "0-0" => return Some(Turn::Castle(Wing::King)),
        "O-O-O" | "0-0-0" => return Some(Turn::Castle(Wing::Queen)),
        _ => {}
    }
    // The second letter of a pin is the only capital L in such a place.
    if text.as_bytes().get(1) == Some(&b'L') {
        return board_turn(text);
    }
    piece_turn(text)
}

fn board_turn(text: &str) -> Option<Turn> {
    let (text, promotion) = split_promotion(text)?;
    let (text, rotated) = match text.strip_suffix('^') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (from, to) = match text.split_once('-') {
        Some((from, to)) => (from.parse().ok()?, to.parse().ok()?),
        // A pin alone would be no action at all.
        None if rotated => (text.parse().ok()?, text.parse().ok()?),
        None => return None,
    };
    Some(Turn::Board(BoardMove {
        from,
        to,
        rotated,
        promotion,
    }))
}

fn piece_turn(text: &str) -> Option<Turn> {
    let (text, en_passant) = match text.strip_suffix("ep") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (text, promotion) = split_promotion(text)?;
    let kind = text.chars().next().and_then(Kind::from_letter);
    let squares = if kind.is_some() { &text[1..] } else { text };
    let Some(middle) = squares.find(['-', 'x']) else {
        let at = squares.parse().ok()?;
        return match (kind, en_passant, promotion) {
            (None, false, Some(to)) => Some(Turn::Promote { at, to }),
            _ => None,
        };
    };
    Some(Turn::Move(PieceMove {
        kind: kind.unwrap_or(Kind::Pawn),
        from: squares[..middle].parse().ok()?,
        to: squares[middle + 1..].parse().ok()?,
        capture: squares.as_bytes()[middle] == b'x',
        en_passant,
        promotion,
    }))
}

/// Splits `=Q` off. `None` if what follows the sign is not a piece a pawn can become.
fn split_promotion(text: &str) -> Option<(&str, Option<Kind>)> {
    let Some((rest, piece)) = text.split_once('=') else {
        return Some((text, None));
    };
    let kind = Kind::PROMOTIONS.into_iter().find(|kind| {
        kind.letter()
            .is_some_and(|letter| piece == letter.to_string())
    })?;
    Some((rest, Some(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_back() {
        let texts = [
            "Na1W-b3N",
            "Qd4Nxd6B",
            "b2W-b4N",
            "b7B-b8B=Q",
            "z7QL4xa8B=N",
            "a4Wxb3Nep",
            "O-O",
            "O-O-O",
            "QL3-QL5",
            "QL3-QL5^",
            "QL1^",
            "QL4-QL6=Q",
            "z9QL6=Q",
            "(a8B=N)",
            "claim",
            "claim:Na1W-b3N",
        ];
        for text in texts {
            let read: Action = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        assert_eq!("0-0".parse::<Action>().unwrap().to_string(), "O-O");
    }

    #[test]
    fn nonsense_is_no_action() {
        let texts = [
            "",
            "QL1",
            "QL1=Q",
            "a1W",
            "z9QL6=K",
            "(QL1^)",
            "claim:",
            "claim:claim",
            "Na1W",
            "a1W-",
            "-a1W",
            "éL",
            "xx",
            "(a8B)",
            "QL1-QL9",
            "z9QL6=Qep",
            "Nz9QL6=Q",
            "a1W-a2W=",
        ];
        for text in texts {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
