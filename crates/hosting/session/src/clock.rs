//! Time controls and running clocks.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::Millis;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Clock {
    /// Nobody's time is counted.
    Untimed,
    /// Every turn completed adds some time.
    Fischer {
        /// The time at the beginning.
        initial: Millis,
        /// What a completed turn adds.
        increment: Millis,
    },
    /// In every turn the clock waits before it counts down; time not used is not kept.
    Delay {
        /// The time at the beginning.
        initial: Millis,
        /// How long it waits.
        delay: Millis,
    },
    /// Every turn has the same time, counted in days.
    Correspondence {
        /// How many.
        days: u32,
    },
}

impl Clock {
    /// Longer times than these are mistakes: thirty days at the beginning, one day per turn.
    const MAX_INITIAL: Millis = Millis::from_days(30);
    const MAX_PER_TURN: Millis = Millis::from_days(1);
    const MAX_DAYS: u32 = 365;

    /// Whether one can play with it: there is time at the beginning, and none of it is absurd.
    pub fn is_sound(self) -> bool {
        let initial_is_sound = |initial| (Millis(1)..=Clock::MAX_INITIAL).contains(&initial);
        match self {
            Clock::Untimed => true,
            Clock::Fischer { initial, increment } => {
                initial_is_sound(initial) && increment <= Clock::MAX_PER_TURN
            }
            Clock::Delay { initial, delay } => {
                initial_is_sound(initial) && delay <= Clock::MAX_PER_TURN
            }
            Clock::Correspondence { days } => (1..=Clock::MAX_DAYS).contains(&days),
        }
    }

    /// What a seat has at the beginning.
    fn initial(self) -> Millis {
        match self {
            Clock::Untimed => Millis::ZERO,
            Clock::Fischer { initial, .. } | Clock::Delay { initial, .. } => initial,
            Clock::Correspondence { days } => Millis::from_days(days.into()),
        }
    }

    /// How long a clock waits in each turn before it counts down.
    fn delay(self) -> Millis {
        match self {
            Clock::Delay { delay, .. } => delay,
            Clock::Untimed | Clock::Fischer { .. } | Clock::Correspondence { .. } => Millis::ZERO,
        }
    }

    /// What a seat has after its turn, if it had `left` at the end of it.
    fn after_turn(self, left: Millis) -> Millis {
        match self {
            Clock::Fischer { increment, .. } => left + increment,
            Clock::Correspondence { .. } => self.initial(),
            Clock::Untimed | Clock::Delay { .. } => left,
        }
    }
}

/// When the first clock of a game begins to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClockStart {
    /// After the second action: a player who has just been paired may still be on the way to the board.
    #[default]
    AfterTwoActions,
    /// As soon as both seats are taken.
    WhenSeated,
}

impl ClockStart {
    /// How many actions are played before a clock runs.
    pub(crate) const fn n_actions(self) -> usize {
        match self {
            ClockStart::AfterTwoActions => crate::decide::WARM_UP,
            ClockStart::WhenSeated => 0,
        }
    }

    /// Whether this is the usual start, which records do not mention.
    pub(crate) fn is_usual(&self) -> bool {
        *self == ClockStart::default()
    }
}

/// The clocks at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockReading {
    /// The time control.
    pub control: Clock,
    /// What each seat has left; none of it in an untimed game.
    pub left: Option<BySeat<Millis>>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// How long the running clock still waits before it counts down.
    pub waits: Millis,
}

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Clock,
    /// What each seat had when its clock was last started or stopped.
    left: BySeat<Millis>,
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    seat: Seat,
    since: Millis,
}

impl Clocks {
    pub(crate) fn new(control: Clock) -> Clocks {
        Clocks {
            control,
            left: BySeat::new_with(|_| control.initial()),
            running: None,
        }
    }

    /// What `seat` has left at `now`.
    pub(crate) fn left(&self, seat: Seat, now: Millis) -> Millis {
        match self.running {
            Some(running) if running.seat == seat => {
                self.left[seat] - (now - running.since - self.control.delay())
            }
            _ => self.left[seat],
        }
    }

    /// When the running clock runs out.
    pub(crate) fn flag_at(&self) -> Option<Millis> {
        self.running
            .map(|running| running.since + self.control.delay() + self.left[running.seat])
    }

    /// Lets the clock of the seat to act run. A seat that goes on acting is still in the same turn;
    /// otherwise the turn before is completed.
    pub(crate) fn pass(&mut self, now: Millis, to: Seat) {
        match self.running {
            Some(running) if running.seat == to => return,
            Some(running) => {
                let left = self.left(running.seat, now);
                self.left[running.seat] = self.control.after_turn(left);
            }
            None => {}
        }
        self.start(now, to);
    }

    /// Stops both clocks. A turn that was not completed adds nothing.
    pub(crate) fn stop(&mut self, now: Millis) {
        if let Some(running) = self.running {
            self.left[running.seat] = self.left(running.seat, now);
            self.running = None;
        }
    }

    /// Starts `seat`'s clock when none runs.
    pub(crate) fn start(&mut self, now: Millis, seat: Seat) {
        if self.control != Clock::Untimed {
            self.running = Some(Running { seat, since: now });
        }
    }

    /// Does not charge a span that has passed.
    pub(crate) fn forgive(&mut self, span: Millis) {
        if let Some(running) = &mut self.running {
            running.since = running.since + span;
        }
    }

    pub(crate) fn read(&self, now: Millis) -> ClockReading {
        let waits = self.running.map(|running| {
            let waited = now - running.since;
            self.control.delay() - waited
        });
        ClockReading {
            control: self.control,
            left: (self.control != Clock::Untimed)
                .then(|| BySeat::new_with(|seat| self.left(seat, now))),
            running: self.running.map(|running| running.seat),
            waits: waits.unwrap_or_default(),
        }
    }
}
