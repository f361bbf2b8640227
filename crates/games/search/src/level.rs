//! The levels of computer players.

use crate::limits::Limits;

/// How a computer player is weakened.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Its number.
    pub number: u8,
    /// Its name for people.
    pub name: &'static str,
    /// How many actions it looks ahead.
    pub depth: u32,
    /// How many states of ordinary chess it looks at; games whose states take longer get fewer.
    pub nodes: u64,
    /// How many times in a hundred it acts without thinking.
    pub blunders: u8,
    /// How far off its judgement may be, in hundredths of a pawn.
    pub blur: u32,
}

/// The level that does not look ahead at all, in games that come with such a player.
pub const REFLEX: u8 = 0;

/// The strongest level that looks at a fixed number of states.
pub const STRONGEST: u8 = 8;

/// The level that thinks as long as it may, with every means: see [`crate::AnyBot::think_fully`].
pub const FULL_STRENGTH: u8 = 9;

/// Its name for people.
pub const FULL_STRENGTH_NAME: &str = "Full strength";

const fn level(
    number: u8,
    name: &'static str,
    depth: u32,
    nodes: u64,
    blunders: u8,
    blur: u32,
) -> Level {
    Level {
        number,
        name,
        depth,
        nodes,
        blunders,
        blur,
    }
}

/// All levels that search, from the weakest to the strongest. Those below 5 look a fixed number of
/// actions ahead and make mistakes on purpose; the others differ in how long they think. The last one takes the
/// seconds that a person takes, on one core of a usual machine.
#[rustfmt::skip]
pub const LEVELS: [Level; 8] = [
    //     name         depth   nodes  blunders  blur
    level(1, "Egg",         1,    2_000, 50, 150),
    level(2, "Hatchling",   1,    2_000, 20,  60),
    level(3, "Nestling",    2,    4_000, 10,  30),
    level(4, "Fledgling",   3,    8_000,  3,  15),
    level(5, "Jackdaw",    64,    9_000,  0,   8),
    level(6, "Crow",       64,   70_000,  0,   6),
    level(7, "Rook",       64,  350_000,  0,   4),
    level(8, "Raven",      64, 1_800_000, 0,   4),
];

impl Level {
    /// The level with this number.
    pub fn find(number: u8) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// How hard it thinks in a game whose states take `effort` times as long as those of chess.
    pub fn limits(&self, effort: u64, seed: u64) -> Limits {
        Limits {
            depth: self.depth,
            blur: self.blur,
            seed,
            ..Limits::to_nodes(self.nodes / effort.max(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_grow() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
        }
        for pair in LEVELS.windows(2) {
            assert!(pair[0].blunders >= pair[1].blunders && pair[0].blur >= pair[1].blur);
            assert!(pair[0].nodes <= pair[1].nodes || pair[0].depth < pair[1].depth);
        }
        assert!(Level::find(REFLEX).is_none() && Level::find(STRONGEST + 1).is_none());
    }
}
