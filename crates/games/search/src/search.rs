//! The search: iterative deepening, alpha-beta with a narrow window, a table of known states.
//!
//! Values are always told from the point of view of a seat, never by the parity of the depth: the seat
//! that acts after an action may be the same one, when a promotion is chosen afterwards or when the
//! opponent's move made it due.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{Evaluate, Seat, Status, mix};

use crate::clock::Deadline;
use crate::limits::{Limits, MAX_DEPTH, Style};
use crate::ordering::{Candidate, Candidates, Memory, arrange};
use crate::score::{INFINITE, MATE, MATE_BOUND, Score, of_outcome};
use crate::table::{Bound, TranspositionTable, mark, shifted};

/// The clock is looked at once in so many states.
const CLOCK_INTERVAL: u64 = 32;
/// The clock is looked at after so many actions were found, however few states have them.
const CLOCK_ACTIONS: usize = 4096;
/// A state with more actions than this counts as several: finding and sorting them is what takes the time.
const MANY_ACTIONS: usize = 512;
/// A state that is so much better than needed, for each action that is left to look ahead, is good
/// enough.
const MARGIN: i32 = 130;
/// What going back to an earlier state costs, each time.
const REPETITION: i32 = 30;

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Progress<A> {
    /// The best action.
    pub action: A,
    /// What the game is worth to the seat to act.
    pub score: Score,
    /// How many actions were looked ahead in full.
    pub depth: u32,
    /// How many states were looked at.
    pub nodes: u64,
}

/// What a value may lie between to be of interest.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    const FULL: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// The same for the other seat.
    pub(crate) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Asks only whether a value is above `alpha`.
    fn narrow(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }
}

/// Thinks about a running game; `None` when it is over. `past` holds the keys of its earlier states, and
/// `report` hears of every completed depth.
pub fn think<V: Evaluate>(
    state: &V::State,
    past: &[u64],
    limits: &Limits,
    cancel: &AtomicBool,
    report: &mut dyn FnMut(&Progress<V::Action>),
) -> Option<Progress<V::Action>> {
    let actions = V::legal(state).collect();
    think_among::<V>(state, actions, past, limits, cancel, report)
}

/// The same, where only some of the legal actions may be chosen.
pub fn think_among<V: Evaluate>(
    state: &V::State,
    actions: Vec<V::Action>,
    past: &[u64],
    limits: &Limits,
    cancel: &AtomicBool,
    report: &mut dyn FnMut(&Progress<V::Action>),
) -> Option<Progress<V::Action>> {
    let mut search = Search::<V>::new(limits, past, cancel);
    search.note_actions(actions.len());
    let mut root = arrange::<V>(&search.memory, limits.style, state, actions, None, 0);
    let mut progress = Progress {
        action: root.likely.first()?.action.clone(),
        score: Score::new(V::evaluate(state, V::actor(state))),
        depth: 0,
        nodes: 0,
    };
    for depth in 1..=limits.depth.min(MAX_DEPTH) {
        let Some(best) = search.root(state, &mut root, depth as i32) else {
            break;
        };
        progress.action = root.likely[0].action.clone();
        progress.score = Score::new(best);
        progress.nodes = search.nodes;
        if search.stopped {
            break;
        }
        progress.depth = depth;
        report(&progress);
        let decided = (MATE - best.abs()) <= depth as i32;
        if decided {
            break;
        }
    }
    progress.nodes = search.nodes;
    Some(progress)
}

pub(crate) struct Search<'a, V: Evaluate> {
    pub(crate) limits: &'a Limits,
    past: &'a [u64],
    cancel: &'a AtomicBool,
    table: TranspositionTable,
    pub(crate) memory: Memory<V::Action>,
    pub(crate) nodes: u64,
    /// Actions that were found since the clock was last looked at.
    n_actions: usize,
    /// Whether a limit was reached; then values mean nothing any more.
    pub(crate) stopped: bool,
}

impl<'a, V: Evaluate> Search<'a, V> {
    fn new(limits: &'a Limits, past: &'a [u64], cancel: &'a AtomicBool) -> Search<'a, V> {
        Search {
            limits,
            past,
            cancel,
            table: TranspositionTable::new(limits.table),
            memory: Memory::new(),
            nodes: 0,
            n_actions: 0,
            stopped: false,
        }
    }

    pub(crate) fn is_strong(&self) -> bool {
        self.limits.style == Style::Strong
    }

    fn is_late(&self) -> bool {
        let deadline = self.limits.deadline.as_ref();
        deadline.is_some_and(Deadline::has_passed)
    }

    /// Counts a state; gives whether the search is to stop.
    pub(crate) fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.stopped = self.stopped
            || self.nodes > self.limits.nodes
            || self.cancel.load(Ordering::Relaxed)
            || self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.is_late();
        self.stopped
    }

    /// Counts the actions that were found in a state; gives whether the search is to stop. Most states have so few
    /// that this changes nothing.
    pub(crate) fn note_actions(&mut self, n_actions: usize) -> bool {
        self.nodes += (n_actions / MANY_ACTIONS) as u64;
        self.n_actions += n_actions;
        if self.n_actions >= CLOCK_ACTIONS {
            self.n_actions = 0;
            self.stopped = self.stopped || self.is_late();
        }
        self.stopped
    }

    /// What a running game is worth to a seat at first sight, blurred for weaker players. The blur
    /// depends on the state alone, so that the same state is always misjudged in the same way.
    pub(crate) fn judge(&self, state: &V::State, seat: Seat) -> i32 {
        let value = V::evaluate(state, seat).clamp(1 - MATE_BOUND, MATE_BOUND - 1);
        if self.limits.blur == 0 {
            return value;
        }
        let span = u64::from(2 * self.limits.blur + 1);
        let chance = mix(V::key(state) ^ mix(self.limits.seed)) % span;
        let off = chance as i32 - self.limits.blur as i32;
        value + if seat == Seat::White { off } else { -off }
    }

    /// Looks below each action of the root and puts the best one first. An unfinished look counts as
    /// far as it went: the best action of the depth before is tried first, so that a change of mind has
    /// its reason. `None` if not even that one was finished.
    fn root(
        &mut self,
        state: &V::State,
        root: &mut Candidates<V::Action>,
        depth: i32,
    ) -> Option<i32> {
        let seat = V::actor(state);
        let mut window = Window::FULL;
        let mut best = None;
        let mut index = 0;
        while index < root.likely.len() || self.needs_rest(root, best, window) {
            let after = V::play(state, &root.likely[index].action);
            let toll = self.toll(&after);
            let raised = Window {
                alpha: window.alpha.saturating_add(toll),
                ..window
            };
            let value = self.step(&after, seat, depth - 1, 1, raised, index);
            if self.stopped {
                break;
            }
            let value = if value.abs() < MATE_BOUND {
                value - toll
            } else {
                value
            };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                window.alpha = value;
                root.likely[..=index].rotate_right(1);
            }
            index += 1;
        }
        best
    }

    /// What an action costs that leads to a state which was there before, more each time. Not every game
    /// ends by repetition, and two players who are content could go round for ever.
    fn toll(&self, after: &V::State) -> i32 {
        if self.past.is_empty() {
            return 0;
        }
        let key = V::key(after);
        let times = self.past.iter().filter(|seen| **seen == key).count();
        REPETITION * i32::try_from(times).unwrap_or(i32::MAX).min(100)
    }

    /// Where everything likely loses by force, all other actions become likely; and also where only a
    /// faster win than the one in hand is looked for.
    fn needs_rest(
        &self,
        candidates: &mut Candidates<V::Action>,
        best: Option<i32>,
        window: Window,
    ) -> bool {
        let lost = best.is_some_and(|best| best <= -MATE_BOUND);
        let hunting = window.alpha >= MATE_BOUND;
        if !(lost || hunting) || candidates.rest.is_empty() {
            return false;
        }
        candidates.likely.append(&mut candidates.rest);
        true
    }

    /// The value of a state after an action of `seat`: the first is looked at closely, the others only to
    /// see whether they are better.
    fn step(
        &mut self,
        after: &V::State,
        seat: Seat,
        depth: i32,
        ply: usize,
        window: Window,
        index: usize,
    ) -> i32 {
        if index == 0 {
            return self.value(after, seat, depth, ply, window);
        }
        let value = self.value(after, seat, depth, ply, window.narrow());
        if value > window.alpha && value < window.beta && !self.stopped {
            self.value(after, seat, depth, ply, window)
        } else {
            value
        }
    }

    /// What a state is worth to `seat`, which need not be the one to act.
    fn value(
        &mut self,
        state: &V::State,
        seat: Seat,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> i32 {
        if depth <= 0 || ply >= 2 * MAX_DEPTH as usize {
            return self.settle(state, seat, 0, ply, window);
        }
        if self.visit() {
            return 0;
        }
        if V::actor(state) == seat {
            self.node(state, seat, depth, ply, window)
        } else {
            -self.node(state, !seat, depth, ply, window.flipped())
        }
    }

    /// What a state is worth to the seat that acts in it.
    fn node(
        &mut self,
        state: &V::State,
        seat: Seat,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> i32 {
        let key = V::key(state);
        let known = self.known(key, depth, ply, window);
        if let Some(value) = known {
            return value;
        }
        let actions: Vec<V::Action> = V::legal(state).collect();
        if actions.is_empty() {
            return ended::<V>(state, seat, ply);
        }
        if self.note_actions(actions.len()) {
            return 0;
        }
        if window.alpha >= fastest_win(ply) {
            return fastest_win(ply);
        }
        let pressed = V::is_pressed(state);
        if let Some(value) = self.good_enough(state, seat, depth, window, pressed) {
            return value;
        }
        let best = self.table.get(key).and_then(|entry| entry.best);
        let style = self.limits.style;
        let candidates = arrange::<V>(&self.memory, style, state, actions, best, ply);
        let ground = Ground {
            state,
            seat,
            depth: depth + i32::from(pressed && self.is_strong() && ply < 40),
            ply,
            pressed,
        };
        let found = self.best_of(&ground, candidates, window);
        if !self.stopped {
            let score = counted_from_here(found.value, ply);
            let best = found.action.as_ref().map(mark);
            self.table.put(key, depth, score, found.bound, best);
        }
        found.value
    }

    /// The value of a state that was looked at before, as far as it answers the question.
    fn known(&self, key: u64, depth: i32, ply: usize, window: Window) -> Option<i32> {
        let entry = self.table.get(key)?;
        let deep = match self.limits.style {
            Style::Strong => entry.depth >= depth,
            Style::Exact { .. } => entry.depth == depth,
        };
        let value = counted_from_root(entry.score, ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        (deep && answers).then_some(value)
    }

    /// A quiet state near the horizon which is far better than needed is not looked at.
    fn good_enough(
        &self,
        state: &V::State,
        seat: Seat,
        depth: i32,
        window: Window,
        pressed: bool,
    ) -> Option<i32> {
        let applies = self.is_strong() && !pressed && depth <= 3 && window.beta.abs() < MATE_BOUND;
        let value = applies.then(|| self.judge(state, seat) - MARGIN * depth)?;
        (value >= window.beta).then_some(value)
    }

    /// The best of these actions.
    fn best_of(
        &mut self,
        ground: &Ground<'_, V>,
        mut candidates: Candidates<V::Action>,
        mut window: Window,
    ) -> Found<V::Action> {
        let (floor, mut found) = (window.alpha, Found::nothing());
        let mut index = 0;
        while index < candidates.likely.len()
            || self.needs_rest(&mut candidates, Some(found.value), window)
        {
            let candidate = &candidates.likely[index];
            let value = self.try_out(ground, candidate, window, index);
            if self.stopped {
                return found;
            }
            if value > found.value {
                found.value = value;
                found.action = Some(candidate.action.clone());
            }
            if value >= window.beta {
                if candidate.promise <= 0 {
                    self.memory
                        .refuted(&candidate.action, ground.ply, ground.depth);
                }
                found.bound = Bound::AtLeast;
                return found;
            }
            window.alpha = window.alpha.max(value);
            index += 1;
        }
        found.bound = if found.value > floor {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        found
    }

    /// Looks below an action, less far if it is late in the list and quiet; but what then turns out
    /// better than expected is looked at again.
    fn try_out(
        &mut self,
        ground: &Ground<'_, V>,
        candidate: &Candidate<V::Action>,
        window: Window,
        index: usize,
    ) -> i32 {
        let after = V::play(ground.state, &candidate.action);
        let (depth, ply) = (ground.depth - 1, ground.ply + 1);
        let reduction = self.reduction(ground, candidate, index);
        if reduction > 0 {
            let narrow = window.narrow();
            let value = self.value(&after, ground.seat, depth - reduction, ply, narrow);
            if value <= window.alpha || self.stopped {
                return value;
            }
        }
        self.step(&after, ground.seat, depth, ply, window, index)
    }

    fn reduction(
        &self,
        ground: &Ground<'_, V>,
        candidate: &Candidate<V::Action>,
        index: usize,
    ) -> i32 {
        let late = self.is_strong() && ground.depth >= 3 && index >= 4 && !ground.pressed;
        if !late || candidate.promise > 0 || self.memory.is_killer(&candidate.action, ground.ply) {
            return 0;
        }
        1 + i32::from(index >= 12) + i32::from(index >= 12 && ground.depth >= 6)
    }
}

/// Where a list of actions is looked at.
struct Ground<'s, V: Evaluate> {
    state: &'s V::State,
    seat: Seat,
    depth: i32,
    ply: usize,
    pressed: bool,
}

/// The best of a list of actions.
struct Found<A> {
    value: i32,
    action: Option<A>,
    bound: Bound,
}

impl<A> Found<A> {
    fn nothing() -> Found<A> {
        Found {
            value: -INFINITE,
            action: None,
            bound: Bound::AtMost,
        }
    }
}

/// What an ended game is worth.
pub(crate) fn ended<V: Evaluate>(state: &V::State, seat: Seat, ply: usize) -> i32 {
    match V::status(state) {
        Status::Over(outcome) => of_outcome(&outcome, seat, ply),
        // Rules that offer nothing to a running game would break their own law; call it a draw.
        Status::ToAct(_) => 0,
    }
}

/// No running game is worth more to the seat to act than winning with the next action.
pub(crate) fn fastest_win(ply: usize) -> i32 {
    MATE - i32::try_from(ply).unwrap_or(i32::MAX).min(998) - 1
}

/// A forced win counted from the root, as the table keeps it: counted from the state itself.
fn counted_from_here(value: i32, ply: usize) -> i32 {
    shifted(value, ply as i32)
}

fn counted_from_root(value: i32, ply: usize) -> i32 {
    shifted(value, -(ply as i32))
}
