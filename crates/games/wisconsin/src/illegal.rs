//! Refusals. Each names the rule, and where there is one the piece that causes it.

use std::fmt;

use rules::{Explain, Seat};

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

/// Why a setup or an action is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences below say it")]
pub enum Illegal {
    UnreadableSetup(String),
    Army(ArmyError),
    NoKing(Seat),
    SeveralKings(Seat),

    UnreadableAction(String),
    NoSuchPromotion(String),
    GameOver,
    NotYourTurn(Seat),
    PromotionOwed(Placed),
    NoPromotionOwed,
    NotLegal(String),

    EmptySquare(Square),
    NotYourPiece(Placed),
    Stopped {
        piece: Placed,
        by: Placed,
    },
    OwnPiece(Placed),
    NotInCheck(Placed),
    WarpNormalised {
        warp: Placed,
        by: Placed,
    },
    Spared {
        target: Placed,
        immunity: Immunity,
        by: Option<Placed>,
    },
    CastlingInCheck(Placed),
    NoCastling(NoCastling, Placed),
    CapturesOtherwise {
        piece: Placed,
        target: Placed,
    },
    NothingToCapture {
        piece: Placed,
        to: Square,
    },
    Blocked {
        piece: Placed,
        to: Square,
        by: Placed,
    },
    NoPath {
        piece: Placed,
        to: Square,
    },

    KingsAreNotCaptured(Placed),
    KingAsserted(Placed),
    KingNeutralised {
        by: Placed,
    },
    LeavesInCheck {
        by: Placed,
    },
    LeavesInBlast {
        by: Placed,
        centre: Placed,
    },
    PromotionChecks {
        pawn: Placed,
        kind: Kind,
    },
}

impl Illegal {
    /// The refusal of a move that costs its own king.
    pub(crate) fn king_lost(cause: Cause, by: Placed) -> Illegal {
        match cause {
            Cause::Asserted => Illegal::KingAsserted(by),
            _ => Illegal::KingNeutralised { by },
        }
    }
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::UnreadableSetup(_) => "unreadable-setup",
            Illegal::Army(_) => "bad-army",
            Illegal::NoKing(_) => "no-king",
            Illegal::SeveralKings(_) => "several-kings",
            Illegal::UnreadableAction(_) => "unreadable-action",
            Illegal::NoSuchPromotion(_) => "no-such-promotion",
            Illegal::GameOver => "game-over",
            Illegal::NotYourTurn(_) => "not-your-turn",
            Illegal::PromotionOwed(_) => "promotion-owed",
            Illegal::NoPromotionOwed => "no-promotion-owed",
            Illegal::NotLegal(_) => "not-legal",
            Illegal::EmptySquare(_) => "empty-square",
            Illegal::NotYourPiece(_) => "not-your-piece",
            Illegal::Stopped { .. } => "stopped",
            Illegal::OwnPiece(_) => "own-piece",
            Illegal::NotInCheck(_) => "not-in-check",
            Illegal::WarpNormalised { .. } => "warp-normalised",
            Illegal::Spared { immunity, .. } => match immunity {
                Immunity::Immaterial => "immaterial",
                Immunity::Tense => "tense",
                Immunity::Protected => "protected",
            },
            Illegal::CastlingInCheck(_) | Illegal::NoCastling(..) => "no-castling",
            Illegal::CapturesOtherwise { .. } => "captures-otherwise",
            Illegal::NothingToCapture { .. } => "nothing-to-capture",
            Illegal::Blocked { .. } => "blocked",
            Illegal::NoPath { .. } => "no-path",
            Illegal::KingsAreNotCaptured(_) => "kings-are-not-captured",
            Illegal::KingAsserted(_) => "king-asserted",
            Illegal::KingNeutralised { .. } => "king-neutralised",
            Illegal::LeavesInCheck { .. } => "leaves-in-check",
            Illegal::LeavesInBlast { .. } => "leaves-in-blast",
            Illegal::PromotionChecks { .. } => "promotion-checks",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::UnreadableSetup(why) => write!(f, "this is not a position: {why}"),
            Illegal::Army(error) => error.fmt(f),
            Illegal::NoKing(seat) => write!(f, "{seat} has no king"),
            Illegal::SeveralKings(seat) => write!(f, "{seat} has more than one king"),
            Illegal::UnreadableAction(text) => write!(
                f,
                "{text:?} is not an action: write a move like e2e4 or a promotion like =q"
            ),
            Illegal::NoSuchPromotion(text) => write!(
                f,
                "a pawn becomes q, r, b or n (queen, rook, bishop or knight), not {text:?}"
            ),
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::NotYourTurn(seat) => write!(f, "it is {seat} who decides now"),
            Illegal::PromotionOwed(pawn) => {
                write!(f, "first choose what the {pawn} becomes: =q, =r, =b or =n")
            }
            Illegal::NoPromotionOwed => f.write_str("no pawn stands on its last rank"),
            Illegal::NotLegal(text) => write!(f, "{text} is not legal now"),
            _ => self.write_about_move(f),
        }
    }
}

impl Illegal {
    fn write_about_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::EmptySquare(square) => write!(f, "nothing stands on {square}"),
            Illegal::NotYourPiece(piece) => write!(f, "the {piece} is not yours"),
            Illegal::Stopped { piece, by } => {
                write!(f, "the {piece} cannot move: stopped by the {by}")
            }
            Illegal::OwnPiece(piece) => write!(f, "the {piece} is your own"),
            Illegal::NotInCheck(warp) => {
                write!(f, "only a king in check may move onto its {warp}")
            }
            Illegal::WarpNormalised { warp, by } => {
                write!(f, "the {warp} does not extricate: normalised by the {by}")
            }
            Illegal::Spared {
                target,
                immunity,
                by,
            } => write_spared(f, target, *immunity, by.as_ref()),
            Illegal::CastlingInCheck(by) => {
                write!(f, "a king in check does not castle: attacked by the {by}")
            }
            Illegal::NoCastling(why, piece) => write_no_castling(f, *why, piece),
            Illegal::CapturesOtherwise { piece, target } => {
                write!(
                    f,
                    "the {piece} does not capture in this way: the {target} stands there"
                )
            }
            Illegal::NothingToCapture { piece, to } => {
                write!(
                    f,
                    "the {piece} moves to {to} only to capture, and nothing is there"
                )
            }
            Illegal::Blocked { piece, to, by } => {
                write!(f, "the {piece} does not reach {to}: the {by} is in the way")
            }
            Illegal::NoPath { piece, to } => write!(f, "the {piece} does not move to {to}"),
            _ => self.write_about_king(f),
        }
    }

    fn write_about_king(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::KingsAreNotCaptured(king) => {
                write!(f, "kings are not captured, and the {king} would be")
            }
            Illegal::KingAsserted(by) => {
                write!(
                    f,
                    "the king would be captured: the {by} asserts that square"
                )
            }
            Illegal::KingNeutralised { by } => {
                write!(f, "the king would be lost: the {by} neutralizes")
            }
            Illegal::LeavesInCheck { by } => {
                write!(f, "the king would be in check from the {by}")
            }
            Illegal::LeavesInBlast { by, centre } => write!(
                f,
                "the king would be in check: the {by} could go to {} and set off a blast \
                 that reaches it ({centre})",
                centre.square
            ),
            Illegal::PromotionChecks { pawn, kind } => write!(
                f,
                "the {pawn} would promote, and as {} it would check the king",
                kind.with_article()
            ),
            // The other sentences are above.
            _ => f.write_str(self.code()),
        }
    }
}

fn write_spared(
    f: &mut fmt::Formatter<'_>,
    target: &Placed,
    immunity: Immunity,
    by: Option<&Placed>,
) -> fmt::Result {
    match (immunity, by) {
        (Immunity::Protected, Some(by)) => write!(
            f,
            "the {target} is protected: the {by} beside it is protective as well"
        ),
        (Immunity::Protected, None) => write!(f, "the {target} is protected"),
        (Immunity::Tense, _) => write!(
            f,
            "the {target} is tense: only a king or a queen can capture it"
        ),
        (Immunity::Immaterial, Some(by)) => write!(
            f,
            "pawns cannot capture the {target}: the {by} keeps it immaterial"
        ),
        (Immunity::Immaterial, None) => {
            write!(f, "the {target} is immaterial: pawns cannot capture it")
        }
    }
}

fn write_no_castling(f: &mut fmt::Formatter<'_>, why: NoCastling, piece: &Placed) -> fmt::Result {
    match why {
        NoCastling::KingMoved => f.write_str("the king has moved and cannot castle any more"),
        NoCastling::Corner(square) => write!(
            f,
            "castling needs an unmoved rook-based piece of your own on {square}"
        ),
        NoCastling::Between(_) => write!(f, "the {piece} stands between king and corner"),
        NoCastling::Attacked { square, .. } => {
            write!(
                f,
                "the king cannot castle over {square}: attacked by the {piece}"
            )
        }
    }
}
