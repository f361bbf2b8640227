//! Everything this crate promises, checked from outside.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod cases;
mod judging;
mod laws;
mod mirror;
mod perft;
mod pictures;
mod properties;
mod reference;
mod sample_game;
mod saves;
mod scenes;
mod support;
mod texts;
mod undo;
mod vectors;
