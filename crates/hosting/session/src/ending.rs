//! How a game ended.

use std::fmt;

use rules::{Outcome, Reason, Seat};
use serde::{Deserialize, Serialize};

/// Why a game is over, where it was not the rules that ended it.
pub mod reason {
    use rules::Reason;

    /// A player gave up.
    pub const RESIGNATION: Reason = Reason::new("resignation");
    /// A player's time ran out.
    pub const TIMEOUT: Reason = Reason::new("timeout");
    /// A player's time ran out, but the opponent could not have won any more.
    pub const TIMEOUT_INSUFFICIENT_MATERIAL: Reason = Reason::new("timeout_insufficient_material");
    /// Both wanted a draw.
    pub const DRAW_AGREEMENT: Reason = Reason::new("draw_agreement");
    /// A player went away and did not come back in time.
    pub const ABANDONMENT: Reason = Reason::new("abandonment");
    /// The game was called off before it had really begun.
    pub const ABORTED: Reason = Reason::new("aborted");
}

/// The result as it is written on a score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Score {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game does not count.
    #[serde(rename = "*")]
    None,
}

impl Score {
    /// The score of a game won by `seat`.
    pub const fn win(seat: Seat) -> Score {
        match seat {
            Seat::White => Score::White,
            Seat::Black => Score::Black,
        }
    }

    /// The score that is written like this.
    pub fn read(text: &str) -> Option<Score> {
        let scores = [Score::White, Score::Black, Score::Draw, Score::None];
        scores.into_iter().find(|score| score.as_str() == text)
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Score::White => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
            Score::None => "*",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a game ended and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// The result.
    pub score: Score,
    /// A stable `snake_case` word.
    pub reason: Reason,
}

/// Where a game is in its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stage {
    /// A seat is free.
    Open,
    /// It is being played.
    Running,
    /// It has ended.
    Over {
        /// How.
        ending: Ending,
    },
}

impl Ending {
    pub(crate) const fn win(seat: Seat, reason: Reason) -> Ending {
        Ending {
            score: Score::win(seat),
            reason,
        }
    }

    pub(crate) const fn draw(reason: Reason) -> Ending {
        Ending {
            score: Score::Draw,
            reason,
        }
    }

    pub(crate) const ABORTED: Ending = Ending {
        score: Score::None,
        reason: reason::ABORTED,
    };

    /// The seat that won, if one did.
    pub const fn winner(&self) -> Option<Seat> {
        match self.score {
            Score::White => Some(Seat::White),
            Score::Black => Some(Seat::Black),
            Score::Draw | Score::None => None,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            score: outcome.winner.map_or(Score::Draw, Score::win),
            reason: outcome.reason,
        }
    }
}
