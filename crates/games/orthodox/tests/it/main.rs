//! Orthodox chess, tested from outside.

// A helper of a test may stop it as well as the test itself.
#![allow(clippy::unwrap_used)]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

mod cases;
mod draws;
mod laws;
mod openings;
mod oracle;
mod perft;
mod pgn;
mod refusals;
mod text;
mod walk;
