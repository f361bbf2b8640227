//! Where games and players are kept.
//!
//! A [`Store`] holds the records of games, append only and hash-chained; a short summary of every game
//! for lobbies; players and their accounts; and small values by name. [`MemoryStore`] keeps it all until
//! the program ends. [`SqliteStore`] keeps it in one file, and answers a write only when it would survive
//! a loss of power.
//!
//! A store knows no game by name and no rules; it does not even replay what it keeps.
//!
//! ```
//! use store::{MemoryStore, Page, Store};
//!
//! # async fn lobby() -> Result<(), store::StoreError> {
//! let store = MemoryStore::new();
//! assert!(store.live_games(Page::first(20)).await?.is_empty());
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

mod archive;
mod batch;
mod beginning;
mod cluster;
mod contract;
mod entry;
mod error;
mod figures;
mod listing;
mod memory;
mod player;
mod postgres;
mod sqlite;
#[cfg(feature = "testkit")]
pub mod testkit;
#[cfg(feature = "trial")]
pub mod trial;

pub use archive::{
    Archive, ArchivedEntry, ArchivedGame, Counts, begin_copy, complete_copy, finished_copy,
    unfinished_copy,
};
pub use beginning::{Begun, Behind};
pub use cluster::{Beat, Member, Members, NodeId, Presence};
pub use contract::{Store, StoreFuture};
pub use entry::{Entry, Space};
pub use error::{AccountError, AppendError, StoreError};
pub use figures::{Effort, Histogram, StoreFigures, Times};
pub use listing::{Page, Summary};
pub use memory::MemoryStore;
pub use player::{Account, Player};
pub use postgres::{Notifier, PostgresAddress, PostgresChannel, PostgresStore};
pub use session::Stage;
pub use sqlite::{Inspector, SqliteStore, database_in};
