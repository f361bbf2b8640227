//! The puzzles that a program ships for one game.

use std::fmt;

use rules::Puzzling;

use crate::any::{AnyMaker, Maker};
use crate::puzzle::{BadPuzzle, Puzzle};

/// Puzzles of a game as a text with a line for each, and who can make and check them. Lines that begin with `#` say
/// where they come from.
#[derive(Clone, Copy)]
pub struct Book {
    /// Makes and checks them.
    pub maker: &'static dyn AnyMaker,
    /// The text.
    pub text: &'static str,
}

/// A line that is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadBook {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub why: BadPuzzle,
}

impl fmt::Display for BadBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Book {
    /// The puzzles of a game as a text.
    pub const fn of<V: Puzzling>(text: &'static str) -> Book {
        Book {
            maker: const { &Maker::<V>::new() },
            text,
        }
    }

    /// All puzzles in their order.
    ///
    /// # Errors
    /// A line is not a puzzle.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, BadBook> {
        let lines = self.text.lines().zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let read = |(text, line): (&str, usize)| text.parse().map_err(|why| BadBook { line, why });
        lines.map(read).collect()
    }
}
