//! Everything this crate promises, checked from outside.

mod cases;
mod judging;
mod mirror;
mod perft;
mod pictures;
mod properties;
mod reference;
mod sample_game;
mod saves;
mod support;
mod texts;
mod undo;
mod vectors;
