//! Why a question is not answered, where the rules of a game have nothing against it.

use rules::refusals;

refusals! {
    /// Why a question is not answered.
    pub enum ExplorerRefusal {
        /// There is no such game here.
        UnknownVariant = "unknown-variant", "this server does not know that game";
        /// The game has no such preset.
        UnknownPreset {
            /// What was asked for.
            id: String,
        } = "unknown-preset", "there is no preset `{id}`";
        /// Nobody here plays this game.
        NoComputer = "no-computer", "there is no computer player to ask";
        /// The line is too long.
        TooManyActions {
            /// How many may be asked about.
            most: usize,
        } = "too-many-actions", "at most {most} actions can be looked at";
        /// Too many moves are prepared.
        TooManyPrepared {
            /// How many may be.
            most: usize,
        } = "too-many-actions", "at most {most} moves can be prepared";
        /// So many lines are not told.
        BadLineCount {
            /// How many may be asked for.
            most: usize,
        } = "bad-line-count", "from 1 to {most} lines can be asked for";
    }
}
