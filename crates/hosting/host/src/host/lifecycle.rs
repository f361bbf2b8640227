//! Where a host is in its life.

use std::sync::atomic::{AtomicU8, Ordering};

/// Where a host is in its life. It only goes forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Lifecycle {
    /// Games that were being played before the start are being resumed.
    Resuming,
    /// All of them go on.
    Running,
    /// Players are being sent away: what passes from now on is charged to nobody.
    Closing,
    /// Games are being stopped, and no other starts.
    Stopped,
}

impl Lifecycle {
    const ALL: [Lifecycle; 4] = [
        Lifecycle::Resuming,
        Lifecycle::Running,
        Lifecycle::Closing,
        Lifecycle::Stopped,
    ];
}

/// A [`Lifecycle`] that many tasks read.
#[derive(Debug)]
pub(super) struct SharedLifecycle(AtomicU8);

impl SharedLifecycle {
    pub(super) fn new() -> SharedLifecycle {
        SharedLifecycle(AtomicU8::new(Lifecycle::Resuming as u8))
    }

    pub(super) fn now(&self) -> Lifecycle {
        of_number(self.0.load(Ordering::SeqCst))
    }

    /// Goes on to a later point of life, and gives the point before. A host never goes back.
    pub(super) fn advance(&self, to: Lifecycle) -> Lifecycle {
        of_number(self.0.fetch_max(to as u8, Ordering::SeqCst))
    }
}

/// Only numbers of [`Lifecycle::ALL`] are ever stored.
fn of_number(number: u8) -> Lifecycle {
    Lifecycle::ALL
        .into_iter()
        .find(|point| *point as u8 == number)
        .unwrap_or(Lifecycle::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_never_goes_back() {
        let lifecycle = SharedLifecycle::new();
        assert_eq!(lifecycle.advance(Lifecycle::Closing), Lifecycle::Resuming);
        assert_eq!(lifecycle.advance(Lifecycle::Running), Lifecycle::Closing);
        assert_eq!(lifecycle.now(), Lifecycle::Closing);
        assert_eq!(lifecycle.advance(Lifecycle::Stopped), Lifecycle::Closing);
        assert_eq!(lifecycle.now(), Lifecycle::Stopped);
    }
}
