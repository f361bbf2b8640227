//! When to have answered, by a clock that the caller brings: not every place where a search runs has the same one.

use std::time::Duration;

/// A clock that only goes forwards: the time since some moment of its own.
pub type Clock = fn() -> Duration;

/// A moment of a clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: Clock,
    at: Duration,
}

impl Deadline {
    /// So much later than now, by the given clock.
    pub fn after(clock: Clock, time: Duration) -> Deadline {
        let at = clock().saturating_add(time);
        Deadline { clock, at }
    }

    /// So much later than now, by the clock of the operating system. WebAssembly in a page has none: use
    /// [`Deadline::after`] there.
    pub fn within(time: Duration) -> Deadline {
        Deadline::after(system_clock, time)
    }

    /// Whether the moment has come.
    pub fn has_passed(&self) -> bool {
        (self.clock)() >= self.at
    }

    /// How long it still is.
    pub fn left(&self) -> Duration {
        self.at.saturating_sub((self.clock)())
    }

    /// The earlier of two deadlines of one clock.
    #[must_use]
    pub fn earlier(self, other: Deadline) -> Deadline {
        if other.at < self.at { other } else { self }
    }
}

/// The clock of the operating system.
pub fn system_clock() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_told_by_its_own_clock() {
        let stopped: Clock = || Duration::from_secs(5);
        assert!(Deadline::after(stopped, Duration::ZERO).has_passed());
        let later = Deadline::after(stopped, Duration::from_secs(1));
        assert!(!later.has_passed());
        assert_eq!(later.left(), Duration::from_secs(1));
        let sooner = Deadline::after(stopped, Duration::ZERO);
        assert!(later.earlier(sooner).has_passed() && sooner.earlier(later).has_passed());
    }
}
