//! What happened, for eyes and animation.

use rules::{CellId, Seat, Token};
use serde::Serialize;

/// What happened, in the order in which it is to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A piece leaves the board.
    Removed {
        /// Where it stood.
        at: CellId,
        /// `captured` or `en_passant`.
        cause: &'static str,
        /// Where the capturing piece came from.
        by: CellId,
    },
    /// A piece goes from one square to another.
    Moved {
        /// Where it stood.
        from: CellId,
        /// Where it stands.
        to: CellId,
        /// `moved`, or `castled` for the rook of a castling.
        cause: &'static str,
    },
    /// A pawn becomes another piece.
    Changed {
        /// Where it stands.
        at: CellId,
        /// What it has become.
        token: Token,
        /// `promoted`.
        cause: &'static str,
    },
    /// A pawn waits for its promotion.
    PromotionOwed {
        /// Who has to choose.
        by: Seat,
        /// The square on which the pawn arrives.
        at: CellId,
    },
    /// The side to act is in check.
    Check {
        /// Whose king it is.
        seat: Seat,
        /// Where the king stands.
        king: CellId,
        /// The pieces that give check.
        by: Vec<CellId>,
    },
    /// A draw was claimed.
    Claimed {
        /// Who claimed it.
        by: Seat,
        /// On what grounds.
        reason: &'static str,
    },
}
