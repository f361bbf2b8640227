//! Sessions from outside: cases to read, laws over random lives, and what tampering does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

mod cases;
mod chain;
mod counting;
mod laws;
mod leaving;
mod once;
mod pgn;
mod rematch;
mod resend;
mod support;
