//! Forced wins, found by looking at everything: slow, certain, and written without any of the search's
//! ideas, so that it can judge the search.

use rules::{Evaluate, Seat, Status};

/// The actions of the seat to act that win by force within so many actions of its own, whatever the
/// opponent does.
pub fn winning_actions<V: Evaluate>(state: &V::State, within: u32) -> Vec<V::Action> {
    let Status::ToAct(seat) = V::status(state) else {
        return Vec::new();
    };
    V::legal(state)
        .filter(|action| within > 0 && wins::<V>(&V::play(state, action), seat, within - 1))
        .collect()
}

/// Whether `seat` wins by force within so many more actions of its own.
pub fn wins<V: Evaluate>(state: &V::State, seat: Seat, within: u32) -> bool {
    match V::status(state) {
        Status::Over(outcome) => outcome.winner == Some(seat),
        Status::ToAct(_) if within == 0 => false,
        Status::ToAct(actor) if actor == seat => {
            V::legal(state).any(|action| wins::<V>(&V::play(state, &action), seat, within - 1))
        }
        Status::ToAct(_) => {
            V::legal(state).all(|action| wins::<V>(&V::play(state, &action), seat, within))
        }
    }
}
