//! One thread of a search at full strength: deepens step by step, and looks at the actions of the root.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rules::{Evaluate, Seat, Shortcuts};

use super::node::Query;
use super::order::{Candidates, Experience, Spot};
use crate::clock::Deadline;
use crate::limits::{Limits, MAX_DEPTH};
use crate::score::{INFINITE, MATE_BOUND};
use crate::table::{Mark, TranspositionTable, mark};

/// The clock is looked at once in so many states.
const CLOCK_INTERVAL: u64 = 64;
/// The clock is looked at after so many actions were found, however few states have them.
const CLOCK_ACTIONS: usize = 4096;
/// A state with more actions than this counts as several: finding and sorting them is what takes the time.
const MANY_ACTIONS: usize = 512;
/// What going back to an earlier state costs, each time, in games that do not end by it.
const TOLL: i32 = 30;
/// How far back a repetition is looked for.
const LONGEST_ROUND: usize = 120;
/// Half the width of the first guess of a value.
const GUESS: i32 = 18;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) cancel: &'a AtomicBool,
    /// Set when one thread has reached a limit, for the others.
    pub(super) done: &'a AtomicBool,
    /// States that all threads have looked at, as far as they have told.
    pub(super) nodes: &'a AtomicU64,
    pub(super) limits: &'a Limits,
    pub(super) shortcuts: Shortcuts,
}

/// A position to think about.
#[derive(Clone, Copy)]
pub(crate) struct Root<'a, V: Evaluate> {
    pub(crate) state: &'a V::State,
    /// The keys of the earlier states of the game, by [`Evaluate::place`].
    pub(crate) past: &'a [u64],
    /// Whether an action may be chosen.
    pub(crate) is_allowed: &'a dyn Fn(&V::Action) -> bool,
}

/// An action of the root with what follows.
#[derive(Clone)]
pub(crate) struct Found<A> {
    pub(crate) line: Vec<A>,
    pub(crate) value: i32,
}

pub(super) struct Worker<'a, V: Evaluate> {
    pub(super) table: &'a TranspositionTable,
    shared: &'a Shared<'a>,
    pub(super) experience: Experience,
    pub(super) shortcuts: Shortcuts,
    pub(super) reductions: Reductions,
    /// The keys of the game and of the line that is looked at.
    pub(super) path: Vec<u64>,
    /// How many of them belong to the game.
    n_past: usize,
    /// What the states of the line are worth at first sight.
    standings: Vec<i32>,
    /// The best line from each distance on.
    lines: Vec<Vec<V::Action>>,
    pub(super) nodes: u64,
    told: u64,
    n_actions: usize,
    pub(super) root_depth: i32,
    /// Whether a limit was reached; then values mean nothing any more.
    pub(super) stopped: bool,
}

impl<'a, V: Evaluate> Worker<'a, V> {
    pub(super) fn new(shared: &'a Shared<'a>, past: &[u64]) -> Worker<'a, V> {
        let plies = 2 * MAX_DEPTH as usize + 2;
        let n_past = past.len();
        Worker {
            table: shared.table,
            shared,
            experience: Experience::new(plies, shared.shortcuts.and(V::SHORTCUTS).exchange),
            shortcuts: shared.shortcuts.and(V::SHORTCUTS),
            reductions: Reductions::new(),
            path: past.to_vec(),
            n_past,
            standings: vec![-INFINITE; plies],
            lines: vec![Vec::new(); plies],
            nodes: 0,
            told: 0,
            n_actions: 0,
            root_depth: 1,
            stopped: false,
        }
    }

    /// Deeper than this no line goes.
    pub(super) fn deepest(&self) -> usize {
        2 * MAX_DEPTH as usize
    }

    /// Counts a state; gives whether the search is to stop.
    pub(super) fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) || self.limits().nodes < u64::MAX {
            self.look_up();
        }
        self.stopped
    }

    fn limits(&self) -> &'a Limits {
        self.shared.limits
    }

    /// Looks whether a limit was reached.
    fn look_up(&mut self) {
        let new = self.nodes - self.told;
        let all = self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.told = self.nodes;
        let is_full = all > self.limits().nodes;
        let is_checked = self.nodes.is_multiple_of(CLOCK_INTERVAL);
        let is_late = || {
            self.limits()
                .deadline
                .as_ref()
                .is_some_and(Deadline::has_passed)
        };
        self.stopped = self.stopped
            || is_full
            || self.shared.cancel.load(Ordering::Relaxed)
            || self.shared.done.load(Ordering::Relaxed)
            || is_checked && is_late();
    }

    /// Counts the actions that were found in a state; gives whether the search is to stop. Most states have so few
    /// that this changes nothing.
    pub(super) fn note_actions(&mut self, n_actions: usize) -> bool {
        self.nodes += (n_actions / MANY_ACTIONS) as u64;
        self.n_actions += n_actions;
        if self.n_actions >= CLOCK_ACTIONS {
            self.n_actions = 0;
            let deadline = self.limits().deadline.as_ref();
            self.stopped = self.stopped || deadline.is_some_and(Deadline::has_passed);
        }
        self.stopped
    }

    /// What a running game is worth at first sight.
    pub(super) fn assess(&self, state: &V::State, seat: Seat) -> i32 {
        V::assess(state, seat).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Whether quiet actions are quiet: in games where an exchange tells what is won, nothing else wins much. Where
    /// pieces have other ways to hurt, quiet actions are not left out.
    pub(super) fn is_calm(&self) -> bool {
        V::SHORTCUTS.exchange
    }

    /// Keeps what a state is worth at first sight; gives whether that is more than two actions before.
    pub(super) fn note_standing(&mut self, ply: usize, standing: i32) -> bool {
        self.standings[ply] = standing;
        standing > -INFINITE && ply >= 2 && standing > self.standings[ply - 2]
    }

    /// Whether a state was there before, in this line or in the game.
    pub(super) fn comes_again(&self, key: u64) -> bool {
        let from = self.path.len().saturating_sub(LONGEST_ROUND);
        self.path[from..].contains(&key)
    }

    pub(super) fn forget_line(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    /// The best line from here is this action with the best line after it.
    pub(super) fn note_line(&mut self, ply: usize, action: &V::Action) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(action.clone());
        if let Some(rest) = after.first() {
            line.extend(rest.iter().cloned());
        }
    }

    /// Looks at all allowed actions to this depth, around a guess of the value. An unfinished look counts as far as it
    /// went: the best action of the depth before is tried first, so that a change of mind has its reason. `None` if
    /// not even that one was finished.
    pub(super) fn root(
        &mut self,
        root: &Root<'_, V>,
        depth: i32,
        guess: Option<&Found<V::Action>>,
    ) -> Option<Found<V::Action>> {
        self.root_depth = depth;
        let value = guess.map_or(0, |guess| guess.value);
        let is_narrow = depth >= 4 && guess.is_some() && value.abs() < MATE_BOUND;
        let mut width = if is_narrow { GUESS } else { 2 * INFINITE };
        let mut known = guess.and_then(|guess| guess.line.first()).map(mark);
        let mut partial = None;
        loop {
            let alpha = (value - width).max(-INFINITE);
            let beta = (value + width).min(INFINITE);
            let found = self.actions(root, depth, (alpha, beta), known);
            if let Some(found) = &found
                && found.value > alpha
            {
                known = found.line.first().map(mark);
                partial = Some(found.clone());
            }
            let found = match (found, self.stopped) {
                (found, false) => found?,
                (_, true) => return partial,
            };
            if found.value > alpha && found.value < beta {
                return Some(found);
            }
            // A guess that was wrong once may be very wrong.
            width = if width > 400 { 2 * INFINITE } else { width * 4 };
        }
    }

    /// Looks at the allowed actions with one window; the best of those that were finished.
    fn actions(
        &mut self,
        root: &Root<'_, V>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        known: Option<Mark>,
    ) -> Option<Found<V::Action>> {
        let state = root.state;
        let seat = V::actor(state);
        let key = V::place(state);
        let known = known.or_else(|| self.table.find(key)?.best);
        let spot = Spot {
            ply: 0,
            seat,
            known,
            previous: 0,
        };
        let allowed = V::legal(state).filter(|action| (root.is_allowed)(action));
        let mut candidates = Candidates::new::<V>(&self.experience, state, allowed, &spot);
        self.note_actions(candidates.len());
        self.note_standing(0, self.assess(state, seat));
        self.path.push(key);
        let mut best: Option<Found<V::Action>> = None;
        let mut n_looked = 0;
        loop {
            let Some(index) = candidates.next() else {
                let lost = best.as_ref().is_none_or(|best| best.value <= -MATE_BOUND);
                if (lost || alpha >= MATE_BOUND) && candidates.take_rest() {
                    continue;
                }
                break;
            };
            let candidate = candidates.at(index);
            let after = V::play(state, &candidate.action);
            let toll = self.toll(&after);
            let raised = alpha.saturating_add(toll).min(beta - 1);
            let ask = |depth, alpha, beta| Query {
                depth,
                ply: 1,
                alpha,
                beta,
                previous: candidate.mark,
                passed: false,
            };
            let mut value;
            if n_looked == 0 {
                value = self.value(&after, seat, ask(depth - 1, raised, beta));
            } else {
                let late = n_looked >= 6 && depth >= 4 && candidate.promise <= 0;
                let reduction =
                    i32::from(late && self.shortcuts.reductions && !V::is_pressed(&after));
                value = self.value(&after, seat, ask(depth - 1 - reduction, raised, raised + 1));
                if value > raised && !self.stopped {
                    value = self.value(&after, seat, ask(depth - 1, raised, beta));
                }
            }
            if self.stopped {
                break;
            }
            n_looked += 1;
            if value.abs() < MATE_BOUND {
                value -= toll;
            }
            if best.as_ref().is_none_or(|best| value > best.value) {
                self.note_line(0, &candidate.action);
                let line = self.lines[0].clone();
                best = Some(Found { line, value });
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        self.path.truncate(self.n_past);
        best
    }

    /// What an action costs that leads to a state which was there before, more each time. Not every game
    /// ends by repetition, and two players who are content could go round for ever.
    fn toll(&self, after: &V::State) -> i32 {
        if self.shortcuts.repetition || self.n_past == 0 {
            return 0;
        }
        let key = V::place(after);
        let past = self.path[..self.n_past].iter();
        let times = past.filter(|seen| **seen == key).count();
        TOLL * i32::try_from(times).unwrap_or(i32::MAX).min(100)
    }
}

/// How much less far late actions are looked at, by depth and place in the list.
pub(super) struct Reductions(Vec<[i8; 64]>);

impl Reductions {
    fn new() -> Reductions {
        let of = |depth: usize, place: usize| {
            let (depth, place) = (depth.max(1) as f64, place.max(1) as f64);
            (0.6 + depth.ln() * place.ln() / 2.3) as i8
        };
        let row = |depth| std::array::from_fn(|place| of(depth, place));
        Reductions((0..64).map(row).collect())
    }

    pub(super) fn of(&self, depth: i32, place: usize) -> i32 {
        let row = &self.0[depth.clamp(0, 63) as usize];
        i32::from(row[place.min(63)])
    }
}
