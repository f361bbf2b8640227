//! A server in the same process and clients, for tests of every protocol.
#![allow(missing_docs, reason = "only tests use it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

pub mod client;
pub mod game;
pub mod http;
pub mod pattern;
