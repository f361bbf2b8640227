//! The face by text: what servers and command lines see of the computer players.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use rules::{Evaluate, Refusal, Seat};

use crate::analysis::{Analysis, AnyAnalysis, Line, View};
use crate::full::Effort;
use crate::limits::Limits;
use crate::player::{self, Choice, Game, over, replay};
use crate::score::Score;
use crate::search::{think, think_among};
use crate::table::SearchMemory;

/// The computer player of one game.
pub trait AnyBot: Send + Sync {
    /// The id of the game it plays.
    fn variant(&self) -> &'static str;

    /// What a player of this level does after these actions. Level 0 does not look ahead; few games have
    /// it. Once `cancel` is set the best action so far comes back within milliseconds.
    ///
    /// # Errors
    /// The setup or an action is refused, the game is over, or it has no such level.
    fn choose(
        &self,
        setup: &str,
        actions: &[String],
        level: u8,
        seed: u64,
        cancel: &AtomicBool,
    ) -> Result<Choice, Refusal> {
        self.choose_within(setup, actions, level, seed, &Limits::default(), cancel)
    }

    /// The same within limits that are narrower than the level's own.
    ///
    /// # Errors
    /// As for [`AnyBot::choose`].
    fn choose_within(
        &self,
        setup: &str,
        actions: &[String],
        level: u8,
        seed: u64,
        within: &Limits,
        cancel: &AtomicBool,
    ) -> Result<Choice, Refusal>;

    /// Thinks within limits of one's own.
    ///
    /// # Errors
    /// The setup or an action is refused, or the game is over.
    fn think(
        &self,
        setup: &str,
        actions: &[String],
        thinking: Thinking<'_>,
    ) -> Result<Choice, Refusal>;

    /// What the game is worth to White, for a bar beside the board, and a hint for the seat to act.
    ///
    /// # Errors
    /// The setup or an action is refused, or the game is over.
    fn evaluate(
        &self,
        setup: &str,
        actions: &[String],
        limits: &Limits,
        cancel: &AtomicBool,
    ) -> Result<(Score, Choice), Refusal>;

    /// Thinks at full strength: as long as it is told, with a table that is kept between moves.
    ///
    /// # Errors
    /// The setup or an action is refused, or the game is over.
    fn think_fully(
        &self,
        setup: &str,
        actions: &[String],
        table: &mut SearchMemory,
        thinking: FullThinking<'_>,
    ) -> Result<View, Refusal>;

    /// An analysis in slices of up to [`crate::MAX_LINES`] lines, with a table for so many states.
    ///
    /// # Errors
    /// The setup or an action is refused, or the game is over.
    fn analyse(
        &self,
        setup: &str,
        actions: &[String],
        lines: usize,
        table: usize,
    ) -> Result<Box<dyn AnyAnalysis>, Refusal>;

    /// How many states of ordinary chess take as long as one of this game.
    fn effort(&self) -> u64;
}

/// How to think, and who wants to know.
pub struct Thinking<'a> {
    /// When to stop.
    pub limits: Limits,
    /// Whether an action may be chosen; the others are not looked at.
    pub is_allowed: &'a dyn Fn(&str) -> bool,
    /// Set it to stop at once.
    pub cancel: &'a AtomicBool,
    /// Hears of every completed depth.
    pub report: &'a mut dyn FnMut(&Choice),
}

/// How to think at full strength, and who wants to know.
pub struct FullThinking<'a> {
    /// When to stop, and with how much to think.
    pub effort: Effort,
    /// Whether an action may be chosen; the others are not looked at.
    pub is_allowed: &'a dyn Fn(&str) -> bool,
    /// Set it to stop at once.
    pub cancel: &'a AtomicBool,
    /// Hears of every line of every completed depth, with its number from 1 on and the states so far.
    pub report: &'a mut dyn FnMut(usize, &Line, u64),
}

/// The computer player of a game whose states can be evaluated: the only adapter from the typed trait to the
/// face by text.
pub struct Bot<V>(PhantomData<fn() -> V>);

impl<V> Bot<V> {
    /// The adapter holds nothing.
    pub const fn new() -> Bot<V> {
        Bot(PhantomData)
    }
}

impl<V> Default for Bot<V> {
    fn default() -> Bot<V> {
        Bot::new()
    }
}

impl<V: Evaluate> AnyBot for Bot<V> {
    fn variant(&self) -> &'static str {
        V::META.id
    }

    fn choose_within(
        &self,
        setup: &str,
        actions: &[String],
        level: u8,
        seed: u64,
        within: &Limits,
        cancel: &AtomicBool,
    ) -> Result<Choice, Refusal> {
        let game = replay::<V>(setup, actions)?;
        player::choose::<V>(&game, level, seed, within, cancel)
    }

    fn think(
        &self,
        setup: &str,
        actions: &[String],
        thinking: Thinking<'_>,
    ) -> Result<Choice, Refusal> {
        let Game { state, past } = replay::<V>(setup, actions)?;
        let Thinking {
            limits,
            is_allowed,
            cancel,
            report,
        } = thinking;
        let actions = V::legal(&state).filter(|action| is_allowed(&action.to_string()));
        let actions = actions.collect();
        let found = think_among::<V>(&state, actions, &past, &limits, cancel, &mut |progress| {
            report(&Choice::of::<V>(progress));
        });
        found.map(|found| Choice::of::<V>(&found)).ok_or_else(over)
    }

    fn evaluate(
        &self,
        setup: &str,
        actions: &[String],
        limits: &Limits,
        cancel: &AtomicBool,
    ) -> Result<(Score, Choice), Refusal> {
        let Game { state, past } = replay::<V>(setup, actions)?;
        let found = think::<V>(&state, &past, limits, cancel, &mut |_| {}).ok_or_else(over)?;
        let hint = Choice::of::<V>(&found);
        let score = match V::actor(&state) {
            Seat::White => hint.score,
            Seat::Black => hint.score.for_the_other(),
        };
        Ok((score, hint))
    }

    fn think_fully(
        &self,
        setup: &str,
        actions: &[String],
        table: &mut SearchMemory,
        thinking: FullThinking<'_>,
    ) -> Result<View, Refusal> {
        player::think_fully::<V>(setup, actions, table, thinking)
    }

    fn analyse(
        &self,
        setup: &str,
        actions: &[String],
        lines: usize,
        table: usize,
    ) -> Result<Box<dyn AnyAnalysis>, Refusal> {
        Ok(Box::new(Analysis::<V>::new(setup, actions, lines, table)?))
    }

    fn effort(&self) -> u64 {
        V::EFFORT
    }
}
