//! What a host takes from the system besides time and a store: random numbers, and threads for long work.
//!
//! A simulation repeats a run by its seed. On its thread random numbers come from the seed, and long work is done at
//! once instead of on another thread.

use crate::HostError;

/// Fills bytes that nobody can guess.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), HostError> {
    #[cfg(feature = "testkit")]
    if repeatable::fill(bytes) {
        return Ok(());
    }
    getrandom::fill(bytes).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: format!("the system gives no random numbers: {why}"),
        })
    })
}

/// Whether long work is done at once, so that nothing depends on how fast threads are.
pub(crate) fn is_repeatable() -> bool {
    #[cfg(feature = "testkit")]
    return repeatable::is_on();
    #[cfg(not(feature = "testkit"))]
    false
}

#[cfg(feature = "testkit")]
pub use repeatable::make_repeatable;

#[cfg(feature = "testkit")]
mod repeatable {
    use std::cell::Cell;

    use sha2::{Digest, Sha256};

    thread_local! {
        /// The seed, and how many blocks of random bytes were made of it.
        static SEED: Cell<Option<(u64, u64)>> = const { Cell::new(None) };
    }

    /// From now on hosts on this thread take random numbers from a seed and start no threads: with a store and a
    /// runtime that do the same, everything they do can be repeated.
    pub fn make_repeatable(seed: u64) {
        SEED.set(Some((seed, 0)));
    }

    pub(super) fn is_on() -> bool {
        SEED.get().is_some()
    }

    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        let Some((seed, mut block)) = SEED.get() else {
            return false;
        };
        for chunk in bytes.chunks_mut(32) {
            let mut hasher = Sha256::new();
            hasher.update(seed.to_le_bytes());
            hasher.update(block.to_le_bytes());
            chunk.copy_from_slice(&hasher.finalize()[..chunk.len()]);
            block += 1;
        }
        SEED.set(Some((seed, block)));
        true
    }
}
