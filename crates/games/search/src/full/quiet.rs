//! The end of a line: captures, promotions and answers to threats, until the state is quiet enough to be assessed.

use rules::Evaluate;

use super::order::{Candidates, Spot, loud};
use super::worker::Worker;
use crate::score::{INFINITE, MATE_BOUND};
use crate::search::ended;
use crate::table::{Bound, Mark};

/// Captures are followed so many actions below the horizon.
const DEEPEST: u32 = 12;
/// Answers to a threat are all looked at so many actions below the horizon; later it is only assessed.
const PRESSED: u32 = 3;
/// What a capture may win beyond first sight: the state is not so much better than material tells.
const SLACK: i32 = 200;

impl<V: Evaluate> Worker<'_, V> {
    /// What a state is worth to the seat to act once it is quiet, `below` actions below the horizon.
    pub(super) fn quiet(
        &mut self,
        state: &V::State,
        below: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.visit() {
            return 0;
        }
        let key = V::place(state);
        let entry = self.table.find(key);
        if let Some(value) = entry.and_then(|entry| entry.answer(0, ply, alpha, beta)) {
            return value;
        }
        let answering = below < PRESSED && V::is_pressed(state);
        let known = entry.and_then(|entry| entry.best);
        match answering {
            true => self.answers(state, below, ply, alpha, beta, known),
            false => self.captures(state, key, below, ply, alpha, beta, known),
        }
    }

    /// All actions that answer a threat.
    fn answers(
        &mut self,
        state: &V::State,
        below: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        known: Option<Mark>,
    ) -> i32 {
        let seat = V::actor(state);
        let actions: Vec<V::Action> = V::legal(state).collect();
        if actions.is_empty() {
            return ended::<V>(state, seat, ply);
        }
        if self.note_actions(actions.len()) {
            return 0;
        }
        let spot = Spot {
            ply,
            seat,
            known,
            previous: 0,
        };
        let mut candidates =
            Candidates::new::<V>(&self.experience, state, actions.into_iter(), &spot);
        let mut best = -INFINITE;
        while let Some(index) = candidates.next() {
            let after = V::play(state, &candidates.at(index).action);
            let value = self.quiet_after(&after, state, below, ply, alpha.max(best), beta);
            if self.stopped {
                return best;
            }
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                return best;
            }
        }
        // With actions left out, a loss is not proved.
        match best <= -MATE_BOUND && candidates.take_rest() {
            true => V::assess(state, seat),
            false => best,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all of it is the question")]
    fn captures(
        &mut self,
        state: &V::State,
        key: u64,
        below: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        known: Option<Mark>,
    ) -> i32 {
        let seat = V::actor(state);
        // Most of all states end here, so that nothing is listed before it is needed.
        let listed = (!self.shortcuts.unlisted).then(|| V::legal(state).collect::<Vec<_>>());
        if let Some(actions) = &listed {
            if actions.is_empty() {
                return ended::<V>(state, seat, ply);
            }
            if self.note_actions(actions.len()) {
                return 0;
            }
        }
        let standing = self.assess(state, seat);
        if standing >= beta || below >= DEEPEST || ply >= self.deepest() {
            return standing;
        }
        let floor = alpha;
        let (mut best, mut chosen) = (standing, None);
        alpha = alpha.max(best);
        let actions = listed.or_else(|| V::loud(state));
        let actions = actions.unwrap_or_else(|| V::legal(state).collect());
        for candidate in loud::<V>(state, actions.into_iter(), known) {
            if self.is_hopeless(state, &candidate.action, candidate.promise, standing, alpha) {
                continue;
            }
            let after = V::play(state, &candidate.action);
            let value = self.quiet_after(&after, state, below, ply, alpha, beta);
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                chosen = Some(crate::table::mark(&candidate.action));
            }
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.keep(key, 0, best, bound, chosen, ply);
        best
    }

    /// Whether a capture cannot matter: it loses by exchange, or it wins too little.
    fn is_hopeless(
        &self,
        state: &V::State,
        action: &V::Action,
        promise: i32,
        standing: i32,
        alpha: i32,
    ) -> bool {
        let has_room = alpha > -MATE_BOUND;
        if self.shortcuts.futility
            && self.is_calm()
            && has_room
            && standing + promise / 10 + SLACK <= alpha
        {
            return true;
        }
        self.shortcuts.exchange && has_room && V::exchange(state, action) < 0
    }

    /// The value of what follows, for the seat that acted in `state`.
    fn quiet_after(
        &mut self,
        after: &V::State,
        state: &V::State,
        below: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        match V::actor(after) == V::actor(state) {
            true => self.quiet(after, below + 1, ply + 1, alpha, beta),
            false => -self.quiet(after, below + 1, ply + 1, -beta, -alpha),
        }
    }
}
