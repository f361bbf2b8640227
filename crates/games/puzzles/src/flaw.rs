//! Why something is not the puzzle that it says it is.

use std::fmt;

use crate::puzzle::Goal;

/// Why something is not the puzzle that it says it is. Actions are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The setup is not a position of the game.
    Setup(String),
    /// There is nothing to decide.
    Over,
    /// An action of the solution is not legal.
    Illegal {
        /// Which.
        number: usize,
        /// The action.
        action: String,
    },
    /// An action of the solution is not one of whom the solution says.
    Turn {
        /// Which.
        number: usize,
    },
    /// The solution does not lead to the goal in as many actions as promised.
    GoalNotReached,
    /// The same could be had faster.
    Faster {
        /// At which action of the solution.
        number: usize,
    },
    /// Other actions reach the goal, or more actions than one.
    NotTheOnlyOne {
        /// At which action of the solution.
        number: usize,
        /// What reaches it.
        good: Vec<String>,
    },
    /// The search does not say what the goal says.
    NotProved {
        /// At which action of the solution.
        number: usize,
        /// What it says of the position after the solution's action and after the best other one.
        found: Option<(Goal, i32, i32)>,
    },
    /// It takes more than the states that a proof may look at.
    TooLarge {
        /// At which action of the solution.
        number: usize,
    },
    /// The theme is not that of the solution.
    Theme(&'static str),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Setup(why) => write!(f, "the setup is refused: {why}"),
            Flaw::Over => f.write_str("nobody is to act in the setup"),
            Flaw::Illegal { number, action } => {
                write!(f, "action {number}, `{action}`, is not legal")
            }
            Flaw::Turn { number } => write!(f, "action {number} is the other seat's"),
            Flaw::GoalNotReached => f.write_str("the solution does not lead to the goal"),
            Flaw::Faster { number } => write!(f, "there is a faster win at action {number}"),
            Flaw::NotTheOnlyOne { number, good } => {
                let good = good.join(" ");
                write!(
                    f,
                    "at action {number} not only the solution is good: [{good}]"
                )
            }
            Flaw::NotProved { number, found } => match found {
                Some((goal, value, others)) => write!(
                    f,
                    "at action {number} the search finds `{goal}` ({value}, others {others})"
                ),
                None => write!(f, "at action {number} the search finds no goal"),
            },
            Flaw::TooLarge { number } => {
                write!(f, "at action {number} the proof takes too many states")
            }
            Flaw::Theme(theme) => write!(f, "the theme of the solution is `{theme}`"),
        }
    }
}
