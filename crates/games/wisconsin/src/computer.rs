//! The weakest computer player: it looks one move ahead.

use rules::SplitMix;

use crate::action::{Action, Move};
use crate::event::{Event, captured};
use crate::kind::{Base, Kind};
use crate::state::{Standing, State};

const MATE: i32 = 100;
const DRAW: i32 = -99;

/// What the computer does here; nothing when the game is over. Among equally good moves the seed
/// decides, each with the same chance. It always promotes to a queen.
pub fn choose(state: &State, seed: u64) -> Option<Action> {
    if state.promotion_owed().is_some() {
        return Some(Action::Promote(Kind::Queen));
    }
    let rated: Vec<(i32, Action)> = state
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Move(step) => Some((rating(state, step), action)),
            Action::Promote(_) => None,
        })
        .collect();
    let best = rated.iter().map(|(rating, _)| *rating).max()?;
    let ties: Vec<Action> = rated
        .into_iter()
        .filter(|(rating, _)| *rating == best)
        .map(|(_, action)| action)
        .collect();
    SplitMix::new(seed).choose(&ties).copied()
}

/// How good a move looks at first sight.
fn rating(state: &State, step: Move) -> i32 {
    let mut events: Vec<Event> = Vec::new();
    let after = state.play(Action::Move(step), &mut events);
    let check = match after.standing() {
        Standing::Checkmate => return MATE,
        Standing::Draw(_) => return DRAW,
        Standing::Check => 1,
        Standing::Normal | Standing::Promotion => 0,
    };
    let seat = state.active;
    let worth: i32 = captured(&events)
        .map(|(kind, owner)| {
            let value = value(kind);
            1 + if owner == seat { -value } else { value }
        })
        .sum();
    let advances = step.to.rank_for(seat) > step.from.rank_for(seat);
    worth + check + i32::from(advances) - movable_pieces(&after)
}

const fn value_of(base: Base) -> i32 {
    match base {
        Base::King => 0,
        Base::Queen => 8,
        Base::Rook => 6,
        Base::Bishop => 4,
        Base::Knight => 3,
        Base::Pawn => 2,
    }
}

fn value(kind: Kind) -> i32 {
    value_of(kind.base())
}

/// How many pieces of the side to decide can move; none while a promotion is owed.
fn movable_pieces(state: &State) -> i32 {
    let mut from: Vec<_> = state
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Move(step) => Some(step.from),
            Action::Promote(_) => None,
        })
        .collect();
    // Moves come square by square, so those of one piece stand together.
    from.dedup();
    i32::try_from(from.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;

    fn state(wfen: &str) -> State {
        let setup: Setup = wfen.parse().unwrap();
        State::new(setup.position()).unwrap()
    }

    fn choices(wfen: &str) -> Vec<String> {
        let state = state(wfen);
        let mut texts: Vec<String> = (0..40)
            .filter_map(|seed| choose(&state, seed))
            .map(|action| action.to_string())
            .collect();
        texts.sort();
        texts.dedup();
        texts
    }

    #[test]
    fn it_mates_when_it_can() {
        assert_eq!(choices("7k'e8/8/6K'e11/8/8/8/Q'd17/8 w -"), ["a2a8"]);
    }

    #[test]
    fn it_takes_the_queen_and_promotes_to_one() {
        let take = choices("k'e87/8/8/3q'd84/4P'e23/8/8/K'e17 w -");
        assert_eq!(take, ["e4d5"]);
        assert_eq!(choices("P'a26k'e8/8/8/8/8/8/8/6K'e11 w - w 0"), ["=q"]);
    }

    #[test]
    fn it_does_not_sell_a_queen_for_a_war() {
        let chosen = choices("6k'e81/8/8/3w'd74/8/8/3Q'd14/K'e17 w -");
        assert!(!chosen.contains(&"d2d5".to_owned()), "{chosen:?}");
    }

    #[test]
    fn equal_moves_all_come_up() {
        assert!(choices("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -").len() > 1);
    }

    #[test]
    fn it_has_nothing_to_say_after_the_end() {
        assert_eq!(choose(&state("7k'e8/6Q'd11/6K'e11/8/8/8/8/8 b -"), 1), None);
    }
}
