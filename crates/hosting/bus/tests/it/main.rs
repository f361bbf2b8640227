//! What every bus promises, and does not.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod contract;
mod hub;
mod nats;
mod pg;
