//! The clocks of a game as messages show them.

use rules::Seat;
use serde::Serialize;
use session::{ClockReading, Millis};

/// What a `new_game` says about time.
#[derive(Clone, Copy)]
pub(crate) struct Timing {
    pub(crate) initial_ms: u64,
    pub(crate) increment_ms: u64,
}

impl Timing {
    pub(crate) fn clock(self) -> session::Clock {
        session::Clock::Fischer {
            initial: Millis(self.initial_ms),
            increment: Millis(self.increment_ms),
        }
    }
}

/// Both clocks as a message shows them.
#[derive(Clone, Serialize)]
pub(crate) struct ClockFace {
    white_ms: u64,
    black_ms: u64,
    running: Option<Seat>,
}

impl ClockFace {
    /// `None` in a game without clocks.
    pub(crate) fn new(reading: &ClockReading) -> Option<ClockFace> {
        let left = reading.left.as_ref()?;
        Some(ClockFace {
            white_ms: left.white.0,
            black_ms: left.black.0,
            running: reading.running,
        })
    }
}
