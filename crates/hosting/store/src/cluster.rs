//! The servers that share a store, and which of them a player is connected to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use session::{BadId, Millis, PlayerId};

use crate::Page;

/// The name of a running server: new whenever it starts, so that it never takes itself for the one before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(PlayerId);

impl NodeId {
    /// Accepts 1 to 64 visible ASCII characters.
    ///
    /// # Errors
    /// The text is something else.
    pub fn new(text: impl AsRef<str>) -> Result<NodeId, BadId> {
        PlayerId::new(text).map(NodeId)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a node says once a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Who it is.
    pub node: NodeId,
    /// Its own time. A store with a clock of its own does not need it.
    pub at: Millis,
    /// What other nodes should know of it, such as how to reach it. The store does not look into it.
    pub about: String,
}

/// A node as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who it is.
    pub node: NodeId,
    /// When it was last heard of, by the clock of the store.
    pub last_beat: Millis,
    /// How long ago that is.
    pub silence: Millis,
    /// What it said of itself.
    pub about: String,
}

/// All nodes that have not left, also those that are silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// The time by the clock that all nodes share. A store that only one machine can use has none: the machine's own
    /// clock is right.
    pub now: Option<Millis>,
    /// By their names, with the one that asks.
    pub nodes: Vec<Member>,
}

impl Members {
    /// Those who were heard of within this time.
    pub fn alive(&self, within: Millis) -> impl Iterator<Item = &Member> {
        self.nodes
            .iter()
            .filter(move |member| member.silence <= within)
    }

    /// Those who have been silent for longer.
    pub fn dead(&self, within: Millis) -> impl Iterator<Item = &Member> {
        self.nodes
            .iter()
            .filter(move |member| member.silence > within)
    }
}

/// A player is connected to a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Presence {
    /// Who.
    pub player: PlayerId,
    /// Where.
    pub node: NodeId,
}

/// The nodes of one process, for stores that no other machine can use: usually one. Nothing of it is stored.
#[derive(Default)]
pub(crate) struct LocalCluster {
    /// The latest time that a node has said.
    now: Millis,
    nodes: BTreeMap<NodeId, LocalNode>,
}

#[derive(Default)]
struct LocalNode {
    last_beat: Millis,
    about: String,
    players: BTreeSet<PlayerId>,
}

impl LocalCluster {
    pub(crate) fn beat(&mut self, beat: Beat) -> Members {
        self.now = self.now.max(beat.at);
        let node = self.nodes.entry(beat.node).or_default();
        node.last_beat = self.now;
        node.about = beat.about;
        let members = self.nodes.iter().map(|(node, local)| Member {
            node: node.clone(),
            last_beat: local.last_beat,
            silence: self.now - local.last_beat,
            about: local.about.clone(),
        });
        Members {
            now: None,
            nodes: members.collect(),
        }
    }

    pub(crate) fn leave(&mut self, node: &NodeId) {
        self.nodes.remove(node);
    }

    /// Players of a node that has not beaten yet or has left are not noted.
    pub(crate) fn see(&mut self, node: &NodeId, came: Vec<PlayerId>, went: &[PlayerId]) {
        if let Some(node) = self.nodes.get_mut(node) {
            for player in went {
                node.players.remove(player);
            }
            node.players.extend(came);
        }
    }

    pub(crate) fn present(&self, players: &[PlayerId], within: Millis) -> Vec<Presence> {
        let is_alive = |local: &LocalNode| self.now - local.last_beat <= within;
        let alive = self.nodes.iter().filter(|(_, local)| is_alive(local));
        let mut present: Vec<Presence> = alive
            .flat_map(|(node, local)| {
                let here = players
                    .iter()
                    .filter(|player| local.players.contains(*player));
                here.map(|player| Presence {
                    player: player.clone(),
                    node: node.clone(),
                })
            })
            .collect();
        present.sort();
        present.dedup();
        present
    }

    pub(crate) fn present_at(&self, node: &NodeId, after: Option<&PlayerId>) -> Vec<PlayerId> {
        let players = self.nodes.get(node).map(|local| &local.players);
        let players = players.into_iter().flatten();
        let rest = players.filter(|player| after < Some(*player));
        rest.take(Page::MAX as usize).cloned().collect()
    }
}
