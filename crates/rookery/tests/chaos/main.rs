//! Several nodes on one database, which die, stand still and are cut off while people play: nothing that was acknowledged
//! is lost, nothing happens twice, and everybody plays on.
//!
//! `cargo xtask chaos` does all of it for longer.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod bus;
mod charges;
#[allow(dead_code, reason = "these tests need only a part of it")]
#[path = "../it/child.rs"]
mod child;
mod clocks;
mod cluster;
mod fresh;
mod kills;
mod nats;
mod oracle;
mod outages;
mod partitions;
mod player;
mod proxy;
mod report;
mod rolling;
mod stalls;
mod standby;
mod table;
mod ticks;
mod unsaid;
mod world;

/// A number from the environment, for longer runs. Its name does not begin like the server's own settings, which would
/// be refused.
fn setting(name: &str, usual: usize) -> usize {
    let given = std::env::var(format!("CHAOS_{name}")).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
