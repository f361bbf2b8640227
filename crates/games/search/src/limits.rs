//! How hard to think, and how.

use crate::clock::Deadline;

/// When to stop thinking: at whatever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many actions to look ahead before looking only at what is not quiet.
    pub depth: u32,
    /// How many states to look at.
    pub nodes: u64,
    /// When to have answered.
    pub deadline: Option<Deadline>,
    /// Entries that the table of known states may hold.
    pub table: usize,
    /// How far off the judgement of a state may be, in hundredths of a pawn.
    pub blur: u32,
    /// Decides how the judgement is off: the same seed thinks the same.
    pub seed: u64,
    /// Which shortcuts are taken.
    pub style: Style,
}

/// Which shortcuts a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All that make it stronger: it looks less far where little can be expected, and further where
    /// the position is not quiet.
    Strong,
    /// None that could change the result of looking at everything down to the depth, with this many
    /// more actions where the position is not quiet.
    Exact {
        /// How many actions to look ahead below the depth.
        quiescence: u32,
    },
}

/// Deeper than this nobody looks.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Entries of the table of known states, if nobody says otherwise: two megabytes.
pub(crate) const MAX_TABLE: usize = 1 << 17;

impl Default for Limits {
    /// No limit but the greatest depth.
    fn default() -> Limits {
        Limits {
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            deadline: None,
            table: MAX_TABLE,
            blur: 0,
            seed: 0,
            style: Style::Strong,
        }
    }
}

impl Limits {
    /// Looks so many actions ahead.
    pub fn to_depth(depth: u32) -> Limits {
        Limits {
            depth,
            ..Limits::default()
        }
    }

    /// The same, but not beyond another depth, number of states and deadline.
    #[must_use]
    pub fn within(self, other: &Limits) -> Limits {
        Limits {
            depth: self.depth.min(other.depth),
            nodes: self.nodes.min(other.nodes),
            deadline: self
                .deadline
                .into_iter()
                .chain(other.deadline)
                .reduce(Deadline::earlier),
            ..self
        }
    }

    /// Looks at so many states.
    pub fn to_nodes(nodes: u64) -> Limits {
        let entries = usize::try_from(nodes).unwrap_or(MAX_TABLE);
        Limits {
            nodes,
            table: entries.clamp(1 << 8, MAX_TABLE),
            ..Limits::default()
        }
    }
}
