//! Trees read from PGN and written as PGN.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod cases;
mod games;
mod generator;
mod plain;
mod round_trip;
