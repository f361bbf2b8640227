//! Tri-Dimensional Chess: three fixed boards above each other, and four attack boards that move.
//!
//! Seen from above, pieces move as on a flat board of sixty [`Column`]s. Levels only decide on which
//! [`Square`] of a column a move may end. So everything that is about movement, blocking and attack is
//! done with sets of columns, and squares matter for standing, landing and riding.
//!
//! ```
//! use rules::{Seat, Variant};
//! use tridim::Tridim;
//!
//! let state = Tridim::start(&Default::default()).unwrap();
//! assert_eq!(Tridim::legal(&state).len(), 20);
//! let step = Tridim::apply(&state, Seat::White, &"Na1W-b3N".parse().unwrap()).unwrap();
//! assert_eq!(Tridim::status(&step.state).to_act(), Some(Seat::Black));
//! ```
#![warn(clippy::wildcard_enum_match_arm)]

mod column;
mod pin;
mod sets;
mod square;

mod boards;
mod castling;
mod piece;
mod position;
mod preset;
mod promotion;

mod action;
mod judge;
mod key;
mod moves;
mod play;
mod state;

mod illegal;
mod load;
mod notation;
mod reading;
mod setup;
mod setup_problem;

mod evaluation;
mod explain;
mod history;
mod offers;
mod puzzles;
mod reach;
pub mod save;
mod scenarios;
mod scene;
mod story;
mod variant;

pub use action::{Action, BoardMove, PieceMove, Turn};
pub use boards::{BoardId, Boards};
pub use castling::{Rights, Wing};
pub use column::{Column, FILES};
pub use history::{History, Record};
pub use illegal::Illegal;
pub use moves::legal_turns;
pub use piece::{Kind, Past, Piece};
pub use pin::{Heading, Pin};
pub use position::Position;
pub use preset::Preset;
pub use promotion::{Corner, Standing, furthest_rank, plane};
pub use sets::{ColumnSet, SquareSet};
pub use setup::{BoardSetup, Due, Setup};
pub use setup_problem::SetupProblem;
pub use square::{Level, Main, Square};
pub use state::State;
pub use story::Event;
pub use variant::Tridim;
