//! A hosted game as the rules of Wisconsin Chess see it: states, and what each action did.

use rules::{Erased, Seat, Variant};
use session::{Session, reason};
use wisconsin::{Action, CONCEDED, Illegal, Kind, Setup, Square, State, Wisconsin, captured};

use crate::json::{ShortPiece, ShortSquare, Signal, Step, Update};

/// The number of a draw, for games that ended as one without the rules.
const DRAWN: u8 = 4;

/// How the game stands now.
pub(crate) fn now(session: &Session) -> Option<State> {
    Erased::<Wisconsin>::state(session.game()).cloned()
}

fn read(setup: &str) -> Option<State> {
    let setup: Setup = match setup {
        "" => Setup::default(),
        text => text.parse().ok()?,
    };
    Wisconsin::start(&setup).ok()
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

/// An action and what it did.
#[derive(Clone, Debug)]
pub(crate) struct Deed {
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    before: State,
    pub(crate) after: State,
    lost: Vec<(Kind, Seat)>,
}

impl Deed {
    /// What an action would do.
    ///
    /// # Errors
    /// It is not legal for this seat now.
    pub(crate) fn new(before: State, seat: Seat, action: Action) -> Result<Deed, Illegal> {
        let step = Wisconsin::apply(&before, seat, &action)?;
        let lost = captured(&step.events).collect();
        Ok(Deed {
            seat,
            action,
            before,
            after: step.state,
            lost,
        })
    }

    /// Pieces captured, with the side they belonged to.
    pub(crate) fn lost(&self) -> &[(Kind, Seat)] {
        &self.lost
    }

    /// Whether the same player must choose a promotion next.
    pub(crate) fn owes_promotion(&self) -> bool {
        let owed = self.after.promotion_owed();
        owed.is_some_and(|(_, pawn)| pawn.seat == self.seat)
    }

    /// Two actions of one player, a move and its promotion, as one.
    pub(crate) fn with_promotion(&self, promotion: &Deed) -> Deed {
        Deed {
            after: promotion.after.clone(),
            ..self.clone()
        }
    }

    fn changed(&self) -> Vec<ShortSquare> {
        let (before, after) = (self.before.board(), self.after.board());
        let squares = before.changed_squares(after).into_iter();
        squares.map(|square| on(&self.after, square)).collect()
    }

    fn update(&self, s: Option<Signal>, promotion: Step) -> Update {
        let lost = self.lost.iter();
        Update {
            d: self.changed(),
            c: lost
                .map(|(kind, seat)| ShortPiece::new(*kind, *seat))
                .collect(),
            s,
            m: match self.action {
                Action::Move(step) => step.into(),
                Action::Promote(_) => promotion,
            },
        }
    }

    /// Whether the player goes on with a move after having promoted because of the opponent's move.
    fn continues(&self) -> bool {
        matches!(self.action, Action::Promote(_)) && self.after.active() == self.seat
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

fn on(state: &State, square: Square) -> ShortSquare {
    ShortSquare {
        a: square.into(),
        p: state.board().get(square).into(),
    }
}

/// The whole board, for whoever cannot know what has changed.
pub(crate) fn whole_board(state: &State, reader: Seat) -> Update {
    Update {
        d: Square::all().map(|square| on(state, square)).collect(),
        c: Vec::new(),
        s: (state.active() != reader).then_some(Signal::Wait),
        m: state.previous().map_or(Step::NONE, Step::from),
    }
}

/// What the actions of a game did, from one of them on.
pub(crate) fn deeds(session: &Session, first: usize) -> Vec<Deed> {
    // A stored game always reads; should one not, nothing is told of it.
    replay(session, first).unwrap_or_default()
}

fn replay(session: &Session, first: usize) -> Option<Vec<Deed>> {
    let mut state = read(&session.created().setup)?;
    let mut deeds = Vec::new();
    for (index, played) in session.played().iter().enumerate() {
        let action: Action = played.action.parse().ok()?;
        if index < first {
            state = Wisconsin::play(&state, &action);
        } else {
            let deed = Deed::new(state, played.seat, action).ok()?;
            state = deed.after.clone();
            deeds.push(deed);
        }
    }
    Some(deeds)
}
