//! What can be wrong with a setup.

use rules::{Seat, refusals};

use crate::{Pin, Square};

refusals! {
    /// What is wrong with a setup.
    pub enum SetupProblem {
        /// Not eight fields.
        Fields(count: usize) = "setup-fields",
            "a position text has eight fields, this one has {count}";
        /// An option that does not exist.
        Option(text: String) = "setup-option",
            "\"{text}\" is not an option; after the position write preset=standard or preset=strict";
        /// A main board or row that cannot be read.
        Row(text: String) = "setup-row",
            "\"{text}\" cannot be read; three boards of four rows with four squares are needed";
        /// An attack board that cannot be read.
        Board(text: String) = "setup-board",
            "\"{text}\" cannot be read; four boards like QL1(DD/RQ) are needed, separated by commas";
        /// A field that cannot be read.
        Field { name: &'static str, text: String } = "setup-field",
            "\"{text}\" cannot be read as {name}";
        /// Two boards on one pin.
        SharedPin(pin: Pin) = "setup-pins", "two attack boards stand on {pin}";
        /// Not exactly one king.
        Kings { seat: Seat, kings: usize } = "setup-kings",
            "{seat} needs exactly one king and has {kings}";
        /// A castling right without king and rook at home.
        Castling(seat: Seat) = "setup-castling",
            "{seat} has a castling right without king and rook on their first squares";
        /// A fresh pawn away from its home.
        FreshPawn(at: Square) = "setup-fresh-pawn",
            "a pawn on {at} has moved: write P instead of D";
        /// No pawn there has just made a double step.
        EnPassant(at: Square) = "setup-en-passant",
            "no pawn can just have made a double step to {at}";
        /// The promotion field does not say what the pieces say.
        Promotions { written: String, derived: String } = "setup-promotions",
            "the promotion field says {written}, but the boards and pawns say {derived}";
        /// The side that has just moved is in check.
        OpponentInCheck(seat: Seat) = "setup-opponent-in-check",
            "{seat} is in check and not to move";
        /// The pending promotion would attack the side that has just moved.
        PromotionChecks(at: Square) = "setup-promotion-checks",
            "the pawn on {at} could promote with check although its owner is to move";
    }
}
