//! What can be wrong with a setup.

use std::fmt;

use rules::Seat;

use crate::{Pin, Square};

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupProblem {
    /// Not eight fields.
    Fields(usize),
    /// An option that does not exist.
    Option(String),
    /// A main board or row that cannot be read.
    Row(String),
    /// An attack board that cannot be read.
    Board(String),
    /// A field that cannot be read.
    Field { name: &'static str, text: String },
    /// Two boards on one pin.
    SharedPin(Pin),
    /// Not exactly one king.
    Kings { seat: Seat, kings: usize },
    /// A castling right without king and rook at home.
    Castling(Seat),
    /// A fresh pawn away from its home.
    FreshPawn(Square),
    /// No pawn there has just made a double step.
    EnPassant(Square),
    /// The promotion field does not say what the pieces say.
    Promotions { written: String, derived: String },
    /// The side that has just moved is in check.
    OpponentInCheck(Seat),
    /// The pending promotion would attack the side that has just moved.
    PromotionChecks(Square),
}

impl SetupProblem {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            SetupProblem::Fields(_) => "setup-fields",
            SetupProblem::Option(_) => "setup-option",
            SetupProblem::Row(_) => "setup-row",
            SetupProblem::Board(_) => "setup-board",
            SetupProblem::Field { .. } => "setup-field",
            SetupProblem::SharedPin(_) => "setup-pins",
            SetupProblem::Kings { .. } => "setup-kings",
            SetupProblem::Castling(_) => "setup-castling",
            SetupProblem::FreshPawn(_) => "setup-fresh-pawn",
            SetupProblem::EnPassant(_) => "setup-en-passant",
            SetupProblem::Promotions { .. } => "setup-promotions",
            SetupProblem::OpponentInCheck(_) => "setup-opponent-in-check",
            SetupProblem::PromotionChecks(_) => "setup-promotion-checks",
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupProblem::Fields(count) => {
                write!(f, "a position text has eight fields, this one has {count}")
            }
            SetupProblem::Option(text) => write!(
                f,
                "\"{text}\" is no option; after the position write preset=standard or preset=strict"
            ),
            SetupProblem::Row(text) => write!(
                f,
                "\"{text}\" cannot be read; three boards of four rows with four squares are needed"
            ),
            SetupProblem::Board(text) => write!(
                f,
                "\"{text}\" cannot be read; four boards like QL1(DD/RQ) are needed, separated by commas"
            ),
            SetupProblem::Field { name, text } => {
                write!(f, "\"{text}\" cannot be read as {name}")
            }
            SetupProblem::SharedPin(pin) => write!(f, "two attack boards stand on {pin}"),
            SetupProblem::Kings { seat, kings } => {
                write!(f, "{seat} needs exactly one king and has {kings}")
            }
            SetupProblem::Castling(seat) => write!(
                f,
                "{seat} has a castling right without king and rook on their first squares"
            ),
            SetupProblem::FreshPawn(at) => {
                write!(f, "a pawn on {at} has moved: write P instead of D")
            }
            SetupProblem::EnPassant(at) => {
                write!(f, "no pawn can just have made a double step to {at}")
            }
            SetupProblem::Promotions { written, derived } => write!(
                f,
                "the promotion field says {written}, but the boards and pawns say {derived}"
            ),
            SetupProblem::OpponentInCheck(seat) => {
                write!(f, "{seat} is in check and not to move")
            }
            SetupProblem::PromotionChecks(at) => write!(
                f,
                "the pawn on {at} could promote with check although its owner is to move"
            ),
        }
    }
}
