//! What became of a game that was to begin, and what others have done to games meanwhile.

use session::GameId;

/// What became of a game that was to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It has begun, and its seeks are gone.
    Now,
    /// It had begun before. Nothing was changed.
    Before,
    /// A seek is not there any more: it was cancelled, has expired, or has led to another game. Nothing was changed.
    NoSeek {
        /// The first that is missing.
        seek: GameId,
    },
}

/// A game that has other records than the caller knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behind {
    /// Which.
    pub game: GameId,
    /// How many it has; less than the caller knows if it does not have those that the caller knows. That happens when
    /// a database was replaced by one that has lost something, and the game has to be read again from its beginning.
    pub n_records: u64,
}
