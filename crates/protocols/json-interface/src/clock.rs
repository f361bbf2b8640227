//! The clocks of a game, driven by the times the caller names.

use rules::{BySeat, Seat};
use serde::Serialize;

/// What a `new_game` says about time.
#[derive(Clone, Copy)]
pub(super) struct Timing {
    pub(super) initial_ms: u64,
    pub(super) increment_ms: u64,
}

/// Two clocks, of which at most one runs.
#[derive(Clone)]
pub(super) struct Clock {
    increment_ms: u64,
    left_ms: BySeat<u64>,
    /// Whose clock runs, and since when.
    running: Option<(Seat, u64)>,
}

/// Both clocks as a message shows them.
#[derive(Clone, Serialize)]
pub(super) struct ClockFace {
    white_ms: u64,
    black_ms: u64,
    running: Option<Seat>,
}

impl Clock {
    pub(super) fn new(timing: Timing) -> Clock {
        Clock {
            increment_ms: timing.increment_ms,
            left_ms: BySeat {
                white: timing.initial_ms,
                black: timing.initial_ms,
            },
            running: None,
        }
    }

    pub(super) fn start(&mut self, seat: Seat, now: u64) {
        self.running = Some((seat, now));
    }

    /// Charges whoever is thinking and lets nobody's clock run.
    pub(super) fn stop(&mut self, now: u64) {
        if let Some((seat, _)) = self.running {
            self.left_ms[seat] = self.left_ms(seat, now);
            self.running = None;
        }
    }

    /// A move is complete: charge, add the increment, start the other clock.
    pub(super) fn press(&mut self, now: u64, next: Option<Seat>) {
        if let Some((seat, _)) = self.running {
            self.stop(now);
            self.left_ms[seat] += self.increment_ms;
        }
        self.running = next.map(|seat| (seat, now));
    }

    fn left_ms(&self, seat: Seat, now: u64) -> u64 {
        match self.running {
            Some((running, since)) if running == seat => {
                self.left_ms[seat].saturating_sub(now.saturating_sub(since))
            }
            _ => self.left_ms[seat],
        }
    }

    /// When the running clock reaches zero, and whose it is.
    pub(super) fn deadline(&self) -> Option<(u64, Seat)> {
        self.running
            .map(|(seat, since)| (since + self.left_ms[seat], seat))
    }

    pub(super) fn face(&self, now: u64) -> ClockFace {
        ClockFace {
            white_ms: self.left_ms(Seat::White, now),
            black_ms: self.left_ms(Seat::Black, now),
            running: self.running.map(|(seat, _)| seat),
        }
    }
}
