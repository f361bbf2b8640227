//! A position with the part of its past that repetition needs.

use rules::{Outcome, Reason, Seat, Status};

use crate::moves::legal_turns;
use crate::{Action, Kind, Position, Turn};

/// Half-moves without capture or pawn movement after which a draw can be claimed.
const FIFTY_MOVES: u32 = 100;

/// A state of a game.
#[derive(Clone, Debug)]
pub struct State {
    position: Position,
    /// Keys of all settled positions since the last turn that cannot be undone, this one included.
    seen: Vec<u64>,
    /// Whether a position stands twice in `seen`, so that a third time may be near.
    repeated: bool,
    /// Why the game was drawn on somebody's claim.
    claimed: Option<Reason>,
    last: Option<Action>,
}

impl State {
    /// A game that begins here.
    pub(crate) fn new(position: Position) -> State {
        let seen = match position.pending() {
            Some(_) => Vec::new(),
            None => vec![position.key()],
        };
        State {
            position,
            seen,
            repeated: false,
            claimed: None,
            last: None,
        }
    }

    /// The position without its past.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What was done last.
    pub const fn last(&self) -> Option<Action> {
        self.last
    }

    /// Who acts next, or how the game ended.
    pub fn status(&self) -> Status {
        if let Some(reason) = &self.claimed {
            return Status::Over(Outcome::draw(reason.clone()));
        }
        if let Some(corner) = self.position.pending() {
            return Status::ToAct(corner.seat);
        }
        let seat = self.position.to_move();
        if self.is_dead() {
            return Status::Over(Outcome::draw(Reason::INSUFFICIENT_MATERIAL));
        }
        if !legal_turns(&self.position).is_empty() {
            return Status::ToAct(seat);
        }
        Status::Over(if self.position.in_check(seat) {
            Outcome::win(!seat, Reason::CHECKMATE)
        } else {
            Outcome::draw(Reason::STALEMATE)
        })
    }

    /// Only two kings are left. Anything more can still mate, because a king may ride over a king.
    fn is_dead(&self) -> bool {
        self.position.pieces().len() == 2
    }

    /// All legal actions: turns, or the four answers to a pending promotion; then claims.
    pub fn legal(&self) -> Vec<Action> {
        if self.claimed.is_some() {
            return Vec::new();
        }
        if let Some(corner) = self.position.pending() {
            let at = corner.square;
            return Kind::PROMOTIONS
                .map(|to| Action::Settle { at, to })
                .to_vec();
        }
        if self.is_dead() {
            return Vec::new();
        }
        let turns = legal_turns(&self.position);
        let claims = self.claims(&turns);
        turns.into_iter().map(Action::Turn).chain(claims).collect()
    }

    /// The claims that are right. One for this position makes claims for later ones superfluous.
    fn claims(&self, turns: &[Turn]) -> Vec<Action> {
        if turns.is_empty() {
            return Vec::new();
        }
        if self.claimable().is_some() {
            return vec![Action::Claim(None)];
        }
        // Nearly every position ends here.
        if !self.repeated && self.position.half_moves().saturating_add(1) < FIFTY_MOVES {
            return Vec::new();
        }
        turns
            .iter()
            .filter(|turn| self.claimable_by(**turn).is_some())
            .map(|turn| Action::Claim(Some(*turn)))
            .collect()
    }

    /// The same position with the other side to move, for a player that looks what is threatened.
    pub(crate) fn passed(&self) -> Option<State> {
        let position = &self.position;
        if position.pending().is_some() || position.in_check(position.to_move()) {
            return None;
        }
        let mut passed = position.clone();
        passed.to_move = !passed.to_move;
        passed.en_passant = None;
        passed.half_moves += 1;
        Some(State::new(passed))
    }

    /// Why the side to act may claim a draw in this position.
    pub(crate) fn claimable(&self) -> Option<Reason> {
        if self.position.pending().is_some() {
            return None;
        }
        let now = self.seen.last();
        if self.seen.iter().filter(|key| Some(*key) == now).count() >= 3 {
            return Some(Reason::THREEFOLD_REPETITION);
        }
        (self.position.half_moves() >= FIFTY_MOVES).then_some(Reason::FIFTY_MOVE_RULE)
    }

    /// Why the side to act may claim a draw by announcing this legal turn. A turn that ends the game
    /// itself needs no claim.
    pub(crate) fn claimable_by(&self, turn: Turn) -> Option<Reason> {
        let next = self.after(&Action::Turn(turn));
        next.claimable()
            .filter(|_| next.status().to_act().is_some())
    }

    /// The state after a legal action. With any other action the answer is meaningless, but a state.
    pub fn after(&self, action: &Action) -> State {
        let mut next = match action {
            Action::Turn(turn) => self.moved_on(self.position.after(*turn)),
            Action::Settle { at, to } => self.moved_on(self.position.settled(*at, *to)),
            Action::Claim(announced) => self.drawn(*announced),
        };
        next.last = Some(*action);
        next
    }

    fn moved_on(&self, position: Position) -> State {
        let mut next = State {
            position,
            seen: Vec::new(),
            repeated: false,
            claimed: self.claimed.clone(),
            last: None,
        };
        if position.half_moves() > 0 {
            next.seen.reserve(self.seen.len() + 1);
            next.seen.extend_from_slice(&self.seen);
            next.repeated = self.repeated;
        }
        // An unsettled position is not one of the game yet.
        if position.pending().is_none() {
            let key = position.key();
            next.repeated |= next.seen.contains(&key);
            next.seen.push(key);
        }
        next
    }

    fn drawn(&self, announced: Option<Turn>) -> State {
        let mut end = match announced {
            Some(turn) => self.moved_on(self.position.after(turn)),
            None => self.clone(),
        };
        end.claimed = end.claimable();
        end
    }

    /// Whether a side could still win. A king alone never can: it gives no check.
    pub fn can_win(&self, seat: Seat) -> bool {
        self.position.of_seat(seat).len() > 1
    }
}
