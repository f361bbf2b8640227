//! What can go wrong, and how often it did.

use std::fmt;

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// What can go wrong in a simulated world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Fault {
            /// All of them.
            pub const ALL: [Fault; [$($text),+].len()] = [$(Fault::$name),+];

            /// What people call it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Fault::$name => $text,)+
                }
            }
        }
    };
}

faults! {
    /// The machine loses power at an await.
    Crash = "power cut",
    /// The server is stopped as its owner stops it.
    CleanStop = "clean stop",
    /// Writes that were not yet on the disk are lost with the power.
    LostWrites = "unsynced writes lost",
    /// A write that was not yet on the disk is there in part.
    TornWrite = "torn write",
    /// A write of which the store said that it failed is there after a crash.
    GhostWrite = "failed write survives",
    /// The disk does not take a write.
    FailedWrite = "failed write",
    /// The disk takes a write and does not confirm it.
    FailedSync = "failed sync",
    /// A write is done, and the store says that it failed.
    LostAnswer = "stored, answer lost",
    /// Nothing can be read.
    FailedRead = "failed read",
    /// The store has too much to do.
    Overload = "store overloaded",
    /// The disk is full for a while.
    FullDisk = "full disk",
    /// The disk is slow for a while.
    SlowDisk = "slow disk",
    /// A message takes seconds.
    Delay = "delayed message",
    /// A later request arrives before an earlier one.
    Reordering = "reordered requests",
    /// A request arrives twice.
    Duplicate = "duplicated request",
    /// A request does not arrive.
    LostRequest = "lost request",
    /// An answer does not arrive.
    LostReply = "lost reply",
    /// A client leaves while its request is being served, and nobody serves it any more.
    Abandoned = "request abandoned midway",
    /// A connection is cut.
    Cut = "cut connection",
    /// A client reads nothing for a while.
    SlowReader = "slow reader",
    /// The wall clock is set forward.
    ClockForward = "clock set forward",
    /// The wall clock is set back.
    ClockBack = "clock set back",
    /// The process stands still.
    Stall = "stalled process",
    /// Many clients do the same at the same moment.
    Storm = "storm of clients",
    /// The owner of the host decides about a player.
    Decision = "decision about a player",
}

/// How often things went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts([u64; Fault::ALL.len()]);

impl FaultCounts {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.0[fault as usize] += 1;
    }

    /// How often this went wrong.
    pub fn of(&self, fault: Fault) -> u64 {
        self.0[fault as usize]
    }

    /// How often anything went wrong.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds the counts of another world.
    pub fn merge(&mut self, other: &FaultCounts) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }
}

impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in Fault::ALL {
            writeln!(f, "  {:>9}  {}", self.of(fault), fault.name())?;
        }
        Ok(())
    }
}
