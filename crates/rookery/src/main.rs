//! The binary: the command line over the catalog of all our games.

use std::process::ExitCode;

/// A move makes a few dozen small values and throws them away; this allocator does it in half the time
/// of the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rookery::run(&catalog::standard())
}
