//! How subscribers are told what happens.

use session::{Millis, Record, Session};

/// Something that happened in a game and is stored.
#[derive(Clone, Copy, Debug)]
pub struct Happening<'a> {
    /// The game afterwards.
    pub session: &'a Session,
    /// What was recorded.
    pub records: &'a [Record],
    /// How many actions of the game before are still there.
    pub kept: usize,
    /// Now.
    pub now: Millis,
}

/// A way of writing down what happens. Each is used once for all subscribers who read it.
#[derive(Debug)]
pub struct Edition {
    /// Writes a happening as one message.
    pub encode: fn(&Happening<'_>) -> String,
}
