//! Time-Travelling Chess: a turn is a move, or a change of a move of one's own past by a stronger piece.
//! After a change the [`Timeline`] runs through the record once more; what does not fit any longer turns
//! blank and waits to be filled.
//!
//! ```
//! use rules::{Seat, Variant};
//! use timetravel::{Setup, TimeTravel};
//!
//! let mut game = TimeTravel::start(&Setup::default())?;
//! for (seat, action) in [
//!     (Seat::White, "+e2e4"),
//!     (Seat::Black, "+e7e5"),
//!     (Seat::White, "1^g1f3"), // White's first move is now a knight move ...
//!     (Seat::Black, "+b8c6"),  // ... and Black, playing on, makes White pass.
//! ] {
//!     game = TimeTravel::apply(&game, seat, &action.parse()?)?.state;
//! }
//! assert_eq!(timetravel::history(game.timeline()), "1.Nf3 e5 2.-- Nc6");
//! # Ok::<(), timetravel::Illegal>(())
//! ```
//!
//! Reading order: a [`Position`] and its moves, a [`Record`] of a move, the [`Timeline`] that replays
//! records, the [`State`] of a game, then what judges, lists, performs and tells an [`Action`].
#![warn(clippy::wildcard_enum_match_arm)]

mod moves;
mod names;
mod position;

mod kinds;
mod record;
mod terminus;
mod timeline;

mod options;
mod state;

mod action;
mod change;
mod diagnosis;
mod illegal;
mod judge;
mod legal;
mod preview;

mod load;
mod setup;

mod notation;
pub mod pgn;
mod san;

mod evaluation;
mod events;
mod notes;
mod puzzles;
mod scene;

mod scenarios;
mod variant;

pub use action::{Action, Path};
pub use events::Event;
pub use illegal::{Fault, Illegal};
pub use kinds::{Comparison, Kinds, Order, compare, upgrades};
pub use names::MoveName;
pub use options::Options;
pub use position::Position;
pub use record::{Capture, Record, Token};
pub use san::{history, san};
pub use setup::{Setup, Written};
pub use state::{Cause, State, Verdict};
pub use terminus::{Ending, Terminus};
pub use timeline::{Lost, Slot, Timeline};
pub use variant::TimeTravel;
