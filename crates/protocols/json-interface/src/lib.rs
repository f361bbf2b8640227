//! The JSON message interface: a client sends a move, the engine answers with all legal moves of the
//! side that is now to move. docs/protocol/json-interface.md describes it.
//!
//! [`Desk`] is the whole engine without its carrier: feed it lines, send what it gives back.
#![deny(missing_docs)]

mod board;
mod carrier;
mod clock;
mod desk;
mod failure;
mod protocol;
mod request;
mod response;
mod service;
mod strict_json;
mod table;

pub use desk::{ConnectionId, Desk, Outgoing, Referee};
pub use failure::Code;
pub use protocol::Protocol;

/// The longest message, in bytes, without its line ending.
pub const MAX_MESSAGE: usize = 4096;
