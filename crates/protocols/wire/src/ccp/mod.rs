//! The Chess Communication Protocol: lines of text between a server and the two players it has paired.
//!
//! [`Lines`] cuts bytes into lines, [`Request`] reads a client's line as far as it makes sense, [`Message`]
//! writes and reads the five messages exactly, and [`Session`] is the server's side of one pair of players:
//! it is told what arrived and when, and says what to do.
//!
//! The page `docs/protocol/ccp.md` describes the protocol.

mod coordinates;
mod fitness;
mod lines;
mod message;
mod player;
mod request;
mod session;
mod settings;
mod turn;
mod vote;

pub use coordinates::{Kind, Square};
pub use lines::{Line, Lines, MAX_LINE};
pub use message::{Message, Vote};
pub use player::{Arrival, MAX_EARLY};
pub use request::{Fault, Request};
pub use session::{Effect, Ending, Session};
pub use settings::{Disconnect, ErrorBase, Settings};
