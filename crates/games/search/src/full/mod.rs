//! Full strength: a search that takes every shortcut which a game allows ([`rules::Shortcuts`]), remembers between
//! moves, and thinks on several threads.
//!
//! The levels have a search of their own (`search`): what they choose must not change when this one learns something.
//!
//! Reading order: `worker` deepens and looks at the actions of the root, `node` looks below them, `quiet` at the end of
//! a line, and `order` decides what is looked at first. `threads` lets several workers share a table.

mod node;
mod order;
mod quiet;
mod threads;
mod worker;

pub use threads::Effort;
pub(crate) use threads::{deepen, look};
pub(crate) use worker::{Found, Root};
