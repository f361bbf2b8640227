//! The tree itself.

use rules::pgn::GameResult;
use rules::{Seat, Written};

use crate::comment::{Evaluation, clock, evaluation};

/// A game with its variations and everything that was written about it.
///
/// Nodes lie in one list, so that no depth of variations needs a deep stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The number of the game in its text and the line on which it begins, both counted from 1.
    pub place: (usize, usize),
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The canonical text of the position in which it begins.
    pub setup: String,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// How it ended, if that is written.
    pub result: Option<GameResult>,
    /// For a game whose score sheet holds something else than moves: the sheet.
    pub(crate) own_sheet: Option<String>,
    pub(crate) nodes: Vec<Node>,
    /// The first moves; the first of them is that of the main line.
    pub(crate) first: Vec<NodeId>,
}

/// A node, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub(crate) usize);

/// A move and what was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What is done.
    pub play: Play,
    /// The move as people write it.
    pub notation: String,
    /// The number of the move, and whose it is.
    pub turn: (u32, Seat),
    /// Whether it is the first action of its turn.
    pub begins_turn: bool,
    /// Judgements by their numbers.
    pub nags: Vec<u8>,
    /// Comments before it, at the beginning of a variation.
    pub before: Vec<String>,
    /// Comments after it.
    pub after: Vec<String>,
    pub(crate) parent: Option<NodeId>,
    /// What follows; the first goes on with the line of this node.
    pub(crate) next: Vec<NodeId>,
}

/// What is done in a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// A legal action.
    Action(String),
    /// An action after the game had ended by itself.
    AfterEnd(String),
    /// The turn is passed.
    Null,
}

/// The main line as a game that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    /// The game, as far as it can be played.
    pub written: Written,
    /// The first move of the main line that cannot: a null move, or a move after the end.
    pub cut: Option<NodeId>,
}

impl Node {
    /// The clock of the player who has moved, in milliseconds.
    pub fn clock(&self) -> Option<u64> {
        self.after.iter().find_map(|comment| clock(comment))
    }

    /// What a program thinks of the position after the move.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.after.iter().find_map(|comment| evaluation(comment))
    }

    /// What can follow; the first goes on with the line of this node.
    pub fn next(&self) -> &[NodeId] {
        &self.next
    }

    /// The node before; nothing for a first move.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

impl GameTree {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The first moves; the first of them is that of the main line.
    pub fn first(&self) -> &[NodeId] {
        &self.first
    }

    /// How many moves it has, those of variations included.
    pub fn n_moves(&self) -> usize {
        self.nodes.len()
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let first = self.first.first().copied();
        std::iter::successors(first, |id| self.node(*id).next.first().copied())
    }

    /// The value of a tag; empty if there is none.
    pub fn tag(&self, wanted: &str) -> &str {
        rules::pgn::tag(&self.tags, wanted)
    }

    /// Whether something was written about the game besides its moves, or it holds moves that cannot be played.
    pub fn is_annotated(&self) -> bool {
        let is_bare = |node: &Node| {
            let is_action = matches!(node.play, Play::Action(_));
            let texts = node.nags.len() + node.before.len() + node.after.len();
            is_action && texts == 0 && node.next.len() <= 1
        };
        self.first.len() > 1 || !self.comments.is_empty() || !self.nodes.iter().all(is_bare)
    }

    /// The main line as a game that can be played.
    pub fn flat(&self) -> Flat {
        let mut actions = Vec::new();
        let mut cut = None;
        for id in self.main_line() {
            match &self.node(id).play {
                Play::Action(action) => actions.push(action.clone()),
                Play::AfterEnd(_) | Play::Null => {
                    cut = Some(id);
                    break;
                }
            }
        }
        let written = Written {
            tags: self.tags.clone(),
            setup: self.setup.clone(),
            actions,
        };
        Flat { written, cut }
    }

    /// Adds a move after another, or as a first move.
    pub(crate) fn add(&mut self, parent: Option<NodeId>, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { parent, ..node });
        match parent {
            Some(parent) => self.nodes[parent.0].next.push(id),
            None => self.first.push(id),
        }
        id
    }
}
