//! One side of a session: what has arrived from it, in order, and how it has behaved.

use std::collections::VecDeque;
use std::time::Duration;

use crate::{Request, Vote};

/// A client that sends more lines than this before it is asked has left for the server. Nobody who plays
/// needs so many.
pub const MAX_EARLY: usize = 64;

/// Something that happened on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A line that is not empty.
    Asked(Request),
    /// The end of the stream.
    Left,
}

#[derive(Debug, Default)]
pub(crate) struct Player {
    queue: VecDeque<Arrival>,
    /// Nothing counts any more that arrives after the end of the stream.
    ended: bool,
    pub(crate) vote: Option<Vote>,
    /// Left, or was made to, after the game had ended.
    pub(crate) gone: bool,
    pub(crate) errors: u32,
    /// When something sensible must have followed an error.
    pub(crate) retry_by: Option<Duration>,
    /// When somebody must have answered a vote that came while the game went on.
    pub(crate) early_vote_by: Option<Duration>,
}

impl Player {
    pub(crate) fn arrived(&mut self, arrival: Arrival) {
        if self.ended {
            return;
        }
        self.ended = arrival == Arrival::Left;
        self.queue.push_back(arrival);
        if self.queue.len() > MAX_EARLY {
            self.ended = true;
            self.queue.clear();
            self.queue.push_back(Arrival::Left);
        }
    }

    pub(crate) fn next(&self) -> Option<Arrival> {
        self.queue.front().copied()
    }

    pub(crate) fn take(&mut self) -> Option<Arrival> {
        self.queue.pop_front()
    }

    /// Whether the next thing from this player is a vote.
    pub(crate) fn votes(&self) -> bool {
        matches!(self.next(), Some(Arrival::Asked(Request::Replay(Ok(_)))))
    }

    /// Whether nothing more is to come from this player in a vote.
    pub(crate) fn decided(&self) -> bool {
        self.vote.is_some() || self.gone
    }

    pub(crate) fn forget_game(&mut self) {
        self.vote = None;
        self.errors = 0;
        self.retry_by = None;
    }
}
