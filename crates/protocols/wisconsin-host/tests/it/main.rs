//! The protocol, spoken by real clients on real sockets.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod alerts;
mod client;
mod computer;
mod hall;
mod matches;
mod once;
mod original;
mod pages;
mod promotions;
mod refusals;
mod restart;
mod rewards;
mod sessions;
mod transcripts;
