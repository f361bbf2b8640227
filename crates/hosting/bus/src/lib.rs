//! What nodes that share a store tell each other.
//!
//! The store is the truth and a bus is only a hint: a message may be lost, may come twice, and may come late or in another order.
//! A listener can find out everything by asking the store, and does so now and then anyway. So a bus never
//! waits, never fails, and drops what there is no room for.
//!
//! [`Alone`] is for a single node and does nothing. [`PgBus`] uses `NOTIFY` of the database that the nodes share, and [`NatsBus`] a NATS
//! server.
#![deny(missing_docs)]

mod counters;
mod ear;
mod joined;
mod message;
mod nats;
mod pg;
#[cfg(feature = "testkit")]
pub mod testkit;

use std::sync::Arc;

use session::{GameId, Record};
use store::NodeId;

pub use counters::BusCounts;
pub use ear::Ear;
pub use nats::{BadNatsAddress, NatsAddress, NatsBus};
pub use pg::PgBus;

/// Messages that may wait to be sent, and to be read, at one node. When there are more, some are dropped and the nodes that miss them are told
/// that they have missed something.
pub const QUEUE: usize = 8192;

/// Carries what nodes tell each other. Nothing here waits.
pub trait Bus: Send + Sync {
    /// Whether there is nobody to tell anything, now and later.
    fn is_alone(&self) -> bool {
        false
    }

    /// From now on this node wants to hear what is stored in a game.
    fn join(&self, game: &GameId);

    /// This node no longer wants to hear of a game.
    fn leave(&self, game: &GameId);

    /// This node has stored records of a game.
    fn stored(&self, game: &GameId, records: &Arc<[Record]>);

    /// Tells other nodes something.
    fn tell(&self, topic: Topic, text: String);

    /// Where this node hears what others say. There is one listener: another call gives an end where nothing is heard.
    fn open(&self) -> Ear;

    /// What has gone through so far.
    fn counts(&self) -> BusCounts;
}

/// What a text is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The lobby.
    Lobby,
    /// Players, wherever they are.
    People,
    /// One node.
    Node(NodeId),
}

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Another node has stored records of a game that this one has joined.
    Stored {
        /// Which.
        game: GameId,
        /// How many records it has now.
        n_records: u64,
        /// The new ones; none if they are too long for a message.
        records: Vec<Record>,
    },
    /// Another node has said something.
    Said {
        /// About what.
        topic: Topic,
        /// What.
        text: String,
    },
    /// Something was missed. What it was is in the store.
    Gap,
}

/// The bus of a single node.
pub struct Alone;

impl Bus for Alone {
    fn is_alone(&self) -> bool {
        true
    }

    fn join(&self, _game: &GameId) {}

    fn leave(&self, _game: &GameId) {}

    fn stored(&self, _game: &GameId, _records: &Arc<[Record]>) {}

    fn tell(&self, _topic: Topic, _text: String) {}

    fn open(&self) -> Ear {
        Ear::deaf()
    }

    fn counts(&self) -> BusCounts {
        BusCounts::default()
    }
}
