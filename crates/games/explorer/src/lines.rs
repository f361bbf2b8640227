//! The best lines of a position, found in slices.

use std::sync::atomic::AtomicBool;

use rules::{AnyGame, Ply, Refusal, Replay, Seat};
use search::{AnyBot, Choice, Limits, Thinking};
use serde::{Deserialize, Serialize};

use crate::Evaluation;

/// The most lines of a position that can be asked for.
pub const MAX_LINES: usize = 5;

/// The states of one search are bounded by this, however long somebody asks for more.
const MAX_STATES: u64 = 1 << 40;

/// A line that a computer finds good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineLine {
    /// What it expects both sides to do, at least one action.
    pub plies: Vec<Ply>,
    /// What the position is worth, if this is played.
    pub score: Evaluation,
    /// How many actions were looked ahead in full.
    pub depth: u32,
}

/// A position that is thought about for as long as somebody asks.
pub struct Analysis {
    bot: &'static dyn AnyBot,
    setup: String,
    actions: Vec<String>,
    game: Box<dyn AnyGame>,
    seat: Seat,
    count: usize,
    /// States of this game that may be looked at by now, and those of the last search.
    allowed: u64,
    searched: u64,
    lines: Vec<EngineLine>,
    states: u64,
    is_done: bool,
}

impl Analysis {
    /// Nothing has been thought yet.
    ///
    /// # Errors
    /// The game is over.
    pub fn new(bot: &'static dyn AnyBot, line: &Replay, count: usize) -> Result<Analysis, Refusal> {
        let seat = line.game().status().seat_to_act()?;
        let played = line.played().iter().map(|ply| ply.action.clone());
        Ok(Analysis {
            bot,
            setup: line.start().setup(),
            actions: played.collect(),
            game: line.game().clone_game(),
            seat,
            count: count.clamp(1, MAX_LINES).min(line.game().count().max(1)),
            allowed: 0,
            searched: 0,
            lines: Vec::new(),
            states: 0,
            is_done: false,
        })
    }

    /// The best lines so far.
    pub fn lines(&self) -> &[EngineLine] {
        &self.lines
    }

    /// How many states have been looked at.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Whether thinking longer would change nothing.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Thinks for so many more states of ordinary chess.
    ///
    /// # Errors
    /// The rules refuse what they had judged before, which they never do.
    pub fn think(&mut self, states: u64) -> Result<(), Refusal> {
        let share = states / self.bot.effort().max(1) / self.count as u64;
        self.allowed = self.allowed.saturating_add(share.max(1)).min(MAX_STATES);
        // What a search knows is gone after it, so the next is worth its time when it may look at twice as many states.
        if self.is_done || self.allowed < self.searched.saturating_mul(2) {
            return Ok(());
        }
        self.searched = self.allowed;
        let mut found: Vec<EngineLine> = Vec::new();
        for _ in 0..self.count {
            let choice = self.search(&found)?;
            found.push(self.line(&choice)?);
        }
        // One action alone needs no thought, and nothing is deeper than a forced win that was seen to its end.
        self.is_done = found.iter().all(|line| line.score.win.is_some());
        self.lines = found;
        Ok(())
    }

    fn search(&mut self, found: &[EngineLine]) -> Result<Choice, Refusal> {
        let is_new = |action: &str| !found.iter().any(|line| line.plies[0].action == action);
        let thinking = Thinking {
            limits: Limits::to_nodes(self.searched),
            is_allowed: &is_new,
            cancel: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        let choice = self.bot.think(&self.setup, &self.actions, thinking)?;
        self.states += choice.nodes;
        Ok(choice)
    }

    fn line(&self, choice: &Choice) -> Result<EngineLine, Refusal> {
        let line = Replay::of(self.game.clone(), [choice.action.as_str()])?;
        Ok(EngineLine {
            plies: line.played().to_vec(),
            score: Evaluation::of_score(choice.score, self.seat),
            depth: choice.depth,
        })
    }
}
