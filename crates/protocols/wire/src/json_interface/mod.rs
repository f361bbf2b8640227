//! The JSON message interface: a client sends a move, the engine answers with all legal moves of the
//! side that is now to move. docs/protocol/json-interface.md describes it.
//!
//! [`Desk`] is the whole engine without its carrier: feed it lines, send what it gives back.

mod board;
mod clock;
mod desk;
mod failure;
mod request;
mod response;
mod strict_json;
mod table;

pub use desk::{ConnectionId, Desk, Outgoing, Referee};
pub use failure::Code;

/// The longest message, in bytes, without its line ending.
pub const MAX_MESSAGE: usize = 4096;
