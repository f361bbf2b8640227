//! The computer players, tested through what players see.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod analysis;
mod behaviour;
mod full;
mod games;
mod mates;
mod minimax;
mod past;
mod positions;
mod uci;
mod unchanged;

/// The computer players of all games.
fn bots() -> Vec<&'static dyn search::AnyBot> {
    let games = catalog::standard();
    games.iter().map(catalog::Entry::bot).collect()
}
