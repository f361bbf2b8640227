//! A legal action with everything that judging it found out.

use crate::AnyStep;

/// What [`crate::AnyGame::play`] says about a text that is a legal action.
pub struct Judged {
    /// The action text, as it is stored.
    pub action: String,
    /// The action as people write it.
    pub notation: String,
    /// What it leads to.
    pub step: AnyStep,
}
