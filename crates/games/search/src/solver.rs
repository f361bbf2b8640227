//! Forced wins, found by looking at everything: slow, certain, and written without any of the search's
//! ideas, so that it can judge the search.

use rules::{Evaluate, Seat, Status};

/// The actions of the seat to act that win by force within so many actions of its own, whatever the
/// opponent does.
pub fn winning_actions<V: Evaluate>(state: &V::State, within: u32) -> Vec<V::Action> {
    let mut states = u64::MAX;
    winning_actions_among::<V>(state, within, &mut states).unwrap_or_default()
}

/// The same if it can be told by playing at most so many actions, which are counted down.
pub fn winning_actions_among<V: Evaluate>(
    state: &V::State,
    within: u32,
    states: &mut u64,
) -> Option<Vec<V::Action>> {
    let Status::ToAct(seat) = V::status(state) else {
        return Some(Vec::new());
    };
    let mut winning = Vec::new();
    for action in V::legal(state).filter(|_| within > 0) {
        if after::<V>(state, &action, seat, within - 1, states)? {
            winning.push(action);
        }
    }
    Some(winning)
}

/// Whether `seat` wins by force within so many more actions of its own.
pub fn wins<V: Evaluate>(state: &V::State, seat: Seat, within: u32) -> bool {
    let mut states = u64::MAX;
    wins_among::<V>(state, seat, within, &mut states).unwrap_or_default()
}

/// The same if it can be told by playing at most so many actions, which are counted down.
pub fn wins_among<V: Evaluate>(
    state: &V::State,
    seat: Seat,
    within: u32,
    states: &mut u64,
) -> Option<bool> {
    let actor = match V::status(state) {
        Status::Over(outcome) => return Some(outcome.winner == Some(seat)),
        Status::ToAct(_) if within == 0 => return Some(false),
        Status::ToAct(actor) => actor,
    };
    let is_own = actor == seat;
    // One own action is enough; of the opponent's, all have to lose.
    for action in V::legal(state) {
        if after::<V>(state, &action, seat, within - u32::from(is_own), states)? == is_own {
            return Some(is_own);
        }
    }
    Some(!is_own)
}

fn after<V: Evaluate>(
    state: &V::State,
    action: &V::Action,
    seat: Seat,
    within: u32,
    states: &mut u64,
) -> Option<bool> {
    *states = states.checked_sub(1)?;
    wins_among::<V>(&V::play(state, action), seat, within, states)
}
