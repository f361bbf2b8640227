//! Refusals. Each names the rule, and where there is one the piece that causes it.

use std::fmt;

use rules::{Seat, refusals};

use crate::army::ArmyError;
use crate::board::Board;
use crate::castling::NoCastling;
use crate::characteristics::immunity::Immunity;
use crate::event::Cause;
use crate::kind::Kind;
use crate::piece::Piece;
use crate::square::Square;

/// A piece where it stands, for sentences: "white rook on e4".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    piece: Option<Piece>,
    square: Square,
}

impl Placed {
    pub(crate) fn on(board: &Board, square: Square) -> Placed {
        Placed {
            piece: board.get(square),
            square,
        }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece {
            Some(piece) => write!(f, "{} on {}", piece.label(), self.square),
            None => write!(f, "empty square {}", self.square),
        }
    }
}

refusals! {
    /// Why a setup or an action is refused.
    #[expect(missing_docs, reason = "the sentences say it")]
    pub enum Illegal {
        UnreadableSetup(why: String) = "unreadable-setup", "this is not a position: {why}";
        Army(error: ArmyError) = "bad-army", "{error}";
        NoKing(seat: Seat) = "no-king", "{seat} has no king";
        SeveralKings(seat: Seat) = "several-kings", "{seat} has more than one king";
        UnreadableAction(text: String) = "unreadable-action",
            "{text:?} is not an action: write a move like e2e4 or a promotion like =q";
        NoSuchPromotion(text: String) = "no-such-promotion",
            "a pawn becomes q, r, b or n (queen, rook, bishop or knight), not {text:?}";
        GameOver = "game-over" => GameOver, "the game is over";
        NotYourTurn(seat: Seat) = "not-your-turn" => NotYourTurn, "it is {seat} who decides now";
        PromotionOwed(pawn: Placed) = "promotion-owed" => PromotionPending,
            "first choose what the {pawn} becomes: =q, =r, =b or =n";
        NoPromotionOwed = "no-promotion-owed" => NoPromotionPending, "no pawn stands on its last rank";
        NotLegal(text: String) = "not-legal", "{text} is not legal now";
        EmptySquare(square: Square) = "empty-square" => NoPiece, "nothing stands on {square}";
        NotYourPiece(piece: Placed) = "not-your-piece" => NotYourPiece, "the {piece} is not yours";
        Stopped { piece: Placed, by: Placed } = "stopped",
            "the {piece} cannot move: stopped by the {by}";
        OwnPiece(piece: Placed) = "own-piece", "the {piece} is your own";
        NotInCheck(warp: Placed) = "not-in-check", "only a king in check may move onto its {warp}";
        WarpNormalised { warp: Placed, by: Placed } = "warp-normalised",
            "the {warp} does not extricate: normalised by the {by}";
        Spared { target: Placed, immunity: Immunity, by: Option<Placed> } = immunity.code(),
            "{why}", why = spared(target, *immunity, by.as_ref());
        CastlingInCheck(by: Placed) = "no-castling",
            "a king in check does not castle: attacked by the {by}";
        NoCastling(why: NoCastling, piece: Placed) = "no-castling",
            "{reason}", reason = no_castling(*why, piece);
        CapturesOtherwise { piece: Placed, target: Placed } = "captures-otherwise",
            "the {piece} does not capture in this way: the {target} stands there";
        NothingToCapture { piece: Placed, to: Square } = "nothing-to-capture",
            "the {piece} moves to {to} only to capture, and nothing is there";
        Blocked { piece: Placed, to: Square, by: Placed } = "blocked",
            "the {piece} does not reach {to}: the {by} is in the way";
        NoPath { piece: Placed, to: Square } = "no-path", "the {piece} does not move to {to}";
        KingsAreNotCaptured(king: Placed) = "kings-are-not-captured",
            "kings are not captured, and the {king} would be";
        KingAsserted(by: Placed) = "king-asserted",
            "the king would be captured: the {by} asserts that square";
        KingNeutralised { by: Placed } = "king-neutralised",
            "the king would be lost: the {by} neutralizes";
        LeavesInCheck { by: Placed } = "leaves-in-check",
            "the king would be in check from the {by}";
        LeavesInBlast { by: Placed, centre: Placed } = "leaves-in-blast",
            "the king would be in check: the {by} could go to {square} and set off a blast \
             that reaches it ({centre})", square = centre.square;
        PromotionChecks { pawn: Placed, kind: Kind } = "promotion-checks",
            "the {pawn} would promote, and as {becoming} it would check the king", becoming = kind.with_article();
    }
}

impl Illegal {
    /// The refusal of a move that costs its own king.
    pub(crate) fn king_lost(cause: Cause, by: Placed) -> Illegal {
        match cause {
            Cause::Asserted => Illegal::KingAsserted(by),
            Cause::Played
            | Cause::Castled
            | Cause::Captured
            | Cause::Neutralised
            | Cause::Returned
            | Cause::Promoted => Illegal::KingNeutralised { by },
        }
    }
}

fn spared(target: &Placed, immunity: Immunity, by: Option<&Placed>) -> String {
    match (immunity, by) {
        (Immunity::Protected, Some(by)) => {
            format!("the {target} is protected: the {by} beside it is protective as well")
        }
        (Immunity::Protected, None) => format!("the {target} is protected"),
        (Immunity::Tense, _) => {
            format!("the {target} is tense: only a king or a queen can capture it")
        }
        (Immunity::Immaterial, Some(by)) => {
            format!("pawns cannot capture the {target}: the {by} keeps it immaterial")
        }
        (Immunity::Immaterial, None) => {
            format!("the {target} is immaterial: pawns cannot capture it")
        }
    }
}

fn no_castling(why: NoCastling, piece: &Placed) -> String {
    match why {
        NoCastling::KingMoved => "the king has moved and cannot castle any more".to_owned(),
        NoCastling::Corner(square) => {
            format!("castling needs an unmoved rook-based piece of your own on {square}")
        }
        NoCastling::Between(_) => format!("the {piece} stands between king and corner"),
        NoCastling::Attacked { square, .. } => {
            format!("the king cannot castle over {square}: attacked by the {piece}")
        }
    }
}
