//! Requests that were already answered.

use std::collections::VecDeque;

use crate::{PlayerId, Tag};

/// How many requests of a game are remembered. A client resends what it has no answer to, which is its
/// last few requests, never one from long ago; so a long game need not keep all of them.
const REMEMBERED: usize = 64;

/// The tags of the last requests and the records they made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered(VecDeque<Answer>);

#[derive(Clone, Debug)]
struct Answer {
    player: PlayerId,
    tag: Tag,
    seq: u64,
}

impl Answered {
    pub(crate) fn find(&self, player: &PlayerId, tag: &Tag) -> Option<u64> {
        let mut latest_first = self.0.iter().rev();
        latest_first
            .find(|answer| answer.tag == *tag && answer.player == *player)
            .map(|answer| answer.seq)
    }

    pub(crate) fn remember(&mut self, player: PlayerId, tag: Tag, seq: u64) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(Answer { player, tag, seq });
    }
}
