//! What can differ between the pictures of two states.

use crate::{Scene, SceneChecksum, SceneDelta, Shape};

/// The pictures of two states of a game, without elements that both have. Boards, marks, notes and the timeline, whose
/// order counts, are whole in both or in neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneChange {
    /// Of the state before.
    pub before: Scene,
    /// Of the state after.
    pub after: Scene,
}

impl SceneChange {
    /// What leads from the whole picture before to that after, and the checksum of the latter, given that of the
    /// former. What both have would change neither.
    pub fn delta(&self, checksum: SceneChecksum) -> (SceneDelta, SceneChecksum) {
        self.before.delta_to(&self.after, checksum)
    }
}

impl Scene {
    /// A picture of nothing.
    pub const fn empty(shape: Shape) -> Scene {
        Scene {
            shape,
            boards: Vec::new(),
            cells: Vec::new(),
            spots: Vec::new(),
            tokens: Vec::new(),
            marks: Vec::new(),
            timeline: None,
            notes: Vec::new(),
        }
    }
}
