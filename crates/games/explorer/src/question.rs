//! What can be asked.

use rules::{CellId, Premove, Seat};
use serde::{Deserialize, Serialize};

use crate::Place;

/// A question about a position. Nothing is changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Question {
    /// What can be played.
    Variants,
    /// The picture, the status, what can be done, and the whole line as people write it.
    Look {
        /// Of which position.
        place: Place,
        /// The moment of the timeline to be pictured; without it, or where there is none, the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        moment: Option<usize>,
    },
    /// All legal actions, as texts alone.
    Legal {
        /// In which position.
        place: Place,
    },
    /// What can be done after pointing at something, for positions in which there is too much to list.
    Offers {
        /// In which position.
        place: Place,
        /// What was pointed at.
        taps: Vec<CellId>,
    },
    /// What may be prepared out of turn.
    Reach {
        /// In which position.
        place: Place,
        /// By whom.
        seat: Seat,
        /// What has been prepared already, in order.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Premove>>", optional))]
        prepared: Vec<Premove>,
    },
    /// What affects a place of the board.
    Explain {
        /// In which position.
        place: Place,
        /// Which place of the board.
        cell: CellId,
    },
    /// What an action would do beyond the obvious.
    Preview {
        /// In which position.
        place: Place,
        /// Which action.
        action: String,
    },
    /// Which action a typed text means.
    Read {
        /// In which position.
        place: Place,
        /// What was typed.
        text: String,
    },
    /// The best lines that a computer finds.
    Lines {
        /// From which position.
        place: Place,
        /// How many, from 1 to 5.
        count: u32,
        /// For how many states it thinks, counted in those of ordinary chess. Where what was found is kept, it goes on from
        /// there; a server does not keep it and may think less.
        states: u64,
    },
    /// What a computer player does.
    Choose {
        /// In which position.
        place: Place,
        /// How strong it is.
        level: u8,
        /// Decides its mistakes and its taste.
        seed: u32,
    },
    /// The line as a score sheet with tags.
    Sheet {
        /// Which line.
        place: Place,
        /// Names and values that stand before it, such as the players.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<(String, String)>>", optional))]
        tags: Vec<(String, String)>,
        /// The result, such as `1-0` or `*`.
        result: String,
    },
}

impl Question {
    /// How many actions have to be played for it.
    pub fn n_actions(&self) -> usize {
        self.place().map_or(0, |place| place.actions.len())
    }

    /// For how many states a computer may have to think about it.
    pub fn states(&self) -> u64 {
        match self {
            Question::Lines { states, .. } => *states,
            Question::Choose { .. } => u64::MAX,
            Question::Variants
            | Question::Look { .. }
            | Question::Legal { .. }
            | Question::Offers { .. }
            | Question::Reach { .. }
            | Question::Explain { .. }
            | Question::Preview { .. }
            | Question::Read { .. }
            | Question::Sheet { .. } => 0,
        }
    }

    fn place(&self) -> Option<&Place> {
        match self {
            Question::Variants => None,
            Question::Look { place, .. }
            | Question::Legal { place }
            | Question::Offers { place, .. }
            | Question::Reach { place, .. }
            | Question::Explain { place, .. }
            | Question::Preview { place, .. }
            | Question::Read { place, .. }
            | Question::Lines { place, .. }
            | Question::Choose { place, .. }
            | Question::Sheet { place, .. } => Some(place),
        }
    }
}
