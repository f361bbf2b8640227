//! The Chess Communication Protocol: lines of text between a server and the two players it has paired.
//!
//! [`Lines`] cuts bytes into lines, [`Request`] reads a client's line as far as it makes sense, [`Message`]
//! writes and reads the five messages exactly, and [`Session`] is the server's side of one pair of players:
//! it is told what arrived and when, and says what to do. The host judges the moves: [`Verdict`] is its answer.
//!
//! [`Protocol`] serves it on a TCP listener: `listener` pairs clients, `pair` serves two of them, `hosted` plays their
//! games as ordinary hosted games.
//!
//! The page `docs/protocol/ccp.md` describes the protocol.
#![deny(missing_docs)]

mod compatibility;
mod computer;
mod coordinates;
mod elsewhere;
mod hosted;
mod lines;
mod listener;
mod message;
mod pair;
mod player;
mod protocol;
mod request;
mod service;
mod session;
mod settings;
mod turn;
mod vote;

pub use coordinates::{Kind, Square};
pub use lines::{Lines, MAX_LINE, TextLine};
pub use message::{Message, Vote};
pub use player::{Arrival, MAX_EARLY};
pub use protocol::{Options, Protocol};
pub use request::{Fault, Request};
pub use session::{Effect, Ending, Session, Unstored, Verdict};
pub use settings::{Disconnect, ErrorBase, Settings};
