//! Players who act at random, but the same in every run.

use rules::{SplitMix, Variant};
use timetravel::{Action, State, TimeTravel};

/// How a player chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Temper {
    /// Every legal action is equally likely, so most of them are jumps.
    Any,
    /// First what to do, with playing on the likeliest, then which.
    Forward,
}

impl Temper {
    pub(crate) fn choose(self, state: &State, random: &mut SplitMix) -> Action {
        let legal: Vec<Action> = TimeTravel::legal(state).collect();
        let some: Vec<Action> = match self {
            Temper::Any => Vec::new(),
            Temper::Forward => {
                let sort = random.below(100);
                legal
                    .iter()
                    .copied()
                    .filter(|action| is_sort(*action, sort))
                    .collect()
            }
        };
        let from = if some.is_empty() { &legal } else { &some };
        from[random.below(from.len())]
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
