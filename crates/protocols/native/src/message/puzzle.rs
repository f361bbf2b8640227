//! Puzzles: positions in which exactly one action is good.

use serde::{Deserialize, Serialize};

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PuzzleGoal {
    /// A win by force.
    Mate {
        /// Within so many own actions.
        actions: u32,
    },
    /// A position that wins, where everything else does not.
    Win,
    /// A position that holds, where everything else loses.
    Save,
}

/// A position in which exactly one action is good, at every turn of the solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleInfo {
    /// Its stable name.
    pub id: String,
    /// What is to be reached.
    pub goal: PuzzleGoal,
    /// How deep one has to look: 1 to 5.
    pub grade: u8,
    /// What it is an example of: a stable word of the variant.
    pub theme: String,
    /// The position text.
    pub setup: String,
    /// The solution, turn by turn.
    pub solution: Vec<PuzzleTurn>,
}

/// An action of the solver and what the opponent replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleTurn {
    /// The only good action.
    pub action: String,
    /// The reply: left out at the end, or where the solver goes on; several actions where a promotion is a decision
    /// of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub replies: Vec<String>,
}

/// The puzzle of a day in one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DailyPuzzle {
    /// The id of the variant.
    pub variant: String,
    /// The puzzle.
    pub puzzle: PuzzleInfo,
}
