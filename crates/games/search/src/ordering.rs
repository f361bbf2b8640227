//! Which action to look at first: a search that guesses well looks at far fewer states.

use rules::{Evaluate, Mixer};

use crate::limits::{MAX_DEPTH, Style};
use crate::table::{Mark, mark};

const HISTORY: usize = 1 << 12;
/// Actions of the past that are looked at where there are many: at the root, and below.
const WIDTH_AT_ROOT: usize = 40;
const WIDTH: usize = 8;
/// The rank of what an earlier search found best.
const BEST: i64 = 1 << 40;
/// The rank of what changes the balance, to which the gain is added.
const LOUD: i64 = 1 << 32;
const KILLER: i64 = 1 << 31;
/// Far-reaching actions come after those that change the balance now.
const DISTANT: i64 = 1 << 30;

/// What refuted the opponent's play so far.
pub(crate) struct Memory<A> {
    /// Two quiet actions for each distance from the root.
    killers: Vec<[Option<A>; 2]>,
    /// How often a quiet action was good, by a number of the action.
    history: Vec<u32>,
}

/// An action with what was seen of it before it is tried.
pub(crate) struct Candidate<A> {
    pub(crate) action: A,
    /// What it wins at first sight; see [`Evaluate::promise`].
    pub(crate) promise: i32,
    rank: i64,
}

/// All actions of a state, best guess first.
pub(crate) struct Candidates<A> {
    pub(crate) likely: Vec<Candidate<A>>,
    /// Far-reaching actions that are looked at only where all others lose.
    pub(crate) rest: Vec<Candidate<A>>,
}

impl<A: Clone + Eq + std::hash::Hash> Memory<A> {
    pub(crate) fn new() -> Memory<A> {
        Memory {
            killers: vec![[None, None]; 2 * MAX_DEPTH as usize],
            history: vec![0; HISTORY],
        }
    }

    /// Remembers a quiet action that was better than the opponent would allow.
    pub(crate) fn refuted(&mut self, action: &A, ply: usize, depth: i32) {
        if let Some([first, second]) = self.killers.get_mut(ply)
            && first.as_ref() != Some(action)
        {
            *second = first.replace(action.clone());
        }
        let weight = depth.unsigned_abs().pow(2);
        let slot = &mut self.history[index(action)];
        *slot = slot.saturating_add(weight);
        if *slot > 1 << 20 {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    pub(crate) fn is_killer(&self, action: &A, ply: usize) -> bool {
        let killers = self.killers.get(ply);
        killers.is_some_and(|killers| killers.iter().any(|killer| killer.as_ref() == Some(action)))
    }

    /// The best known action, what wins something, what refuted other lines, what was good before, and
    /// what is hardly ever wise, in this order.
    fn rank(&self, action: &A, promise: i32, best: Option<Mark>, ply: usize) -> i64 {
        let promise = i64::from(promise);
        if best.is_some_and(|best| best == mark(action)) {
            BEST
        } else if promise > 0 {
            LOUD + promise
        } else if promise < 0 {
            -1
        } else if self.is_killer(action, ply) {
            KILLER
        } else {
            i64::from(self.history[index(action)])
        }
    }
}

fn index(action: &impl std::hash::Hash) -> usize {
    Mixer::of(action) as usize & (HISTORY - 1)
}

/// Puts the actions of a state in order. With an exact style nothing is put aside.
pub(crate) fn arrange<V: Evaluate>(
    memory: &Memory<V::Action>,
    style: Style,
    state: &V::State,
    actions: Vec<V::Action>,
    best: Option<Mark>,
    ply: usize,
) -> Candidates<V::Action> {
    let candidate = |action: V::Action| {
        let promise = V::promise(state, &action);
        let rank = memory.rank(&action, promise, best, ply);
        Candidate {
            action,
            promise,
            rank,
        }
    };
    let all = actions.into_iter().map(candidate);
    let (mut distant, mut likely): (Vec<_>, Vec<_>) =
        all.partition(|candidate| style == Style::Strong && V::is_distant(&candidate.action));
    let mut rest = Vec::new();
    if !distant.is_empty() {
        rest = set_aside::<V>(state, &mut distant, ply);
        likely.append(&mut distant);
    }
    // Equal ranks keep the order of the rules, so that nothing depends on chance.
    likely.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    Candidates { likely, rest }
}

/// Keeps the most valuable of many far-reaching actions and gives the others. At the root they are tried
/// out, below first sight has to do.
fn set_aside<V: Evaluate>(
    state: &V::State,
    distant: &mut Vec<Candidate<V::Action>>,
    ply: usize,
) -> Vec<Candidate<V::Action>> {
    let width = if ply == 0 { WIDTH_AT_ROOT } else { WIDTH };
    if ply == 0 {
        let seat = V::actor(state);
        for candidate in distant.iter_mut().filter(|known| known.rank < BEST) {
            let after = V::play(state, &candidate.action);
            candidate.rank = i64::from(V::evaluate(&after, seat));
        }
    }
    distant.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    let others = distant.split_off(width.min(distant.len()));
    // They are not loud: what they win is not settled by what can be captured now.
    for candidate in distant.iter_mut().filter(|known| known.rank < BEST) {
        candidate.promise = candidate.promise.min(0);
        candidate.rank = candidate.rank.min(DISTANT);
    }
    others
}
