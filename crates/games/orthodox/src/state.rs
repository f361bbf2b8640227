//! A position that may be played, with the history that the rules need.

use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError,
    PositionErrorKinds, Rank, Role, Square,
};

use crate::history::History;
use crate::setup::{Draws, Promotions, Setup};
use crate::{Illegal, ending, names};

/// A position that may be played, with the history that the rules need.
#[derive(Clone)]
pub struct State {
    pub(crate) position: Chess,
    pub(crate) history: History,
    pub(crate) options: Options,
    /// With separate promotions: the pawn move whose choice is still owed. The position is the one
    /// before it.
    pub(crate) pending: Option<(Square, Square)>,
    /// The draw that was claimed.
    pub(crate) claimed: Option<Claim>,
    /// The move that led here, for the picture.
    pub(crate) last: Option<(Square, Square)>,
}

/// The options of a setup, which stay the same for the whole game.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) castling: CastlingMode,
    pub(crate) draws: Draws,
    pub(crate) promotions: Promotions,
}

/// A draw that can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    Threefold,
    FiftyMoves,
}

impl State {
    /// The position on the board. While a promotion is owed, it is the one before the pawn's move.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Whether castling is that of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.options.castling == CastlingMode::Chess960
    }

    pub(crate) fn new(setup: &Setup) -> Result<State, Illegal> {
        let as_written = setup.fen.as_setup().clone();
        let castling = setup
            .castling
            .unwrap_or_else(|| CastlingMode::detect(&as_written));
        let position = Chess::from_setup(as_written, castling)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| Illegal::BadSetup {
                why: setup_fault(error.kinds()),
            })?;
        let options = Options {
            castling,
            draws: setup.draws,
            promotions: setup.promotions,
        };
        let state = State {
            history: History::new(&position),
            position,
            options,
            pending: None,
            claimed: None,
            last: None,
        };
        match setup.pending {
            None => Ok(state),
            Some(squares) => state.with_pending(squares),
        }
    }

    fn with_pending(mut self, (from, to): (Square, Square)) -> Result<State, Illegal> {
        let promotes = self.options.promotions == Promotions::Separate
            && ending::drawn(&self).is_none()
            && (self.position.legal_moves().iter())
                .any(|m| m.from() == Some(from) && m.to() == to && m.promotion().is_some());
        if !promotes {
            return Err(Illegal::BadSetup {
                why: format!("{from}{to} does not owe a promotion"),
            });
        }
        self.pending = Some((from, to));
        Ok(self)
    }

    /// The position now as a setup. The castling option is named only where the FEN alone would be
    /// understood differently.
    pub(crate) fn to_setup(&self) -> Setup {
        let fen = Fen::from_position(&self.position, EnPassantMode::Legal);
        let detected = CastlingMode::detect(fen.as_setup());
        let castling = (detected != self.options.castling).then_some(self.options.castling);
        let has_rights = self.position.castles().any();
        Setup {
            fen,
            castling: castling.filter(|_| has_rights),
            draws: self.options.draws,
            promotions: self.options.promotions,
            pending: self.pending,
        }
    }

    pub(crate) fn turn(&self) -> Color {
        self.position.turn()
    }

    /// How often the position has been on the board, now included.
    pub(crate) fn occurrences(&self) -> usize {
        if !self.history.is_long() {
            // Fewer than eight reversible moves make no third occurrence; do not count in vain.
            return 1;
        }
        1 + self.history.count(&self.position)
    }
}

/// Whether this move takes a pawn to its last rank.
pub(crate) fn reaches_last_rank(role: Role, color: Color, to: Square) -> bool {
    role == Role::Pawn && to.rank() == color.fold_wb(Rank::Eighth, Rank::First)
}

fn setup_fault(kinds: PositionErrorKinds) -> String {
    let faults = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "each side needs a king"),
        (
            PositionErrorKinds::TOO_MANY_KINGS,
            "each side has one king only",
        ),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "no pawn can stand on the first or last rank",
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "the castling rights do not fit the board",
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "the en passant square does not fit the board",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check",
        ),
    ];
    let found: Vec<&str> = faults
        .iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, text)| *text)
        .collect();
    if found.is_empty() {
        "this position cannot be played".to_owned()
    } else {
        found.join("; ")
    }
}

/// The seat whose turn it is.
pub(crate) fn to_act(state: &State) -> rules::Seat {
    names::seat_of(state.turn())
}
