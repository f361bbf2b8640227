//! What is answered.

use rules::{CellId, Explanation, Offer, Ply, Preview, Reach};
use serde::{Deserialize, Serialize};

use crate::{EngineLine, Evaluation, PositionView, VariantInfo};

/// The answer to a [`crate::Question`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reply {
    /// To `variants`.
    Variants {
        /// In the order in which people are offered them.
        variants: Vec<VariantInfo>,
    },
    /// To `look`.
    Looked(Box<Looked>),
    /// To `legal`.
    Legal {
        /// Action texts in a fixed order.
        actions: Vec<String>,
    },
    /// To `offers`.
    Offers {
        /// What can be done.
        offers: Vec<Offer>,
    },
    /// To `reach`.
    Reach {
        /// What may be prepared.
        reach: Vec<Reach>,
    },
    /// To `explain`.
    Explained {
        /// Nothing, where the game has nothing to say.
        explanation: Option<Explanation>,
    },
    /// To `preview`.
    Previewed {
        /// Nothing, where the game has nothing to say.
        preview: Option<Preview>,
    },
    /// To `read`.
    Read {
        /// The action text.
        action: String,
        /// The action as people write it.
        notation: String,
    },
    /// To `lines`.
    Lines {
        /// The best first; none before something was found.
        lines: Vec<EngineLine>,
        /// How many states have been looked at for them.
        states: u64,
        /// Whether thinking longer would change nothing.
        done: bool,
    },
    /// To `choose`.
    Chosen {
        /// The action text.
        action: String,
        /// The action as people write it.
        notation: String,
        /// What the position is worth.
        score: Evaluation,
    },
    /// To `sheet`.
    Sheet {
        /// The whole text.
        text: String,
    },
}

/// Everything there is to show of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Looked {
    /// The position text of the start.
    pub start: String,
    /// What the actions lead to.
    pub position: PositionView,
    /// What can be done then.
    pub offers: Vec<Offer>,
    /// Where there is too much to list: what can be pointed at first. The question `offers` gives the rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub more: Vec<CellId>,
    /// The actions of the line as people write them.
    pub line: Vec<Ply>,
    /// The place of a king that is in check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub check: Option<CellId>,
    /// The number of the first move; left out where that is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub first_move: Option<u32>,
}
