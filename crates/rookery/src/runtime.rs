//! What the tasks of a server run in.

use std::io;
use std::num::NonZero;

use tokio::runtime::{Builder, Runtime};

/// With one core one thread, otherwise a thread on each.
pub(crate) fn new() -> io::Result<Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut builder = match cores {
        1 => on_one_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.enable_all().build()
}

/// On one thread tasks take turns in the order in which they became ready, and those that the store has
/// answered come first. So those that have the same to do follow one another and find in the processor's
/// caches what they need. Threads that can share tasks would run the successor of each task first.
fn on_one_thread() -> Builder {
    let mut builder = Builder::new_current_thread();
    builder.global_queue_interval(1);
    builder
}
