//! Engines of others, as players of ordinary chess. They run as processes and speak UCI.
//!
//! A player is configured by one text: the program, then options that are passed on to the engine, then
//! how long it may think: `stockfish;UCI_LimitStrength=true;UCI_Elo=1350;movetime=50`.

mod engine;
mod spec;

pub use engine::{Engine, EngineError, Question};
pub use spec::{EngineSpec, Pace, SpecError};
