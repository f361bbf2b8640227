//! Squares and pieces as this interface writes them.

use std::fmt;

use serde::{Serialize, Serializer};

/// A square, `A1` to `H8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square([u8; 2]);

impl Square {
    /// Reads a square in upper or lower case.
    pub(crate) fn read(text: &str) -> Option<Square> {
        let &[file, rank] = text.as_bytes() else {
            return None;
        };
        let file = file.to_ascii_uppercase();
        let fits = (b'A'..=b'H').contains(&file) && (b'1'..=b'8').contains(&rank);
        fits.then_some(Square([file, rank]))
    }

    pub(crate) fn of_chars(file: char, rank: char) -> Option<Square> {
        let bytes = [u8::try_from(file).ok()?, u8::try_from(rank).ok()?];
        Square::read(std::str::from_utf8(&bytes).ok()?)
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// As the rules write it: `e4`.
    pub(crate) fn lower(self) -> String {
        self.as_str().to_ascii_lowercase()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// From one square to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Span {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Span {
    /// Whether a pawn would be promoted by this move.
    pub(crate) fn reaches_last_rank(self) -> bool {
        matches!(self.to.0, [_, b'1' | b'8'])
    }

    /// As the rules of orthodox chess write it: `e2e4`.
    pub(crate) fn action(self) -> String {
        self.from.lower() + &self.to.lower()
    }

    /// The two squares of an action such as `e2e4`; other actions have none.
    pub(crate) fn of_action(action: &str) -> Option<Span> {
        let (from, to) = action.split_at_checked(2)?;
        Some(Span {
            from: Square::read(from)?,
            to: Square::read(to)?,
        })
    }
}

/// What a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Piece {
    /// Reads a name or a letter in any case.
    pub(crate) fn read(text: &str) -> Option<Piece> {
        match text.to_ascii_lowercase().as_str() {
            "queen" | "q" => Some(Piece::Queen),
            "rook" | "r" => Some(Piece::Rook),
            "bishop" | "b" => Some(Piece::Bishop),
            "knight" | "n" => Some(Piece::Knight),
            _ => None,
        }
    }

    /// The action with which the rules are told.
    pub(crate) fn action(self) -> &'static str {
        match self {
            Piece::Queen => "=q",
            Piece::Rook => "=r",
            Piece::Bishop => "=b",
            Piece::Knight => "=n",
        }
    }
}
