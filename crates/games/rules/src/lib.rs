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
#![warn(clippy::wildcard_enum_match_arm)]

mod any;
#[doc(hidden)]
pub mod argument;
mod draw;
mod erased;
mod evaluate;
mod events;
mod judged;
mod listed_offers;
mod new_game;
mod note;
mod perft;
pub mod pgn;
mod plain_offers;
mod puzzling;
mod random;
mod refusal;
mod refusals;
mod replay;
mod scenario;
mod scene;
mod scene_change;
mod scene_checksum;
mod scene_delta;
mod seat;
pub mod sheet;
mod status;
#[cfg(feature = "testkit")]
pub mod testkit;
mod variant;
mod variants;

pub use any::{AnyGame, AnyStep, AnyVariant, Offer, UsualStart};
pub use argument::Args;
pub use draw::{draw, draw_board};
pub use erased::Erased;
pub use evaluate::{Evaluate, Mixer, Shortcuts, mix};
pub use events::Events;
pub use judged::Judged;
pub use listed_offers::listed_offers;
pub use new_game::NewGameLimits;
pub use note::Note;
pub use perft::{divide, perft};
pub use puzzling::{Proof, Puzzling, Theme};
pub use random::SplitMix;
pub use refusal::{Explain, Refusal, RefusalKind};
pub use replay::{PlayedAction, Ply, Replay};
pub use scenario::{Scenario, Target, Work};
pub use scene::{
    Badge, Board, Cell, CellId, Mark, Moment, MomentKind, Name, Scene, Shade, Shape, Spot,
    Timeline, Token,
};
pub use scene_change::SceneChange;
pub use scene_checksum::SceneChecksum;
pub use scene_delta::{Patch, SceneDelta, TimelineDelta};
pub use seat::{BySeat, Seat};
pub use status::{Outcome, Reason, Status};
pub use variant::{
    Applied, Explanation, FileForm, Meta, Premove, Preset, Preview, Reach, Step, Variant, Written,
};
pub use variants::Variants;
