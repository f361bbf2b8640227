//! The best lines of a position, found in slices.

use rules::{AnyGame, Ply, Refusal, Replay};
use search::{ANALYSIS_TABLE, AnyAnalysis, AnyBot, View};
use serde::{Deserialize, Serialize};

use crate::Evaluation;

/// The most lines of a position that can be asked for.
pub const MAX_LINES: usize = 5;

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
    search: Box<dyn AnyAnalysis>,
    effort: u64,
    game: Box<dyn AnyGame>,
    view: Option<View>,
}

impl Analysis {
    /// Nothing has been thought yet.
    ///
    /// # Errors
    /// The game is over.
    pub fn new(bot: &'static dyn AnyBot, line: &Replay, count: usize) -> Result<Analysis, Refusal> {
        let setup = line.start().setup();
        Ok(Analysis {
            search: bot.analyse(&setup, &actions(line), count, ANALYSIS_TABLE)?,
            effort: bot.effort().max(1),
            game: line.game().clone_game(),
            view: None,
        })
    }

    /// Goes to another position of the same game and keeps what is remembered.
    ///
    /// # Errors
    /// The game is over there. Then it stays where it is.
    pub fn turn_to(&mut self, line: &Replay, count: usize) -> Result<(), Refusal> {
        let setup = line.start().setup();
        self.search.turn_to(&setup, &actions(line), count)?;
        self.game = line.game().clone_game();
        self.view = None;
        Ok(())
    }

    /// Thinks for about so many more states of ordinary chess.
    pub fn think(&mut self, states: u64) {
        self.view = Some(self.search.think((states / self.effort).max(1)));
    }

    /// How many states have been looked at.
    pub fn states(&self) -> u64 {
        self.view.as_ref().map_or(0, |view| view.nodes)
    }

    /// Whether thinking longer would change nothing.
    pub fn is_done(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.is_finished)
    }

    /// The best lines so far, the best first; none before the first depth is finished.
    ///
    /// # Errors
    /// The rules refuse what they had offered to the search, which they never do.
    pub fn lines(&self) -> Result<Vec<EngineLine>, Refusal> {
        let Some(view) = &self.view else {
            return Ok(Vec::new());
        };
        let told = view.lines.iter().map(|line| {
            let replay = Replay::of(self.game.clone(), line.actions.iter().map(String::as_str))?;
            Ok(EngineLine {
                plies: replay.played().to_vec(),
                score: Evaluation::of_score(line.score, view.seat),
                depth: line.depth,
            })
        });
        told.collect()
    }
}

fn actions(line: &Replay) -> Vec<String> {
    line.played().iter().map(|ply| ply.action.clone()).collect()
}
