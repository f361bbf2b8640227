//! Everything this crate promises, checked from outside.

mod perft;
mod vectors;
