//! Wisconsin Chess: players build armies out of twenty-three kinds of pieces, seventeen of them new. Some
//! kinds have *characteristics* that change what happens around them.
//!
//! ```
//! use rules::{Seat, Variant};
//! use wisconsin::{Setup, Wisconsin};
//!
//! // The war on d4 takes its captor and its neighbours along.
//! let setup: Setup = "3r'a82k'e81/8/8/8/3W'd24/2N'b15/2P'c25/6K'e11 b -".parse().unwrap();
//! let state = Wisconsin::start(&setup).unwrap();
//! let step = Wisconsin::apply(&state, Seat::Black, &"d8d4".parse().unwrap()).unwrap();
//! let after = Wisconsin::setup(&step.state).to_string();
//! assert_eq!(after, "6k'e81/8/8/8/8/8/2P'c25/6K'e11 w d8d4 b 0");
//! ```
//!
//! Reading order: [`kind`](Kind) is the table of pieces, `characteristics` what they do to each other,
//! `moves` where they can go, `after` what a move leads to, `check` when a king is in danger, and
//! `state` how a game stands. Armies, collections and rewards stand apart from the board.
#![warn(clippy::wildcard_enum_match_arm)]

mod action;
mod after;
mod army;
mod bitboard;
mod board;
mod castling;
mod characteristics;
mod check;
mod collection;
mod computer;
mod en_passant;
mod evaluation;
mod event;
mod explain;
mod geometry;
mod illegal;
mod judge;
mod kind;
mod material;
mod moves;
mod notation;
mod paths;
mod piece;
mod puzzles;
mod reach;
mod repetition;
mod rewards;
mod scenarios;
mod scene;
mod setup;
mod square;
mod state;
mod variant;
mod wfen;

pub use action::{Action, Move};
pub use army::{Army, ArmyError, SLOTS, line_up};
pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::NoCastling;
pub use characteristics::Characteristic;
pub use characteristics::immunity::Immunity;
pub use characteristics::marks::Mark;
pub use collection::{COLLECTION_SLOTS, Collection, Enlisted, Hand, Picks, RequestError, enlist};
pub use computer::choose;
pub use event::{Cause, Event, captured};
pub use illegal::{Illegal, Placed};
pub use kind::{Base, Kind};
pub use paths::Mode;
pub use piece::Piece;
pub use repetition::Repetition;
pub use rewards::{Claim, ClaimError, Spoils, Streak, claim};
pub use setup::{Setup, Start};
pub use square::Square;
pub use state::{CONCEDED, QUIET_TURN_LIMIT, QUIET_TURNS, Standing, State};
pub use variant::Wisconsin;
pub use wfen::Wfen;
