//! Who acts next, or how the game ended.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Refusal, Seat};

/// Who acts next, or how the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Status {
    /// This seat decides next. It may be the seat that acted last: a promotion can be a decision of
    /// its own, and it can be owed by either side.
    ToAct(Seat),
    /// Nothing more can be done.
    Over(Outcome),
}

impl Status {
    /// The seat to act, while the game runs.
    pub fn to_act(&self) -> Option<Seat> {
        match self {
            Status::ToAct(seat) => Some(*seat),
            Status::Over(_) => None,
        }
    }

    /// The seat to act, for callers that need one.
    ///
    /// # Errors
    /// The game is over.
    pub fn seat_to_act(&self) -> Result<Seat, Refusal> {
        self.to_act().ok_or_else(Refusal::game_over)
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Status::ToAct(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}

/// The result of a game and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// A game won by `seat`.
    pub const fn win(seat: Seat, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(seat),
            reason,
        }
    }

    /// A game nobody won.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Seat::White) => "1-0",
            Some(Seat::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Why a game is over: a stable `snake_case` word. Games may add words of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// The side to act is in check and cannot escape.
    pub const CHECKMATE: Reason = Reason::new("checkmate");
    /// The side to act has no legal action and is not in check.
    pub const STALEMATE: Reason = Reason::new("stalemate");
    /// Nobody can mate any more with what is left.
    pub const INSUFFICIENT_MATERIAL: Reason = Reason::new("insufficient_material");
    /// The same position for the third time.
    pub const THREEFOLD_REPETITION: Reason = Reason::new("threefold_repetition");
    /// The same position for the fifth time.
    pub const FIVEFOLD_REPETITION: Reason = Reason::new("fivefold_repetition");
    /// Fifty moves of each side without a capture or pawn move.
    pub const FIFTY_MOVE_RULE: Reason = Reason::new("fifty_move_rule");
    /// Seventy-five moves of each side without a capture or pawn move.
    pub const SEVENTYFIVE_MOVE_RULE: Reason = Reason::new("seventyfive_move_rule");

    /// A reason by its stable word.
    pub const fn new(word: &'static str) -> Reason {
        Reason(Cow::Borrowed(word))
    }

    /// The stable word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
