//! Dice that fall the same way on every machine, and players who throw them.

use rules::Variant;
use timetravel::{Action, State, TimeTravel};

/// A SplitMix64 generator.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `sides`.
    pub(crate) fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % sides as u64) as usize
    }
}

/// How a player chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Temper {
    /// Every legal action is equally likely, so most of them are jumps.
    Any,
    /// First what to do, with playing on the likeliest, then which.
    Forward,
}

impl Temper {
    pub(crate) fn choose(self, state: &State, dice: &mut Dice) -> Action {
        let legal: Vec<Action> = TimeTravel::legal(state).collect();
        let some: Vec<Action> = match self {
            Temper::Any => Vec::new(),
            Temper::Forward => {
                let sort = dice.throw(100);
                legal
                    .iter()
                    .copied()
                    .filter(|action| is_sort(*action, sort))
                    .collect()
            }
        };
        let from = if some.is_empty() { &legal } else { &some };
        from[dice.throw(from.len())]
    }
}

fn is_sort(action: Action, sort: usize) -> bool {
    match action {
        Action::Append(_) => sort < 60,
        Action::Replace { .. } => (60..75).contains(&sort),
        Action::Fill { .. } => (75..90).contains(&sort),
        Action::Accept | Action::Wait => sort >= 90,
    }
}
