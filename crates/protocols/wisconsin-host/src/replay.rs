//! A hosted game as the rules of Wisconsin Chess see it: its state, and what the last action did.
//!
//! The host judges every action once. What is here reads the typed state and the typed events that the host's
//! session keeps, and judges nothing.

use rules::{Erased, Seat};
use session::{Session, reason};
use wisconsin::{CONCEDED, Event, Kind, Move, Square, State, Wisconsin, captured};

use crate::json::{ShortPiece, ShortSquare, Signal, Step, Update};

/// The number of a draw, for games that ended as one without the rules.
const DRAWN: u8 = 4;

/// How the game stands now; nothing if it is a game of another kind.
pub(crate) fn state(session: &Session) -> Option<&State> {
    Erased::<Wisconsin>::state(session.game())
}

/// Whether the rules alone say how the game stands. They know nothing of giving up or agreeing.
pub(crate) fn is_by_rules(session: &Session, state: &State) -> bool {
    session.ending().is_none() || state.status().to_act().is_none()
}

/// The number of the state, as the protocol counts.
pub(crate) fn state_number(session: &Session, state: &State) -> u8 {
    match session.ending() {
        Some(ending) if ending.reason == reason::RESIGNATION => CONCEDED,
        // Agreed or called off.
        Some(_) if !is_by_rules(session, state) => DRAWN,
        _ => state.standing().number(),
    }
}

/// An action that was played, and what it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedAction<'a> {
    pub(crate) seat: Seat,
    events: &'a [Event],
    pub(crate) after: &'a State,
}

impl<'a> PlayedAction<'a> {
    /// The last action of a game; nothing before the first one and after a takeback.
    pub(crate) fn last(session: &'a Session) -> Option<PlayedAction<'a>> {
        Some(PlayedAction {
            seat: session.played().last()?.seat,
            events: session.board().events().typed()?,
            after: state(session)?,
        })
    }

    /// Whether the same player must choose a promotion next.
    pub(crate) fn owes_promotion(&self) -> bool {
        let owed = self.after.promotion_owed();
        owed.is_some_and(|(_, pawn)| pawn.seat == self.seat)
    }

    /// The move, or nothing where a player has chosen a promotion.
    fn moved(&self) -> Option<Move> {
        let is_promotion = |event: &Event| matches!(event, Event::Changed { .. });
        let is_move = !self.events.iter().any(is_promotion);
        is_move.then(|| self.after.previous()).flatten()
    }

    fn update(&self, s: Option<Signal>, promotion: Step) -> Update {
        let changed = changed_squares(self.events, self.after);
        let lost = captured(self.events);
        Update {
            d: changed.map(|square| on(self.after, square)).collect(),
            c: lost
                .map(|(kind, seat)| ShortPiece::new(kind, seat))
                .collect(),
            s,
            m: self.moved().map_or(promotion, Step::from),
        }
    }

    /// Whether the player goes on with a move after having promoted because of the opponent's move.
    fn continues(&self) -> bool {
        self.moved().is_none() && self.after.active() == self.seat
    }

    /// What the player is answered.
    pub(crate) fn answer(&self) -> Update {
        let signal = match (self.owes_promotion(), self.continues()) {
            (true, _) => Some(Signal::Promote),
            (false, true) => Some(Signal::Continue),
            (false, false) => None,
        };
        self.update(signal, Step::NONE)
    }

    /// What the opponent is told.
    pub(crate) fn alert(&self) -> Update {
        let waits = self.owes_promotion() || self.continues();
        self.update(waits.then_some(Signal::Wait), Step::PROMOTION)
    }
}

/// The squares that differ after these events, in the order of the board. A square that was entered and left again
/// in one action does not: it was empty before and is empty now.
fn changed_squares<'a>(
    events: &'a [Event],
    after: &'a State,
) -> impl Iterator<Item = Square> + use<'a> {
    Square::all().filter(move |square| {
        let first_touch = events.iter().find_map(|event| touch(event, *square));
        match first_touch {
            None => false,
            Some(Touch::Entered) => after.board().get(*square).is_some(),
            Some(Touch::Occupied) => true,
        }
    })
}

/// What an event says of a square at the moment before it.
enum Touch {
    /// A piece stood there, and has left or changed.
    Occupied,
    /// It was empty, and a piece has come.
    Entered,
}

fn touch(event: &Event, square: Square) -> Option<Touch> {
    match event {
        Event::Moved { from, .. } if *from == square => Some(Touch::Occupied),
        Event::Moved { to, .. } if *to == square => Some(Touch::Entered),
        Event::Removed { at, .. } | Event::Changed { at, .. } if *at == square => {
            Some(Touch::Occupied)
        }
        Event::Moved { .. }
        | Event::Removed { .. }
        | Event::Changed { .. }
        | Event::PromotionOwed { .. }
        | Event::Check { .. } => None,
    }
}

fn on(state: &State, square: Square) -> ShortSquare {
    ShortSquare {
        a: square.into(),
        p: state.board().get(square).into(),
    }
}

/// The whole board, for a reader who cannot know what has changed.
pub(crate) fn whole_board(state: &State, reader: Seat) -> Update {
    Update {
        d: Square::all().map(|square| on(state, square)).collect(),
        c: Vec::new(),
        s: (state.active() != reader).then_some(Signal::Wait),
        m: state.previous().map_or(Step::NONE, Step::from),
    }
}

/// Kinds that a seat has captured, by the events of an action.
pub(crate) fn captures(events: &[Event], by: Seat) -> impl Iterator<Item = Kind> + use<'_> {
    let lost = captured(events).filter(move |(_, owner)| *owner == !by);
    lost.map(|(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{SplitMix, Variant};
    use wisconsin::Setup;

    /// Plays at random and compares what the events say with the boards before and after.
    #[test]
    fn events_tell_exactly_which_squares_have_changed() {
        let mut n_actions = 0;
        for seed in 0..200 {
            let mut dice = SplitMix::new(seed);
            let armies = Wisconsin::META.presets.iter().map(|preset| preset.id);
            let setups = armies.filter_map(|id| Wisconsin::preset(id, seed));
            for setup in setups.chain([Setup::default()]) {
                let mut state = Wisconsin::start(&setup).unwrap();
                for _ in 0..60 {
                    let legal = state.legal();
                    let Some(seat) = state.status().to_act() else {
                        break;
                    };
                    let action = legal[dice.below(legal.len())];
                    let step = Wisconsin::apply(&state, seat, &action).unwrap();
                    let told: Vec<Square> = changed_squares(&step.events, &step.state).collect();
                    let changed = state.board().changed_squares(step.state.board());
                    assert_eq!(told, changed, "{action} in {}", Wisconsin::setup(&state));
                    n_actions += 1;
                    state = step.state;
                }
            }
        }
        assert!(n_actions > 10_000, "{n_actions}");
    }
}
