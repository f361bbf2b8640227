//! Stores from outside: one suite for all of them, and what only some can show.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archive;
mod contract;
mod failing;
mod folders;
mod group_commit;
mod killing;
mod many;
mod postgres;
#[cfg(target_os = "linux")]
mod power;
mod reopening;
mod support;
