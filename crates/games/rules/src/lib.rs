//! The contract every kind of chess fulfils.
//!
//! A rules crate implements the typed [`Variant`] trait. Everything that must not know which game is
//! played (server, storage, protocols, command line) uses the text face: [`AnyVariant`] starts games,
//! [`AnyGame`] is one state of one game. [`Erased`] is the only bridge between the two.
//!
//! The shared vocabulary is small on purpose: seats, status, outcome, action text and a picture.
//! There is no square, piece, move or board size in it, because the games disagree about all of them.
//!
//! This crate does no I/O, starts no tasks, reads no clock and holds no global state.
#![deny(missing_docs)]

mod any;
mod draw;
mod erased;
mod evaluate;
mod events;
mod judged;
mod perft;
mod refusal;
mod refusals;
mod replay;
mod scenario;
mod scene;
mod seat;
pub mod sheet;
mod status;
#[cfg(feature = "testkit")]
pub mod testkit;
mod variant;
mod variants;

pub use any::{AnyGame, AnyStep, AnyVariant, Offer};
pub use draw::draw;
pub use erased::Erased;
pub use evaluate::{Evaluate, Mixer, mix};
pub use events::Events;
pub use judged::Judged;
pub use perft::{divide, perft};
pub use refusal::{Explain, Refusal, RefusalKind};
pub use replay::{PlayedAction, Ply, Replay};
pub use scenario::{Scenario, Target, Work};
pub use scene::{
    Badge, Board, Cell, CellId, Mark, Moment, MomentKind, Scene, Shade, Shape, Spot, Timeline,
    Token,
};
pub use seat::{BySeat, Seat};
pub use status::{Outcome, Reason, Status};
pub use variant::{
    Explanation, FileForm, Meta, Note, Preset, Preview, ReadAndApplied, Step, Variant, Written,
};
pub use variants::Variants;
