//! Puzzles: positions in which exactly one action is good.
//!
//! [`Puzzle`] is one of them as it is written down, [`Goal`] what is to be reached. `maker` finds them in games that
//! computer players play with mistakes, `proof` decides what is a puzzle and what is not. Both know no game by
//! name; [`Maker`] is the adapter from the typed trait to [`AnyMaker`], the face by text, and [`Book`] what a
//! program ships for one game.
//!
//! Nothing here depends on anything but the setup, the rules, the evaluation and the seed: the same command makes the
//! same puzzles on every machine.
#![deny(missing_docs)]

mod any;
mod book;
mod flaw;
mod maker;
mod proof;
mod puzzle;
mod variety;

pub use any::{AnyMaker, Maker};
pub use book::{BadBook, Book};
pub use flaw::Flaw;
pub use proof::MARGIN;
pub use puzzle::{BadPuzzle, Goal, HARDEST, Puzzle, Turn};
