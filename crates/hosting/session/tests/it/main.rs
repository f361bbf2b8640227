//! Sessions from outside: cases to read, laws over random lives, and what tampering does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

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
