//! The nodes that share a store: who they are, and what each is to do.
//!
//! Nobody owns a game. What all nodes could do, such as ending a game whose time is up, is done by the one that a hash
//! of the game's id picks from the nodes that are alive. If two nodes pick differently for a moment, it is done twice, which
//! the store makes harmless.

mod about;
mod arrivals;
mod beats;
mod everywhere;
mod hearing;
mod lobby_sync;
mod recent;
mod remote_presence;
mod sweep;
mod takeover;
mod wire;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bus::{Alone, Bus, BusCounts};
use session::{GameId, Millis};
use store::{Member, NodeId};
use tokio::sync::watch;

use crate::{HostError, ids};

pub(crate) use about::Resume;
pub(crate) use arrivals::{Arrivals, Arriving};
pub(crate) use recent::RecentGames;
pub(crate) use remote_presence::RemotePresence;

/// How long a node may be silent before others take over what it did. A node that cannot say that it is alive for so
/// long sends its players away.
pub(crate) const DEAD: Millis = Millis::from_secs(4);

/// How much later than the node that is picked others do the same, in case it does not.
const SAFETY_NET: Millis = Millis(500);

/// A node of a cluster: its name, and how it talks to others.
#[derive(Clone)]
pub struct Node {
    /// The name, new at every start.
    pub id: NodeId,
    /// How it talks to others.
    pub bus: Arc<dyn Bus>,
}

impl Node {
    /// A node that is the only one on its store.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn alone() -> Result<Node, HostError> {
        Ok(Node {
            id: Node::new_id()?,
            bus: Arc::new(Alone),
        })
    }

    /// A name that no other node has.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new_id() -> Result<NodeId, HostError> {
        let id = NodeId::new(format!("n{}", ids::random(12)?));
        id.map_err(|why| HostError::Damaged {
            why: why.to_string(),
        })
    }
}

/// Whether a node can serve players, for the balancer that sends them there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// Games that were being played before the start are being resumed. Players can come.
    Resuming,
    /// The store does not do its part at the moment.
    NotStoring,
    /// It has not reached the store for so long that other nodes take over; it sends its players there.
    CutOff,
    /// It is about to stop.
    Closing,
}

impl Readiness {
    /// Whether players should be sent to it.
    pub fn is_ready(self) -> bool {
        match self {
            Readiness::Ready | Readiness::Resuming => true,
            Readiness::NotStoring | Readiness::CutOff | Readiness::Closing => false,
        }
    }
}

/// Numbers about a node among others, for metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Nodes that are alive, with this one.
    pub nodes: usize,
    /// Games in memory that other nodes may have in memory, too.
    pub replicas: usize,
    /// How often another node was faster to store something in a game.
    pub conflicts: u64,
    /// How often a game was read from the store because another node had stored something.
    pub catch_ups: u64,
    /// How often that was found only by looking, because no message had come.
    pub found_late: u64,
    /// How often a game had lost records that were known here.
    pub rewinds: u64,
    /// How many nodes were taken over from.
    pub takeovers: u64,
    /// How long the last sign of life took to be stored.
    pub beat: Duration,
    /// What has gone over the bus.
    pub bus: BusCounts,
}

/// The nodes that share a store, as one of them sees them.
pub(crate) struct Nodes {
    node: Node,
    is_alone: bool,
    view: Mutex<View>,
    n_alive: AtomicUsize,
    /// Whether the store could not be reached for so long that others take over.
    cut_off: watch::Sender<bool>,
    pub(crate) presence: RemotePresence,
    pub(crate) arrivals: Arc<Arrivals>,
    pub(crate) counters: NodeCounters,
    /// Games whose beginning, and whose end, was told here.
    pub(crate) begun: RecentGames,
    pub(crate) ended: RecentGames,
    /// From which time on a game goes on that was interrupted when all nodes were down.
    resume: Mutex<Option<Resume>>,
    /// Whether some node has not yet resumed all games.
    is_resuming: AtomicBool,
}

#[derive(Default)]
struct View {
    /// Those who are alive, by name; this one is always among them.
    alive: Vec<NodeId>,
    /// All that are known, as of the last beat.
    members: Vec<Member>,
    /// Those from which was taken over, or is being.
    taken_over: HashSet<NodeId>,
}

/// What [`NodeCounts`] is made of.
#[derive(Default)]
pub(crate) struct NodeCounters {
    pub(crate) conflicts: AtomicU64,
    pub(crate) catch_ups: AtomicU64,
    pub(crate) found_late: AtomicU64,
    pub(crate) rewinds: AtomicU64,
    pub(crate) takeovers: AtomicU64,
    pub(crate) beat_us: AtomicU64,
}

impl NodeCounters {
    pub(crate) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Nodes {
    pub(crate) fn new(node: Node) -> Nodes {
        let view = View {
            alive: vec![node.id.clone()],
            ..View::default()
        };
        Nodes {
            is_alone: node.bus.is_alone(),
            node,
            view: Mutex::new(view),
            n_alive: AtomicUsize::new(1),
            cut_off: watch::channel(false).0,
            presence: RemotePresence::default(),
            arrivals: Arc::default(),
            counters: NodeCounters::default(),
            begun: RecentGames::default(),
            ended: RecentGames::default(),
            resume: Mutex::default(),
            is_resuming: AtomicBool::new(false),
        }
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn id(&self) -> &NodeId {
        &self.node.id
    }

    /// Whether no other node can ever be there.
    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone
    }

    pub(crate) fn bus(&self) -> &Arc<dyn Bus> {
        &self.node.bus
    }

    /// How many nodes are alive, with this one.
    pub(crate) fn n_alive(&self) -> usize {
        self.n_alive.load(Ordering::Relaxed)
    }

    pub(crate) fn has_peers(&self) -> bool {
        self.n_alive() > 1
    }

    /// Whether this node is the one that is picked for a game.
    pub(crate) fn is_mine(&self, game: &GameId) -> bool {
        !self.has_peers() || self.pick(game.as_str()).as_ref() == Some(self.id())
    }

    /// The node that is picked for something.
    fn pick(&self, what: &str) -> Option<NodeId> {
        let view = self.view();
        let score = |node: &&NodeId| weight(node.as_str(), what);
        view.alive.iter().max_by_key(score).cloned()
    }

    /// How much later than its time something is done that is due in a game.
    pub(crate) fn delay(&self, game: &GameId) -> Millis {
        match self.is_mine(game) {
            true => Millis::ZERO,
            false => SAFETY_NET,
        }
    }

    /// From which time on games go on that were interrupted when all nodes were down.
    pub(crate) fn resume(&self) -> Option<Resume> {
        *self.resume.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_resume(&self, resume: Option<Resume>) {
        *self.resume.lock().unwrap_or_else(PoisonError::into_inner) = resume;
    }

    /// Whether another node still resumes games: until then nobody notes that all is well.
    pub(crate) fn is_anybody_resuming(&self) -> bool {
        self.is_resuming.load(Ordering::Relaxed)
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        *self.cut_off.borrow()
    }
}

/// How much a node is the one for something: the highest wins. All nodes have to compute the same, also of other versions.
fn weight(node: &str, what: &str) -> u64 {
    // FNV-1a, and then a finish that lets every bit count.
    let bytes = node.bytes().chain([0]).chain(what.bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_spread_and_only_those_of_a_node_that_goes_move() {
        let nodes = ["n1", "n2", "n3"];
        let pick = |nodes: &[&'static str], game: &str| {
            let best = nodes.iter().max_by_key(|node| weight(node, game));
            *best.unwrap()
        };
        let games: Vec<String> = (0..3000).map(|n| format!("game{n}")).collect();
        for node in nodes {
            let n_games = games.iter().filter(|game| pick(&nodes, game) == node);
            assert!((900..1100).contains(&n_games.count()), "{node}");
        }
        for game in &games {
            let before = pick(&nodes, game);
            assert!(
                before == "n3" || pick(&nodes[..2], game) == before,
                "{game}"
            );
        }
    }
}
