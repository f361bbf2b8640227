//! Below the depth: captures, promotions and answers to threats, until the position is quiet enough to be
//! judged.

use rules::{Evaluate, Seat};

use crate::limits::Style;
use crate::ordering::arrange;
use crate::score::{INFINITE, MATE_BOUND};
use crate::search::{Search, Window, ended};

/// Captures are followed so many actions below the depth.
const DEEPEST: u32 = 10;
/// Answers to a threat are all looked at so many actions below the depth; later it is only judged.
const PRESSED: u32 = 3;

impl<V: Evaluate> Search<'_, V> {
    /// What a state is worth to `seat` once it is quiet, `below` actions below the depth.
    pub(crate) fn settle(
        &mut self,
        state: &V::State,
        seat: Seat,
        below: u32,
        ply: usize,
        window: Window,
    ) -> i32 {
        if self.visit() {
            return 0;
        }
        if V::actor(state) == seat {
            self.settle_own(state, seat, below, ply, window)
        } else {
            -self.settle_own(state, !seat, below, ply, window.flipped())
        }
    }

    fn settle_own(
        &mut self,
        state: &V::State,
        seat: Seat,
        below: u32,
        ply: usize,
        mut window: Window,
    ) -> i32 {
        let (deepest, pressed_until) = match self.limits.style {
            Style::Strong => (DEEPEST, PRESSED),
            Style::Exact { quiescence } => (quiescence, quiescence),
        };
        let actions: Vec<V::Action> = V::legal(state).collect();
        if actions.is_empty() {
            return ended::<V>(state, seat, ply);
        }
        if self.note_actions(actions.len()) {
            return 0;
        }
        let answering = below < pressed_until && V::is_pressed(state);
        let standing = self.judge(state, seat);
        let mut best = if answering { -INFINITE } else { standing };
        if best >= window.beta || below >= deepest {
            return standing;
        }
        window.alpha = window.alpha.max(best);
        let style = self.limits.style;
        let candidates = arrange::<V>(&self.memory, style, state, actions, None, ply);
        for candidate in &candidates.likely {
            // What reaches far away is not settled by what can be captured now.
            let is_loud = candidate.promise > 0 && !V::is_distant(&candidate.action);
            if !answering && !is_loud {
                continue;
            }
            let after = V::play(state, &candidate.action);
            let value = self.settle(&after, seat, below + 1, ply + 1, window);
            if self.stopped {
                return best;
            }
            best = best.max(value);
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        // With actions left out, a loss is not proved.
        if best <= -MATE_BOUND && !candidates.rest.is_empty() {
            return standing;
        }
        best
    }
}
