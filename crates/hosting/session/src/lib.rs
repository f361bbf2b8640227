//! One game's life: who sits where, whose clock runs, what was proposed, how it ended.
//!
//! A [`Session`] is told a [`Command`] and the time, and *decides* which [`Record`]s that makes; a
//! session *evolves* by records and by nothing else. A host does this, in this order:
//!
//! 1. [`Session::decide`] the command; a [`Refusal`](rules::Refusal) is the answer to it and nothing happened;
//! 2. store the records durably, under the sequence number the session expects ([`Session::seq`]);
//! 3. [`Session::evolve`] by each of them; a host that kept the [`Plan`] of the decision carries it out instead,
//!    which comes to the same and computes the board only once;
//! 4. tell everybody;
//! 5. come back with [`Report::Tick`] when [`Session::deadline`] has come.
//!
//! The crate does no I/O, starts no tasks, reads no clock and holds no global state. It knows no game by
//! name either: the [`Created`] record says which is played, and a [`Lookup`] finds it.
#![deny(missing_docs)]
#![warn(clippy::wildcard_enum_match_arm)]

mod chain;
mod clock;
mod command;
mod decide;
mod ending;
mod evolve;
mod examine;
mod export;
mod ids;
mod json_text;
mod line;
mod pgn;
mod plan;
mod proposals;
mod recent_requests;
mod record;
mod refusal;
mod replay_error;
mod seating;
mod session;
mod time;
mod verify;
mod view;

pub use chain::{Hash, Sealed};
pub use clock::{Clock, ClockReading, ClockStart};
pub use command::{Ask, Command, Proposal, ProposalKind, Report};
pub use ending::{Ending, Score, Stage, reason};
pub use export::{ExportedLine, is_exported, to_json_lines};
pub use ids::{BadId, GameId, PlayerId, Tag};
pub use json_text::JsonText;
pub use pgn::{Imprint, to_file, to_pgn};
pub use plan::Plan;
pub use record::{Change, Created, Record, Sitter, VERSION};
pub use replay_error::ReplayError;
pub use rules::Ply;
pub use rules::listed_offers;
pub use session::{Lookup, Phase, Played, Session};
pub use time::Millis;
pub use verify::{Broken, Flaw, Verified, verify};
pub use view::{SeatView, View};
