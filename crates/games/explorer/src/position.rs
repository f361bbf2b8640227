//! A position to look at.

use rules::{Ply, Replay, Scene, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What some actions have led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    /// How many actions it took.
    pub n_actions: u32,
    /// The last of them; nothing at the start.
    pub last: Option<Ply>,
    /// What the last of them did on the board.
    pub events: Vec<Value>,
    /// Who acts next by the rules of the game, or how it ended by them.
    pub status: Status,
    /// The position text.
    pub setup: String,
    /// The picture.
    pub scene: Scene,
}

impl From<&Replay> for PositionView {
    fn from(line: &Replay) -> PositionView {
        let game = line.game();
        PositionView {
            n_actions: u32::try_from(line.played().len()).unwrap_or(u32::MAX),
            last: line.played().last().cloned(),
            events: line.events().to_json(),
            status: game.status(),
            setup: game.setup(),
            scene: game.scene(),
        }
    }
}
