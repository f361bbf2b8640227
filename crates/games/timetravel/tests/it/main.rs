//! Tests against readable data and laws over random play.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by stopping"
)]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

mod cases;
mod games;
mod legality;
mod pgn;
mod pictures;
mod random_players;
mod scenes;
mod texts;
mod vectors;
