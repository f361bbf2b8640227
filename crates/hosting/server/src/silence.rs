//! Clients that say nothing.

use std::time::Duration;

use tokio::time::Instant;

/// A client that has said nothing for so long is asked for a sign of life.
const QUIET: Duration = Duration::from_secs(30);

/// Since when a client says nothing.
#[derive(Debug)]
pub(crate) struct Silence {
    last_heard: Instant,
    /// Since when we wait for a sign of life, if we do.
    asked_at: Option<Instant>,
}

/// What is to be done about a silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// It has not lasted long.
    Wait,
    /// The client is to be asked for a sign of life.
    Ask,
    /// The client was asked and has gone.
    GiveUp,
}

impl Silence {
    pub(crate) fn new() -> Silence {
        Silence {
            last_heard: Instant::now(),
            asked_at: None,
        }
    }

    /// The client has said something.
    pub(crate) fn end(&mut self, now: Instant) {
        self.last_heard = now;
        self.asked_at = None;
    }

    /// When to look again.
    pub(crate) fn due(&self) -> Instant {
        self.asked_at.unwrap_or(self.last_heard) + QUIET
    }

    /// What is to be done now. Whoever is to be asked has been, from here on.
    pub(crate) fn measure(&mut self) -> Measure {
        if self.due() > Instant::now() {
            return Measure::Wait;
        }
        match self.asked_at.replace(Instant::now()) {
            None => Measure::Ask,
            Some(_) => Measure::GiveUp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_is_quiet_is_asked_once_and_then_given_up() {
        let mut silence = Silence::new();
        assert_eq!(silence.measure(), Measure::Wait);
        tokio::time::advance(QUIET).await;
        assert_eq!(silence.measure(), Measure::Ask);
        assert_eq!(silence.measure(), Measure::Wait);
        silence.end(Instant::now());
        tokio::time::advance(QUIET).await;
        assert_eq!(silence.measure(), Measure::Ask);
        tokio::time::advance(QUIET).await;
        assert_eq!(silence.measure(), Measure::GiveUp);
    }
}
