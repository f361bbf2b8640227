//! Computer players for every kind of chess.
//!
//! One search plays all games: it knows seats, actions and outcomes through [`rules::Variant`], and what a
//! state is worth through [`rules::Evaluate`]. It knows no game by name: [`Bot`] makes the player of any of them.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use search::{AnyBot, Bot};
//!
//! let bot = Bot::<orthodox::Orthodox>::new();
//! let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
//! let choice = bot.choose(mate, &[], 5, 1, &AtomicBool::new(false)).unwrap();
//! assert_eq!(choice.action, "a1a8");
//!
//! // A page thinks in slices, and keeps what it knows between them.
//! let mut analysis = bot.analyse("", &[], 3, search::ANALYSIS_TABLE).unwrap();
//! let mut view = analysis.think(2_000);
//! while view.depth < 3 {
//!     view = analysis.think(2_000);
//! }
//! assert_eq!(view.lines.len(), 3);
//! ```
//!
//! Reading order: [`Limits`] and [`Level`] say how hard to think; `search` thinks, with `table` and
//! `ordering` as its memory and `quiescence` as its horizon; `player` turns a level into a choice; `any`
//! is the face by text. [`solver`] is the slow and certain way to find forced wins, and [`uci`] talks to
//! engines of others.
//!
//! No player keeps state between two choices, so it can be asked from any number of threads. Only an analysis
//! ([`AnyBot::analyse`]) remembers: it thinks in slices, for pages without threads.

mod analysis;
mod any;
mod clock;
mod dice;
mod full;
mod level;
mod limits;
mod ordering;
mod player;
mod quiescence;
mod score;
mod search;
pub mod solver;
mod table;
pub mod uci;

pub use analysis::{ANALYSIS_TABLE, AnyAnalysis, Line, MAX_LINES, View};
pub use any::{AnyBot, Bot, FullThinking, Thinking};
pub use clock::{Clock, Deadline, system_clock};
pub use dice::Dice;
pub use full::Effort;
pub use level::{FULL_STRENGTH, FULL_STRENGTH_NAME, LEVELS, Level, REFLEX, STRONGEST};
pub use limits::{Limits, Style};
pub use player::{Choice, Game, replay};
pub use score::{MATE, Score};
pub use search::{Progress, think, think_among};
pub use table::{BYTES as STATE_BYTES, SearchMemory};
