//! Why not: every refusal of orthodox chess, with a stable code and a sentence that teaches.

use std::fmt;

use rules::{Explain, Seat};
use shakmaty::{Role, Square};

use crate::names::{placed_name, role_name};

/// Why a text is no setup or action, or why an action is not legal now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not an action.
    NotAnAction {
        /// Its beginning.
        text: String,
    },
    /// The text means no legal move, or more than one.
    NoSuchMove {
        /// Why.
        why: String,
    },
    /// The setup cannot be read or cannot be played.
    BadSetup {
        /// Why.
        why: String,
    },
    /// The game has ended.
    GameOver {
        /// Why it ended.
        reason: String,
    },
    /// The other seat is to act.
    NotYourTurn {
        /// The seat that asked.
        seat: Seat,
    },
    /// The square is empty.
    NoPiece {
        /// The square.
        at: Square,
    },
    /// The piece is the opponent's.
    NotYourPiece {
        /// The piece.
        role: Role,
        /// Where it stands.
        at: Square,
    },
    /// No piece of this kind moves like that.
    CannotMoveSo {
        /// The piece.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// Something stands in the way.
    Blocked {
        /// The piece that wants to move.
        role: Role,
        /// Where it cannot go.
        to: Square,
        /// What stands in the way.
        blocker: Role,
        /// Where that stands.
        at: Square,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// The piece.
        role: Role,
        /// Where it stands.
        at: Square,
    },
    /// A pawn moves diagonally only to capture.
    NothingToCapture {
        /// The empty square.
        at: Square,
    },
    /// Moving it would expose the king.
    Pinned {
        /// The piece.
        role: Role,
        /// Where it stands.
        at: Square,
        /// The king.
        king: Square,
        /// The piece that pins it.
        by: (Role, Square),
    },
    /// The king is, or would be, attacked.
    LeavesKingInCheck {
        /// The king.
        king: Square,
        /// One of the pieces that attack it.
        by: (Role, Square),
    },
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// The square.
        to: Square,
        /// One of the pieces that attack it.
        by: (Role, Square),
    },
    /// Castling is not possible now, or never again.
    Castling(NoCastling),
    /// A pawn reaches the last rank and nothing says what it becomes.
    PromotionMissing {
        /// The square.
        at: Square,
    },
    /// This move has no promotion, or not this one.
    PromotionNotAllowed {
        /// Why.
        why: &'static str,
    },
    /// First the pawn's promotion has to be chosen.
    PromotionPending {
        /// Where the pawn arrives.
        at: Square,
    },
    /// No pawn waits for a promotion.
    NoPromotionPending,
    /// Neither threefold repetition nor fifty moves.
    NothingToClaim {
        /// Full moves without capture or pawn move.
        moves: u32,
    },
}

/// Why castling is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCastling {
    /// King or rook has moved, or never had the right.
    RightLost,
    /// Something stands between.
    Blocked {
        /// What stands there.
        role: Role,
        /// Where.
        at: Square,
    },
    /// The king is in check.
    OutOfCheck {
        /// One of the pieces that attack it.
        by: (Role, Square),
    },
    /// The king would pass an attacked square.
    ThroughCheck {
        /// The square.
        at: Square,
        /// One of the pieces that attack it.
        by: (Role, Square),
    },
    /// The king would arrive on an attacked square.
    IntoCheck {
        /// The square.
        at: Square,
        /// One of the pieces that attack it.
        by: (Role, Square),
    },
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotAnAction { .. } => "not-an-action",
            Illegal::NoSuchMove { .. } => "no-such-move",
            Illegal::BadSetup { .. } => "bad-setup",
            Illegal::GameOver { .. } => "game-over",
            Illegal::NotYourTurn { .. } => "not-your-turn",
            Illegal::NoPiece { .. } => "no-piece",
            Illegal::NotYourPiece { .. } => "not-your-piece",
            Illegal::CannotMoveSo { .. } => "cannot-move-so",
            Illegal::Blocked { .. } => "blocked",
            Illegal::OwnPiece { .. } => "own-piece",
            Illegal::NothingToCapture { .. } => "nothing-to-capture",
            Illegal::Pinned { .. } => "pinned",
            Illegal::LeavesKingInCheck { .. } => "leaves-king-in-check",
            Illegal::KingIntoCheck { .. } => "king-into-check",
            Illegal::Castling(NoCastling::RightLost) => "castling-right-lost",
            Illegal::Castling(NoCastling::Blocked { .. }) => "castling-blocked",
            Illegal::Castling(NoCastling::OutOfCheck { .. }) => "castling-out-of-check",
            Illegal::Castling(NoCastling::ThroughCheck { .. }) => "castling-through-check",
            Illegal::Castling(NoCastling::IntoCheck { .. }) => "castling-into-check",
            Illegal::PromotionMissing { .. } => "promotion-missing",
            Illegal::PromotionNotAllowed { .. } => "promotion-not-allowed",
            Illegal::PromotionPending { .. } => "promotion-pending",
            Illegal::NoPromotionPending => "no-promotion-pending",
            Illegal::NothingToClaim { .. } => "nothing-to-claim",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placed = |(role, square): &(Role, Square)| placed_name(*role, *square);
        match self {
            Illegal::NotAnAction { text } => write!(
                f,
                "`{text}` is not an action; write a move as e2e4 or e7e8q, a promotion as =q, or claim"
            ),
            Illegal::NoSuchMove { why } => f.write_str(why),
            Illegal::BadSetup { why } => write!(f, "this position cannot be set up: {why}"),
            Illegal::GameOver { reason } => write!(f, "the game is over ({reason})"),
            Illegal::NotYourTurn { seat } => write!(f, "it is not {seat}'s turn"),
            Illegal::NoPiece { at } => write!(f, "there is no piece on {at}"),
            Illegal::NotYourPiece { role, at } => {
                write!(f, "the {} is your opponent's", placed_name(*role, *at))
            }
            Illegal::CannotMoveSo { role, from, to } => {
                write!(
                    f,
                    "a {} does not move from {from} to {to}",
                    role_name(*role)
                )
            }
            Illegal::Blocked {
                role,
                to,
                blocker,
                at,
            } => write!(
                f,
                "the {} cannot reach {to}: the {} stands in the way",
                role_name(*role),
                placed_name(*blocker, *at)
            ),
            Illegal::OwnPiece { role, at } => {
                write!(f, "your own {} stands on {at}", role_name(*role))
            }
            Illegal::NothingToCapture { at } => {
                write!(
                    f,
                    "a pawn moves diagonally only to capture, and {at} holds nothing to capture"
                )
            }
            Illegal::Pinned { role, at, king, by } => write!(
                f,
                "the {} is pinned to the king on {king} by the {}",
                placed_name(*role, *at),
                placed(by)
            ),
            Illegal::LeavesKingInCheck { king, by } => {
                write!(
                    f,
                    "the king on {king} would be in check from the {}",
                    placed(by)
                )
            }
            Illegal::KingIntoCheck { to, by } => {
                write!(
                    f,
                    "the king cannot go to {to}: the {} attacks it",
                    placed(by)
                )
            }
            Illegal::Castling(why) => write!(f, "you cannot castle: {why}"),
            Illegal::PromotionMissing { at } => {
                write!(
                    f,
                    "say what the pawn becomes on {at}: add q, r, b or n to the move"
                )
            }
            Illegal::PromotionNotAllowed { why } => f.write_str(why),
            Illegal::PromotionPending { at } => {
                write!(
                    f,
                    "first choose what the pawn becomes on {at}: =q, =r, =b or =n"
                )
            }
            Illegal::NoPromotionPending => f.write_str("no pawn waits for a promotion"),
            Illegal::NothingToClaim { moves } => write!(
                f,
                "there is no draw to claim: the position has not been here three times, and only \
                 {moves} of fifty moves have passed without a capture or pawn move"
            ),
        }
    }
}

impl fmt::Display for NoCastling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placed = |(role, square): &(Role, Square)| placed_name(*role, *square);
        match self {
            NoCastling::RightLost => {
                f.write_str("the right on this side is lost, because king or rook has moved")
            }
            NoCastling::Blocked { role, at } => {
                write!(f, "the {} stands in the way", placed_name(*role, *at))
            }
            NoCastling::OutOfCheck { by } => {
                write!(f, "the king is in check from the {}", placed(by))
            }
            NoCastling::ThroughCheck { at, by } => {
                write!(
                    f,
                    "the king would pass {at}, which the {} attacks",
                    placed(by)
                )
            }
            NoCastling::IntoCheck { at, by } => {
                write!(
                    f,
                    "the king would arrive on {at}, which the {} attacks",
                    placed(by)
                )
            }
        }
    }
}
