//! Sessions from outside: cases to read, laws over random lives, and what tampering does.

mod cases;
mod chain;
mod counting;
mod laws;
mod pgn;
mod rematch;
mod resend;
mod support;
