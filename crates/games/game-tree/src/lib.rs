//! Games with everything that people write around them.
//!
//! A [`GameTree`] has a main line and variations, comments, judgements, clocks and evaluations. It also holds what no game
//! is played with, but what records and analyses have: null moves, and moves after a game had ended by itself. These are
//! in the tree alone, never in a session.
//!
//! [`TreeReader`] reads the games of a PGN text one after the other: a game that cannot be read is a fault with its number
//! and line, and the games after it are read. [`GameTree::to_pgn`] writes a game again.
//!
//! ```
//! use game_tree::TreeReader;
//!
//! let catalog = catalog::standard();
//! let text = "1. e4 {best by test} e5 (1... c5 $1) 2. Nf3 *";
//! let mut games = TreeReader::new(catalog.first().variant(), text);
//! let tree = games.next().unwrap().unwrap();
//! assert_eq!(tree.main_line().count(), 3);
//! assert_eq!(tree.to_pgn().trim(), "1. e4 { best by test } 1... e5 (1... c5 $1) 2. Nf3 *");
//! ```
//!
//! [`PlainTree`] is the same as a list of moves in JSON, for pages and programs that show a tree and change it.
#![deny(missing_docs)]

mod comment;
mod drawing;
mod plain;
mod read;
mod tree;
mod write;

pub use comment::{Evaluation, clock, evaluation};
pub use drawing::{Colour, Drawing};
pub use plain::{MAX_MOVES, PlainMove, PlainTree, Remarks};
pub use read::{Piece, TreeReader};
pub use rules::pgn::{GameResult, PgnFault, decode};
pub use tree::{Flat, GameTree, Node, NodeId, Play};

/// The tag by which a game whose sheets hold something else says that this one holds its moves, with variations.
pub const MOVES_TAG: &str = "MoveText";

/// The value of that tag.
pub(crate) const MOVES: &str = "actions";
