//! The face by text: what command lines and tests see of making and checking.

use std::marker::PhantomData;

use rules::{Puzzling, Theme};

use crate::flaw::Flaw;
use crate::puzzle::Puzzle;
use crate::{maker, proof, variety};

/// Makes and checks the puzzles of one game.
pub trait AnyMaker: Send + Sync {
    /// The id of the game.
    fn variant(&self) -> &'static str;

    /// Everything that its solutions can be examples of.
    fn themes(&self) -> &'static [Theme];

    /// Makes so many puzzles and tells of each as it is found; fewer if they cannot be found. The same seed makes the
    /// same puzzles.
    fn make(&self, count: usize, seed: u64, found: &mut dyn FnMut(&Puzzle));

    /// Proves a puzzle.
    ///
    /// # Errors
    /// It is not what it says.
    fn check(&self, puzzle: &Puzzle) -> Result<(), Flaw>;

    /// Two puzzles with the same goal and nearly the same position, by their places in the list.
    fn twins(&self, puzzles: &[Puzzle]) -> Option<(usize, usize)>;
}

/// Makes and checks the puzzles of a game that says what they are made of: the only adapter from the typed trait to
/// the face by text.
pub struct Maker<V>(PhantomData<fn() -> V>);

impl<V> Maker<V> {
    /// The adapter holds nothing.
    pub const fn new() -> Maker<V> {
        Maker(PhantomData)
    }
}

impl<V> Default for Maker<V> {
    fn default() -> Maker<V> {
        Maker::new()
    }
}

impl<V: Puzzling> AnyMaker for Maker<V> {
    fn variant(&self) -> &'static str {
        V::META.id
    }

    fn themes(&self) -> &'static [Theme] {
        V::THEMES
    }

    fn make(&self, count: usize, seed: u64, found: &mut dyn FnMut(&Puzzle)) {
        maker::make::<V>(count, seed, found);
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), Flaw> {
        proof::check::<V>(puzzle)
    }

    fn twins(&self, puzzles: &[Puzzle]) -> Option<(usize, usize)> {
        variety::twins::<V>(puzzles)
    }
}
