//! The whole program with one more game than it comes with: `cargo run -p rookery --example fifth_game -- serve`.
//! The test `fifth_game` shows what is then true of it; here it can be looked at.

#[path = "../tests/fifth_game/hexapawn.rs"]
mod hexapawn;

use std::process::ExitCode;

use catalog::Entry;

fn main() -> ExitCode {
    rookery::run(&catalog::standard().with(Entry::of::<hexapawn::Hexapawn>()))
}
