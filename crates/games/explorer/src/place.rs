//! Where a question is asked: a start, and what was played from there.

use rules::pgn::is_null_move;
use rules::{AnyGame, AnyVariant, Refusal, Replay, Status};
use serde::{Deserialize, Serialize};

use crate::ExplorerRefusal;

/// The most actions of a line that is asked about.
pub const MAX_ACTIONS: usize = 600;

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Start {
    /// As with the first preset.
    Usual,
    /// From a preset; what is random in it, the server decides.
    Preset {
        /// Its id.
        id: String,
    },
    /// From a position text.
    Setup {
        /// The text.
        text: String,
    },
}

/// A position, as the line of actions that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The id of the variant.
    pub variant: String,
    /// Where the line begins.
    pub start: Start,
    /// Decides what is random in a preset; without it, it is always the same draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<u32>,
    /// Action texts, or what people would type for them; at most [`MAX_ACTIONS`].
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub actions: Vec<String>,
}

impl Place {
    /// Plays the line.
    pub(crate) fn replay(&self, variant: &dyn AnyVariant) -> Result<Replay, Refusal> {
        if self.actions.len() > MAX_ACTIONS {
            let most = MAX_ACTIONS;
            return Err(refused(&ExplorerRefusal::TooManyActions { most }));
        }
        let mut line = Replay::new(variant.begin(&self.setup(variant)?)?);
        for (index, action) in self.actions.iter().enumerate() {
            match studied(line.game(), action) {
                // No game is played like this, so the line begins anew with the state that it leads to.
                Some(game) => line = Replay::new(game),
                None => line.play(action).map_err(|why| self.told(&why, index))?,
            }
        }
        Ok(line)
    }

    /// Why an action is refused, and which one it is.
    fn told(&self, why: &Refusal, index: usize) -> Refusal {
        let shown: String = self.actions[index].chars().take(40).collect();
        let message = format!("action {}, {shown}: {}", index + 1, why.message);
        Refusal::new(&why.code, message)
    }

    fn setup(&self, variant: &dyn AnyVariant) -> Result<String, Refusal> {
        let seed = u64::from(self.seed.unwrap_or(0));
        match &self.start {
            Start::Usual => Ok(variant.usual_start(seed).setup),
            Start::Setup { text } => Ok(text.clone()),
            Start::Preset { id } => {
                let unknown = || refused(&ExplorerRefusal::UnknownPreset { id: id.clone() });
                variant.preset(id, seed).ok_or_else(unknown)
            }
        }
    }
}

/// Where an action leads that only people who study a game make: the turn is passed, or the game goes on after its end.
fn studied(game: &dyn AnyGame, action: &str) -> Option<Box<dyn AnyGame>> {
    match game.status() {
        _ if is_null_move(action) => game.null_move(),
        Status::ToAct(_) => None,
        Status::Over(_) => Some(game.play_after_end(action)?.step.game),
    }
}

pub(crate) fn refused(refusal: &ExplorerRefusal) -> Refusal {
    Refusal::from_illegal(refusal)
}
