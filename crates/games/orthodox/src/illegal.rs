//! Why not: every refusal of orthodox chess, with a stable code and a sentence that teaches.

use rules::{Seat, refusals};
use shakmaty::{Role, Square};

use crate::names::{placed_name, role_name};

/// A piece and where it stands.
type Placed = (Role, Square);

refusals! {
    /// Why a text is not a setup or an action, or why an action is not legal now.
    pub enum Illegal {
        /// The text is not an action.
        NotAnAction {
            /// Its beginning.
            text: String,
        } = "not-an-action",
            "`{text}` is not an action; write a move as e2e4 or e7e8q, a promotion as =q, or claim";
        /// The text means no legal move, or more than one.
        NoSuchMove {
            /// Why.
            why: String,
        } = "no-such-move", "{why}";
        /// The setup cannot be read or cannot be played.
        BadSetup {
            /// Why.
            why: String,
        } = "bad-setup", "this position cannot be set up: {why}";
        /// The game has ended.
        GameOver {
            /// Why it ended.
            reason: String,
        } = "game-over" => GameOver, "the game is over ({reason})";
        /// The other seat is to act.
        NotYourTurn {
            /// The seat that asked.
            seat: Seat,
        } = "not-your-turn" => NotYourTurn, "it is not {seat}'s turn";
        /// The square is empty.
        NoPiece {
            /// The square.
            at: Square,
        } = "no-piece" => NoPiece, "there is no piece on {at}";
        /// The piece is the opponent's.
        NotYourPiece {
            /// The piece.
            role: Role,
            /// Where it stands.
            at: Square,
        } = "not-your-piece" => NotYourPiece, "the {piece} is your opponent's", piece = placed_name(*role, *at);
        /// No piece of this kind moves like that.
        CannotMoveSo {
            /// The piece.
            role: Role,
            /// Where it stands.
            from: Square,
            /// Where it cannot go.
            to: Square,
        } = "cannot-move-so", "a {piece} does not move from {from} to {to}", piece = role_name(*role);
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
        } = "blocked", "the {piece} cannot reach {to}: the {obstacle} stands in the way",
            piece = role_name(*role), obstacle = placed_name(*blocker, *at);
        /// An own piece stands on the target.
        OwnPiece {
            /// The piece.
            role: Role,
            /// Where it stands.
            at: Square,
        } = "own-piece", "your own {piece} stands on {at}", piece = role_name(*role);
        /// A pawn moves diagonally only to capture.
        NothingToCapture {
            /// The empty square.
            at: Square,
        } = "nothing-to-capture",
            "a pawn moves diagonally only to capture, and {at} holds nothing to capture";
        /// Moving it would expose the king.
        Pinned {
            /// The piece.
            role: Role,
            /// Where it stands.
            at: Square,
            /// The king.
            king: Square,
            /// The piece that pins it.
            by: Placed,
        } = "pinned", "the {piece} is pinned to the king on {king} by the {pinner}",
            piece = placed_name(*role, *at), pinner = placed(by);
        /// The king is, or would be, attacked.
        LeavesKingInCheck {
            /// The king.
            king: Square,
            /// One of the pieces that attack it.
            by: Placed,
        } = "leaves-king-in-check",
            "the king on {king} would be in check from the {attacker}", attacker = placed(by);
        /// The king would step onto an attacked square.
        KingIntoCheck {
            /// The square.
            to: Square,
            /// One of the pieces that attack it.
            by: Placed,
        } = "king-into-check", "the king cannot go to {to}: the {attacker} attacks it", attacker = placed(by);
        /// Castling is not possible now, or never again.
        Castling(why: NoCastling) = why.code(), "you cannot castle: {why}";
        /// A pawn reaches the last rank and nothing says what it becomes.
        PromotionMissing {
            /// The square.
            at: Square,
        } = "promotion-missing", "say what the pawn becomes on {at}: add q, r, b or n to the move";
        /// This move has no promotion, or not this one.
        PromotionNotAllowed {
            /// Why.
            why: &'static str,
        } = "promotion-not-allowed", "{why}";
        /// First the pawn's promotion has to be chosen.
        PromotionPending {
            /// Where the pawn arrives.
            at: Square,
        } = "promotion-pending" => PromotionPending, "first choose what the pawn becomes on {at}: =q, =r, =b or =n";
        /// No pawn waits for a promotion.
        NoPromotionPending = "no-promotion-pending" => NoPromotionPending, "no pawn waits for a promotion";
        /// Neither threefold repetition nor fifty moves.
        NothingToClaim {
            /// Full moves without capture or pawn move.
            moves: u32,
        } = "nothing-to-claim",
            "there is no draw to claim: the position has not been here three times, and only \
             {moves} of fifty moves have passed without a capture or pawn move";
    }
}

refusals! {
    /// Why castling is not possible.
    pub enum NoCastling {
        /// King or rook has moved, or never had the right.
        RightLost = "castling-right-lost",
            "the right on this side is lost, because king or rook has moved";
        /// Something stands between.
        Blocked {
            /// What stands there.
            role: Role,
            /// Where.
            at: Square,
        } = "castling-blocked", "the {obstacle} stands in the way", obstacle = placed_name(*role, *at);
        /// The king is in check.
        OutOfCheck {
            /// One of the pieces that attack it.
            by: Placed,
        } = "castling-out-of-check", "the king is in check from the {attacker}", attacker = placed(by);
        /// The king would pass an attacked square.
        ThroughCheck {
            /// The square.
            at: Square,
            /// One of the pieces that attack it.
            by: Placed,
        } = "castling-through-check",
            "the king would pass {at}, which the {attacker} attacks", attacker = placed(by);
        /// The king would arrive on an attacked square.
        IntoCheck {
            /// The square.
            at: Square,
            /// One of the pieces that attack it.
            by: Placed,
        } = "castling-into-check",
            "the king would arrive on {at}, which the {attacker} attacks", attacker = placed(by);
    }
}

fn placed((role, square): &Placed) -> String {
    placed_name(*role, *square)
}
