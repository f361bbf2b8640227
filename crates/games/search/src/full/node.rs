//! What a state is worth, looked at to some depth: principal variation search.

use rules::{Evaluate, Seat};

use super::order::{Candidate, Candidates, Spot};
use super::worker::Worker;
use crate::score::{INFINITE, MATE, MATE_BOUND};
use crate::search::ended;
use crate::table::{Bound, Mark};

/// Near the horizon a state that is so much better than needed, for each action that is left, is good enough.
const MARGIN: i32 = 90;
/// The same where quiet actions can turn the balance.
const WIDE_MARGIN: i32 = 130;
/// And a quiet action cannot save one that is so much worse.
const HOPE: i32 = 110;
/// Where so much is missing, only captures can help.
const RAZOR: i32 = 240;

/// What is asked about a state.
#[derive(Clone, Copy)]
pub(super) struct Query {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The action that led here.
    pub(super) previous: Mark,
    /// Whether the opponent has just given its turn away.
    pub(super) passed: bool,
}

impl Query {
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// What is asked after an action, from the side of its seat.
    fn after(&self, depth: i32, window: (i32, i32), previous: Mark) -> Query {
        Query {
            depth,
            ply: self.ply + 1,
            alpha: window.0,
            beta: window.1,
            previous,
            passed: false,
        }
    }
}

/// What is known about a state before its actions are tried.
struct Ground<'s, V: Evaluate> {
    state: &'s V::State,
    seat: Seat,
    query: Query,
    pressed: bool,
    /// What it is worth at first sight; nothing where a threat has to be answered.
    standing: i32,
    /// Whether it is better than when the same seat acted before.
    improving: bool,
}

impl<V: Evaluate> Worker<'_, V> {
    /// The value of a state for a seat, which need not be the one to act.
    pub(super) fn value(&mut self, after: &V::State, seat: Seat, query: Query) -> i32 {
        if V::actor(after) == seat {
            return self.node(after, query);
        }
        let (alpha, beta) = (-query.beta, -query.alpha);
        -self.node(
            after,
            Query {
                alpha,
                beta,
                ..query
            },
        )
    }

    /// What a state is worth to the seat that acts in it.
    fn node(&mut self, state: &V::State, mut query: Query) -> i32 {
        self.forget_line(query.ply);
        if query.depth <= 0 || query.ply >= self.deepest() {
            return self.quiet(state, 0, query.ply, query.alpha, query.beta);
        }
        if self.visit() {
            return 0;
        }
        let ply = query.ply as i32;
        query.alpha = query.alpha.max(ply - MATE);
        query.beta = query.beta.min(MATE - ply - 1);
        if query.alpha >= query.beta {
            return query.alpha;
        }
        let key = V::place(state);
        if self.shortcuts.repetition && !query.passed && self.comes_again(key) {
            return 0;
        }
        let entry = self.table.find(key);
        let answer = |entry: crate::table::Entry| {
            entry.answer(query.depth, query.ply, query.alpha, query.beta)
        };
        if !query.is_open()
            && let Some(value) = entry.and_then(answer)
        {
            return value;
        }
        let known = entry.and_then(|entry| entry.best);
        self.path.push(key);
        let value = self.unknown(state, key, query, known);
        self.path.pop();
        value
    }

    /// The value of a state that the table does not tell.
    fn unknown(
        &mut self,
        state: &V::State,
        key: u64,
        mut query: Query,
        known: Option<Mark>,
    ) -> i32 {
        let seat = V::actor(state);
        let pressed = V::is_pressed(state);
        if pressed && self.shortcuts.extensions && query.ply < 2 * self.root_depth as usize {
            query.depth += 1;
        } else if known.is_none() && query.depth >= 4 && self.shortcuts.reductions {
            // Without an idea what to look at first a deep look is badly spent.
            query.depth -= 1;
        }
        let standing = match pressed {
            true => -INFINITE,
            false => self.assess(state, seat),
        };
        let improving = self.note_standing(query.ply, standing);
        let ground = Ground {
            state,
            seat,
            query,
            pressed,
            standing,
            improving,
        };
        let listed = (!self.shortcuts.unlisted).then(|| V::legal(state).collect::<Vec<_>>());
        if listed.as_ref().is_none_or(|actions| !actions.is_empty())
            && let Some(value) = self.shortcut(&ground)
        {
            return value;
        }
        let actions = listed.unwrap_or_else(|| V::legal(state).collect());
        if actions.is_empty() {
            return ended::<V>(state, seat, query.ply);
        }
        if self.note_actions(actions.len()) {
            return 0;
        }
        self.best_of(&ground, key, actions, known)
    }

    /// The value of a state whose actions need not be tried.
    fn shortcut(&mut self, ground: &Ground<'_, V>) -> Option<i32> {
        let Query {
            depth,
            ply,
            alpha,
            beta,
            ..
        } = ground.query;
        let is_plain = !ground.pressed && !ground.query.is_open() && beta.abs() < MATE_BOUND;
        if !is_plain {
            return None;
        }
        if self.shortcuts.futility {
            let (deepest, margin) = match self.is_calm() {
                true => (7, MARGIN * (depth - i32::from(ground.improving)).max(0)),
                false => (3, WIDE_MARGIN * depth),
            };
            if depth <= deepest && ground.standing - margin >= beta {
                return Some(ground.standing);
            }
            if self.is_calm() && depth <= 2 && ground.standing + RAZOR * depth <= alpha {
                let value = self.quiet(ground.state, 0, ply, alpha, beta);
                if value <= alpha || self.stopped {
                    return Some(value);
                }
            }
        }
        self.without_acting(ground)
    }

    /// Whether a state is so good that the opponent may act twice.
    fn without_acting(&mut self, ground: &Ground<'_, V>) -> Option<i32> {
        let query = ground.query;
        let is_wanted = self.shortcuts.null_move && query.depth >= 3 && !query.passed;
        if !is_wanted || ground.standing < query.beta {
            return None;
        }
        let after = V::pass(ground.state)?;
        let surplus = ((ground.standing - query.beta) / 200).min(3);
        let depth = query.depth - 4 - query.depth / 4 - surplus;
        let window = (query.beta - 1, query.beta);
        let asked = Query {
            passed: true,
            ..query.after(depth, window, 0)
        };
        let value = self.value(&after, ground.seat, asked);
        // A forced win of a side that may act twice proves nothing.
        (value >= query.beta && !self.stopped).then(|| value.min(MATE_BOUND - 1))
    }

    fn best_of(
        &mut self,
        ground: &Ground<'_, V>,
        key: u64,
        actions: Vec<V::Action>,
        known: Option<Mark>,
    ) -> i32 {
        let Query {
            depth,
            ply,
            mut alpha,
            beta,
            previous,
            ..
        } = ground.query;
        let spot = Spot {
            ply,
            seat: ground.seat,
            known,
            previous,
        };
        let actions = actions.into_iter();
        let mut candidates = Candidates::new::<V>(&self.experience, ground.state, actions, &spot);
        let (mut best, mut chosen, floor) = (-INFINITE, None, alpha);
        let mut tried: Vec<Mark> = Vec::new();
        let mut n_looked = 0;
        loop {
            let Some(index) = candidates.next() else {
                let needs_rest = best <= -MATE_BOUND || alpha >= MATE_BOUND;
                if needs_rest && candidates.take_rest() {
                    continue;
                }
                break;
            };
            let candidate = candidates.at(index);
            if best > -MATE_BOUND && self.is_left_out(ground, candidate, &spot, n_looked, alpha) {
                continue;
            }
            let value = self.try_out(ground, candidate, &spot, n_looked, alpha);
            if self.stopped {
                return best;
            }
            n_looked += 1;
            let is_quiet = candidate.promise <= 0;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = Some(candidate.mark);
                    if ground.query.is_open() {
                        self.note_line(ply, &candidate.action);
                    }
                }
            }
            if value >= beta {
                if is_quiet {
                    self.experience
                        .refuted(&spot, candidate.mark, &tried, depth);
                }
                break;
            }
            if is_quiet {
                tried.push(candidate.mark);
            }
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.keep(key, depth, best, bound, chosen, ply);
        best
    }

    /// Whether an action is not looked at: it is quiet, late and far from mattering, or it loses by exchange.
    fn is_left_out(
        &self,
        ground: &Ground<'_, V>,
        candidate: &Candidate<V::Action>,
        spot: &Spot,
        n_looked: usize,
        alpha: i32,
    ) -> bool {
        let depth = ground.query.depth;
        let can = n_looked > 0 && !ground.pressed && alpha.abs() < MATE_BOUND;
        if !can || ground.query.is_open() && depth > 3 || candidate.is_known() {
            return false;
        }
        let is_quiet = candidate.promise <= 0;
        if self.shortcuts.futility && self.is_calm() && is_quiet && depth <= 6 {
            let enough = (4 + depth * depth) / if ground.improving { 1 } else { 2 };
            if n_looked as i32 > enough + 2 || ground.standing + HOPE * (depth + 1) <= alpha {
                return true;
            }
            if depth <= 3 && self.experience.of(spot, candidate.mark) < -4_000 * depth {
                return true;
            }
        }
        let loses = |most: i32| V::exchange(ground.state, &candidate.action) < -most;
        self.shortcuts.exchange
            && depth <= 6
            && match is_quiet {
                true => loses(60 * depth),
                false => candidate.is_bad() && loses(100 * depth),
            }
    }

    /// Looks below an action, less far if it is late in the list and quiet; but what then turns out better than
    /// expected is looked at again.
    fn try_out(
        &mut self,
        ground: &Ground<'_, V>,
        candidate: &Candidate<V::Action>,
        spot: &Spot,
        n_looked: usize,
        alpha: i32,
    ) -> i32 {
        let query = ground.query;
        let after = V::play(ground.state, &candidate.action);
        let (depth, beta) = (query.depth - 1, query.beta);
        let ask = |depth, window| query.after(depth, window, candidate.mark);
        if n_looked == 0 {
            return self.value(&after, ground.seat, ask(depth, (alpha, beta)));
        }
        let narrow = (alpha, alpha + 1);
        let reduction = self.reduction(ground, candidate, spot, n_looked, &after);
        let mut value = self.value(&after, ground.seat, ask(depth - reduction, narrow));
        if value > alpha && reduction > 0 && !self.stopped {
            value = self.value(&after, ground.seat, ask(depth, narrow));
        }
        if value > alpha && value < beta && !self.stopped {
            value = self.value(&after, ground.seat, ask(depth, (alpha, beta)));
        }
        value
    }

    fn reduction(
        &self,
        ground: &Ground<'_, V>,
        candidate: &Candidate<V::Action>,
        spot: &Spot,
        n_looked: usize,
        after: &V::State,
    ) -> i32 {
        let depth = ground.query.depth;
        let is_late = n_looked >= if ground.query.is_open() { 4 } else { 2 };
        if !self.shortcuts.reductions || depth < 3 || !is_late || ground.pressed {
            return 0;
        }
        if candidate.promise > 0 {
            return i32::from(candidate.is_bad());
        }
        let mut reduction = self.reductions.of(depth, n_looked);
        reduction -= i32::from(ground.query.is_open());
        reduction += i32::from(!ground.improving);
        reduction -= i32::from(candidate.is_killer());
        reduction -= self.experience.of(spot, candidate.mark) / 8_000;
        reduction -= i32::from(V::is_pressed(after));
        reduction.clamp(0, depth - 2)
    }
}
