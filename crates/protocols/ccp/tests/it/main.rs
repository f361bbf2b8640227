//! The line protocol: transcripts of both sides, limits, arbitrary input, and real sockets.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod arbitrary;
mod computer;
mod door;
mod harness;
mod limits;
mod nodes;
mod once;
mod play;
mod rates;
mod transcripts;
