//! The JSON message interface: a client sends a move, the engine answers with all legal moves of the
//! side that is now to move. docs/protocol/json-interface.md describes it.
//!
//! An [`Engine`] is a view of an ordinary [`host::Host`]: its games are hosted games like all others. A carrier gives
//! each [`Client`] what arrives, and sends what the client gives back.
#![deny(missing_docs)]

mod board;
mod bulletin;
mod client;
mod clock;
mod engine;
mod failure;
mod game_moment;
mod post;
mod protocol;
mod request;
mod response;
mod socket;
mod strict_json;

pub use client::{Client, Work};
pub use engine::Engine;
pub use failure::Code;
pub use protocol::Protocol;

/// The longest message, in bytes, without its line ending.
pub const MAX_MESSAGE: usize = 4096;
