//! The requests that were answered last.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{PlayerId, Tag};

/// How many requests of a game are remembered. A client resends what it has no answer to, which is its
/// last few requests, never one from long ago; so a long game need not keep all of them.
const REMEMBERED: usize = 64;

/// The tags of the last requests and the records they made.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentRequests {
    /// Of each answer, apart from them: all are looked at for every request, and together they are small.
    fingerprints: VecDeque<u32>,
    answers: VecDeque<Answered>,
}

#[derive(Clone, Debug)]
struct Answered {
    player: PlayerId,
    tag: Tag,
    seq: u64,
}

/// Tells most requests apart without comparing texts, which would take as long as judging a move.
fn fingerprint(player: &PlayerId, tag: &Tag) -> u32 {
    let mut hasher = DefaultHasher::new();
    (player, tag).hash(&mut hasher);
    hasher.finish() as u32
}

impl RecentRequests {
    pub(crate) fn find(&self, player: &PlayerId, tag: &Tag) -> Option<u64> {
        let wanted = fingerprint(player, tag);
        let alike = |(index, &found): (usize, &u32)| match found == wanted {
            true => self.answers.get(index),
            false => None,
        };
        let mut latest_first = self.fingerprints.iter().enumerate().rev().filter_map(alike);
        let is_it = |answer: &&Answered| answer.tag == *tag && answer.player == *player;
        latest_first.find(is_it).map(|answer| answer.seq)
    }

    pub(crate) fn remember(&mut self, player: PlayerId, tag: Tag, seq: u64) {
        if self.answers.len() == REMEMBERED {
            self.fingerprints.pop_front();
            self.answers.pop_front();
        }
        self.fingerprints.push_back(fingerprint(&player, &tag));
        self.answers.push_back(Answered { player, tag, seq });
    }
}
