//! Questions about positions of any kind of chess, as JSON.
//!
//! An [`Explorer`] is asked a [`Question`] and gives a [`Reply`] or a refusal. Nothing is stored: a question says where
//! a game begins and what was played from there ([`Place`]). The page asks its own copy of the rules, compiled to
//! WebAssembly, or the server: both are this crate, so both give the same answer.
//!
//! It does no I/O, starts no threads and reads no clock: how long it thinks is told in states ([`Explorer::answer`] has
//! a bound, for callers who answer strangers). [`Desk`] keeps what was found about the last position that was thought
//! about, so that thinking can be cut into slices.
#![deny(missing_docs)]

mod desk;
mod evaluation;
mod explorer;
mod lines;
mod listing;
mod place;
mod position;
mod question;
mod refusal;
mod reply;

pub use desk::Desk;
pub use evaluation::{Evaluation, ForcedWin};
pub use explorer::{Explorer, Game, MAX_PREPARED};
pub use lines::{Analysis, EngineLine, MAX_LINES};
pub use listing::{ComputerInfo, EngineInfo, FileInfo, PresetInfo, VariantInfo};
pub use place::{MAX_ACTIONS, Place, Start};
pub use position::PositionView;
pub use question::Question;
pub use refusal::ExplorerRefusal;
pub use reply::{Looked, Reply};
