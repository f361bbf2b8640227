//! What puzzles of a kind of chess are made of.

use crate::Evaluate;

/// How a search proves that only one action is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many actions it looks ahead, at least.
    pub depth: u32,
    /// How many more where the position is not quiet.
    pub quiescence: u32,
    /// How many states it may look at for one decision. A position that needs more is not a puzzle.
    pub states: u64,
}

/// What a solution can be an example of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// A stable word.
    pub word: &'static str,
    /// How many puzzles in a hundred may have it: what is common is kept rare.
    pub share: u8,
}

impl Theme {
    /// A theme and its greatest share.
    pub const fn new(word: &'static str, share: u8) -> Theme {
        Theme { word, share }
    }
}

/// A kind of chess in which puzzles can be made.
///
/// Nothing here decides what is a puzzle: that is proved. It says from which games they are taken, how far the proof
/// looks, and what people call what they find.
pub trait Puzzling: Evaluate {
    /// How actions are proved to be the only good ones.
    const PROOF: Proof;

    /// Everything that a solution can be an example of. Where it is an example of several, the first counts.
    const THEMES: &'static [Theme];

    /// The start of a game that puzzles are taken from.
    fn puzzle_start(seed: u64) -> Self::Setup;

    /// The word of [`Puzzling::THEMES`] for a legal action.
    fn theme(state: &Self::State, action: &Self::Action) -> &'static str;
}
