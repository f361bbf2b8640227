//! Thinking in slices: a page asks for so many states at a time, and what is known stays known between two slices.
//!
//! No clock and no thread is needed: the caller decides after each slice whether to go on.

use rules::{Evaluate, Refusal, Seat};

use crate::full::{Found, Root, look};
use crate::limits::{Limits, MAX_DEPTH};
use crate::player::{Game, over, replay_with};
use crate::score::{MATE, Score};
use crate::table::{SearchMemory, TranspositionTable};

/// Lines that can be asked for.
pub const MAX_LINES: usize = 5;

/// States that an analysis remembers, if nobody says otherwise: eight megabytes.
pub const ANALYSIS_TABLE: usize = 1 << 19;

/// One of the best actions, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The action texts, never empty.
    pub actions: Vec<String>,
    /// What the game is worth to the seat to act.
    pub score: Score,
    /// How many actions were looked ahead in full.
    pub depth: u32,
}

/// What an analysis knows so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seat to act, for which the scores are told.
    pub seat: Seat,
    /// The best lines, best first; as many as were asked for, or as there are actions. Empty until the first depth is
    /// finished.
    pub lines: Vec<Line>,
    /// The depth that was finished for all lines.
    pub depth: u32,
    /// How many states were looked at since the position was given.
    pub nodes: u64,
    /// Whether thinking longer changes nothing.
    pub is_finished: bool,
}

/// An analysis of one position after the other, by text.
pub trait AnyAnalysis: Send {
    /// Looks at about so many more states, and tells what is known then.
    fn think(&mut self, nodes: u64) -> View;

    /// Goes to another position and keeps what is remembered.
    ///
    /// # Errors
    /// The setup or an action is refused, or the game is over. Then the analysis stays where it is.
    fn turn_to(&mut self, setup: &str, actions: &[String], lines: usize) -> Result<(), Refusal>;
}

/// The analysis of one game.
pub(crate) struct Analysis<V: Evaluate> {
    table: SearchMemory,
    at: At<V>,
}

/// Where an analysis is.
struct At<V: Evaluate> {
    game: Game<V>,
    wanted: usize,
    /// What the last finished depth has found, and how often it is told.
    view: View,
    best: Vec<Found<V::Action>>,
    /// The depth that is being looked at, and what it has found.
    depth: u32,
    found: Vec<Found<V::Action>>,
}

impl<V: Evaluate> At<V> {
    fn new(setup: &str, actions: &[String], lines: usize) -> Result<At<V>, Refusal> {
        let game = replay_with::<V>(setup, actions, V::place)?;
        let n_actions = V::legal(&game.state).len();
        if n_actions == 0 {
            return Err(over());
        }
        let view = View {
            seat: V::actor(&game.state),
            lines: Vec::new(),
            depth: 0,
            nodes: 0,
            is_finished: false,
        };
        Ok(At {
            game,
            wanted: lines.clamp(1, MAX_LINES).min(n_actions),
            view,
            best: Vec::new(),
            depth: 1,
            found: Vec::new(),
        })
    }

    /// Looks for the next line of this depth; gives the states that this took, or nothing if they did not suffice.
    fn look(&mut self, table: &TranspositionTable, limits: &Limits) -> Option<u64> {
        let found = &self.found;
        let is_free =
            |action: &V::Action| !found.iter().any(|line| line.line[..1] == [action.clone()]);
        let root = Root {
            state: &self.game.state,
            past: &self.game.past,
            is_allowed: &is_free,
        };
        let guess = self.best.get(found.len());
        let guess = guess.filter(|guess| guess.line.first().is_some_and(is_free));
        let (line, nodes) = look::<V>(table, &root, self.depth, guess, limits);
        self.view.nodes += nodes;
        self.found.push(line?);
        if self.found.len() == self.wanted {
            self.finish_depth();
        }
        Some(nodes)
    }

    /// Takes the lines of a finished depth over and goes on to the next.
    fn finish_depth(&mut self) {
        self.best = std::mem::take(&mut self.found);
        self.best.sort_by_key(|line| std::cmp::Reverse(line.value));
        self.view.lines = self.best.iter().map(|line| line.told(self.depth)).collect();
        self.view.depth = self.depth;
        let depth = self.depth as i32;
        let decided = |line: &Found<V::Action>| MATE - line.value.abs() <= depth;
        self.view.is_finished = self.depth == MAX_DEPTH || self.best.iter().all(decided);
        self.depth += 1;
    }
}

impl<A: std::fmt::Display> Found<A> {
    /// The line by text.
    pub(crate) fn told(&self, depth: u32) -> Line {
        Line {
            actions: self.line.iter().map(ToString::to_string).collect(),
            score: Score::new(self.value),
            depth,
        }
    }
}

impl<V: Evaluate> Analysis<V> {
    pub(crate) fn new(
        setup: &str,
        actions: &[String],
        lines: usize,
        table: usize,
    ) -> Result<Analysis<V>, Refusal> {
        Ok(Analysis {
            at: At::new(setup, actions, lines)?,
            table: SearchMemory::new(table),
        })
    }
}

impl<V: Evaluate> AnyAnalysis for Analysis<V> {
    fn think(&mut self, nodes: u64) -> View {
        let mut left = nodes;
        while left > 0 && !self.at.view.is_finished {
            let limits = Limits {
                nodes: left,
                ..Limits::default()
            };
            let Some(used) = self.at.look(self.table.get(), &limits) else {
                break;
            };
            left = left.saturating_sub(used);
        }
        self.at.view.clone()
    }

    fn turn_to(&mut self, setup: &str, actions: &[String], lines: usize) -> Result<(), Refusal> {
        self.at = At::new(setup, actions, lines)?;
        self.table.grow_older();
        Ok(())
    }
}
