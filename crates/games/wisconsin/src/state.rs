//! A position that may be played, and how it stands.

use rules::{Outcome, Reason, Seat, Status};

use crate::action::{Action, Move};
use crate::after::{Witness, after};
use crate::board::Board;
use crate::characteristics::marks::{Mark, Marks};
use crate::check::threat;
use crate::illegal::Illegal;
use crate::kind::Kind;
use crate::material::is_insufficient;
use crate::moves::Turn;
use crate::piece::Piece;
use crate::repetition::{Repetition, Visits};
use crate::square::Square;
use crate::wfen::Wfen;

/// After so many single moves without a capture, a return or a pawn's move the game is a draw.
pub const QUIET_TURN_LIMIT: u32 = 50;

/// The reason of that draw.
pub const QUIET_TURNS: Reason = Reason::new("quiet_turns");

/// A position that may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) board: Board,
    /// Who decides next.
    pub(crate) active: Seat,
    /// Who made the last move on the board. With a promotion owed this may be `active`.
    pub(crate) mover: Seat,
    pub(crate) previous: Option<Move>,
    pub(crate) quiet_turns: u32,
    /// The number of the next move, where the start has told one.
    number: Option<u32>,
    /// What may come again, where positions are counted.
    visits: Option<Visits>,
}

/// How the game stands, with the words and numbers of the host protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There are moves, and no check.
    Normal,
    /// A pawn must become something first.
    Promotion,
    /// There are moves out of check.
    Check,
    /// Check, and no legal move.
    Checkmate,
    /// Nobody wins.
    Draw(Reason),
}

impl Standing {
    /// The number of the state in the host protocol.
    pub const fn number(&self) -> u8 {
        match self {
            Standing::Normal => 0,
            Standing::Promotion => 1,
            Standing::Check => 2,
            Standing::Checkmate => 3,
            Standing::Draw(_) => 4,
        }
    }

    /// The name of the state.
    pub const fn name(&self) -> &'static str {
        match self {
            Standing::Normal => "normal",
            Standing::Promotion => "promotion",
            Standing::Check => "check",
            Standing::Checkmate => "checkmate",
            Standing::Draw(_) => "draw",
        }
    }
}

/// The number of a conceded game in the host protocol. The rules do not produce it: a session does.
pub const CONCEDED: u8 = 5;

impl State {
    /// Accepts a position, or says what makes it unplayable.
    ///
    /// # Errors
    /// A side has no king or several.
    pub fn new(position: Wfen) -> Result<State, Illegal> {
        let mut state = State {
            active: position.active,
            mover: position.mover.unwrap_or(!position.active),
            previous: position.previous,
            quiet_turns: position.quiet_turns,
            number: position.number,
            board: position.board,
            visits: None,
        };
        match state.board.promotion_owed() {
            Some((_, pawn)) => state.active = pawn.seat,
            None => state.mover = !state.active,
        }
        state.check_kings()?;
        Ok(state)
    }

    /// The same, counting positions from here on or not at all.
    pub(crate) fn counting(self, repetition: Repetition) -> State {
        let visits = match repetition {
            Repetition::Uncounted => None,
            Repetition::Threefold => Some(Visits::first(&self.board, self.active, self.previous)),
        };
        State { visits, ..self }
    }

    /// Whether positions are counted.
    pub fn repetition(&self) -> Repetition {
        match self.visits {
            None => Repetition::Uncounted,
            Some(_) => Repetition::Threefold,
        }
    }

    fn is_threefold(&self) -> bool {
        self.visits.as_ref().is_some_and(Visits::is_threefold)
    }

    fn check_kings(&self) -> Result<(), Illegal> {
        for seat in Seat::BOTH {
            match (self.board.all(Kind::King) & self.board.of(seat)).len() {
                0 => return Err(Illegal::NoKing(seat)),
                1 => {}
                _ => return Err(Illegal::SeveralKings(seat)),
            }
        }
        Ok(())
    }

    /// The state as somebody could write it down.
    pub fn position(&self) -> Wfen {
        Wfen {
            board: self.board.clone(),
            active: self.active,
            previous: self.previous,
            mover: Some(self.mover),
            quiet_turns: self.quiet_turns,
            number: self.number,
        }
    }

    /// The number of the next move.
    pub fn number(&self) -> u32 {
        self.number.unwrap_or(1)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who decides next, while the game runs.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The last move on the board.
    pub fn previous(&self) -> Option<Move> {
        self.previous
    }

    /// How many single moves ago something was captured or a pawn moved.
    pub fn quiet_turns(&self) -> u32 {
        self.quiet_turns
    }

    /// The pawn whose promotion must be chosen now.
    pub fn promotion_owed(&self) -> Option<(Square, Piece)> {
        self.board.promotion_owed()
    }

    /// Whether the promotion owed was brought about by the other side.
    pub fn is_reverse_promotion(&self) -> bool {
        self.promotion_owed()
            .is_some_and(|(_, pawn)| pawn.seat != self.mover)
    }

    /// What the neighbours of the piece on a square do to it now.
    pub fn marks_on(&self, square: Square) -> impl Iterator<Item = Mark> {
        let marks = Marks::of(&self.board);
        Mark::ALL
            .into_iter()
            .filter(move |mark| marks.has(square, *mark))
    }

    /// A move of the opponent, as if it were the opponent's turn, that would take the king of this seat
    /// off the board. In a game this is never possible against the side that has just moved.
    pub fn threat_to_king(&self, seat: Seat) -> Option<Move> {
        threat(&self.board, &Marks::of(&self.board), seat, self.previous)
    }

    /// The same position with the other side to decide, for a player that looks what is threatened.
    pub(crate) fn passed(&self) -> Option<State> {
        if self.promotion_owed().is_some() || self.threat_to_king(self.active).is_some() {
            return None;
        }
        Some(State {
            board: self.board.clone(),
            active: !self.active,
            mover: self.active,
            previous: None,
            quiet_turns: self.quiet_turns + 1,
            number: self.number,
            visits: None,
        })
    }

    pub(crate) fn turn(&self) -> Turn<'_> {
        Turn::new(&self.board, self.active, self.previous)
    }

    /// How the game stands.
    pub fn standing(&self) -> Standing {
        if self.promotion_owed().is_some() {
            return Standing::Promotion;
        }
        if is_insufficient(&self.board) {
            return Standing::Draw(Reason::INSUFFICIENT_MATERIAL);
        }
        let turn = self.turn();
        let stuck = turn.legal().next().is_none();
        match (stuck, turn.check.is_some()) {
            (true, true) => Standing::Checkmate,
            (true, false) => Standing::Draw(Reason::STALEMATE),
            _ if self.quiet_turns >= QUIET_TURN_LIMIT => Standing::Draw(QUIET_TURNS),
            _ if self.is_threefold() => Standing::Draw(Reason::THREEFOLD_REPETITION),
            (false, true) => Standing::Check,
            (false, false) => Standing::Normal,
        }
    }

    /// Who acts next, or how the game ended.
    pub fn status(&self) -> Status {
        match self.standing() {
            Standing::Normal | Standing::Check | Standing::Promotion => Status::ToAct(self.active),
            Standing::Checkmate => Status::Over(Outcome::win(!self.active, Reason::CHECKMATE)),
            Standing::Draw(reason) => Status::Over(Outcome::draw(reason)),
        }
    }

    /// All legal actions, by squares from a1 to h8; queen, rook, bishop, knight for a promotion.
    pub fn legal(&self) -> Vec<Action> {
        if self.promotion_owed().is_some() {
            return Kind::PROMOTIONS.map(Action::Promote).to_vec();
        }
        let mut actions = Vec::new();
        let is_drawn = self.quiet_turns >= QUIET_TURN_LIMIT
            || self.is_threefold()
            || is_insufficient(&self.board);
        if !is_drawn {
            actions.reserve(64);
            actions.extend(self.turn().legal().map(Action::Move));
        }
        actions
    }

    /// Plays an action that is known to be legal, and tells a witness.
    pub(crate) fn play(&self, action: Action, witness: &mut impl Witness) -> State {
        match action {
            Action::Move(step) => self.make(step, witness),
            Action::Promote(kind) => self.promote(kind),
        }
    }

    fn make(&self, step: Move, witness: &mut impl Witness) -> State {
        let Some(piece) = self.board.get(step.from) else {
            return self.clone();
        };
        let marks = Marks::of(&self.board);
        let after = after(&self.board, &marks, step, self.previous, witness);
        let lasting = after.captured || piece.kind.is_pawn_based();
        let active = next_to_decide(&after.board, piece.seat);
        // Nothing comes again once a piece has gone or has moved for the first time.
        let is_lasting = !piece.moved || after.board.occupied().len() < self.board.occupied().len();
        let visits = self.visits.as_ref().map(|visits| match is_lasting {
            true => Visits::first(&after.board, active, Some(step)),
            false => visits.then(&after.board, active, Some(step)),
        });
        State {
            active,
            visits,
            board: after.board,
            mover: piece.seat,
            previous: Some(step),
            number: self.number.map(|number| match piece.seat {
                Seat::White => number,
                Seat::Black => number.saturating_add(1),
            }),
            quiet_turns: if lasting {
                0
            } else {
                self.quiet_turns.saturating_add(1)
            },
        }
    }

    fn promote(&self, kind: Kind) -> State {
        let mut state = self.clone();
        if let Some((square, pawn)) = self.promotion_owed() {
            state.board.put(square, Piece { kind, ..pawn });
            state.active = next_to_decide(&state.board, self.mover);
        }
        // A promoted pawn is never a pawn again.
        state.visits = state
            .visits
            .map(|_| Visits::first(&state.board, state.active, state.previous));
        state
    }
}

/// The owner of a pawn that must be promoted, otherwise the opponent of the player who moved last. So a player
/// who promotes because of the opponent's move goes on with a move.
fn next_to_decide(board: &Board, mover: Seat) -> Seat {
    board.promotion_owed().map_or(!mover, |(_, pawn)| pawn.seat)
}
