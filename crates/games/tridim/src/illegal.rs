//! Why something is not allowed, in words that teach.

use std::fmt;

use rules::{Explain, Seat};

use crate::castling::Wing;
use crate::setup_problem::SetupProblem;
use crate::{Column, Kind, Piece, Pin, Square};

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The setup is no position.
    Setup(SetupProblem),
    /// The text is no action.
    NotAnAction(String),
    /// The text fits several legal actions.
    Ambiguous(String),
    /// The text fits no legal action.
    NoSuchAction(String),
    /// The game is over.
    GameOver,
    /// The other seat decides.
    NotYourTurn(Seat),
    /// A promotion has to be chosen first.
    IllegalDelay { at: Square, owner: Seat },
    /// No promotion is owed there.
    NothingToPromote(Square),
    /// No draw can be claimed.
    NoClaim,
    /// The draw can be claimed without a turn.
    ClaimWithoutTurn,
    /// Nothing stands there.
    EmptySquare(Square),
    /// The piece is the opponent's.
    NotYourPiece { at: Square, piece: Piece },
    /// Another piece stands there.
    WrongPiece { at: Square, piece: Piece },
    /// The square is not there now.
    NonexistentTarget { to: Square, pin: Pin },
    /// No square lies ahead of the pawn.
    AdvancementFrozen { from: Square, ahead: Column },
    /// Pieces do not move within a column.
    SameColumn(Square),
    /// An own piece stands there.
    OwnPiece { at: Square, piece: Piece },
    /// A piece in the way.
    Blocked { at: Square, piece: Piece },
    /// Not how the piece moves.
    CannotReach { kind: Kind, to: Square },
    /// A pawn cannot step onto a piece.
    PawnBlocked { at: Square, piece: Piece },
    /// A pawn may not make a double step.
    NotFresh(Square),
    /// A capture without an enemy.
    NothingToCapture(Square),
    /// A capture written as a plain move.
    CaptureNotMarked { to: Square, piece: Piece },
    /// No pawn can be captured in passing there.
    NoEnPassant(Square),
    /// A pawn on its furthest rank has to become something.
    PromotionRequired(Square),
    /// The pawn does not promote there.
    PromotionBlocked {
        to: Square,
        overhung_by: Option<Pin>,
    },
    /// A carried pawn is not promoted by this ride.
    RidingDoesNotPromote,
    /// The board is empty.
    NobodyAboard(Pin),
    /// Only pawns promote.
    OnlyPawnsPromote(Kind),
    /// The own king would be attacked.
    KingExposed { king: Square, by: Square },
    /// No board stands there.
    NoBoard(Pin),
    /// Somebody else controls the board.
    NotControlled { pin: Pin, controller: Seat },
    /// The board carries two pieces or more.
    TooManyRiders { pin: Pin, riders: usize },
    /// The pins are too far apart.
    NotAdjacent { from: Pin, to: Pin },
    /// Another board stands there.
    PinOccupied(Pin),
    /// A board with a rider does not go back.
    BackwardWithRider { from: Pin, to: Pin },
    /// An empty board is not turned.
    NoRiderToTurn(Pin),
    /// Boards are not turned under these rules.
    NoTurning,
    /// The uncovered pawn could attack the own king.
    UncoversCheck { pawn: Square, king: Square },
    /// No castling out of check.
    CastlingInCheck { by: Square },
    /// King or rook has moved or been carried.
    CastlingMoved(Wing),
    /// No castling into check.
    CastlingIntoAttack { to: Square, by: Square },
    /// A piece between king and rook.
    CastlingBlocked(Square),
    /// No castling with the first move.
    CastlingFirstMove,
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::Setup(problem) => problem.code(),
            Illegal::NotAnAction(_) => "not-an-action",
            Illegal::Ambiguous(_) => "ambiguous",
            Illegal::NoSuchAction(_) => "no-such-action",
            Illegal::GameOver => "game-over",
            Illegal::NotYourTurn(_) => "not-your-turn",
            Illegal::IllegalDelay { .. } => "E_ILLEGAL_DELAY",
            Illegal::NothingToPromote(_) => "nothing-to-promote",
            Illegal::NoClaim => "no-claim",
            Illegal::ClaimWithoutTurn => "claim-without-turn",
            Illegal::EmptySquare(_) => "empty-square",
            Illegal::NotYourPiece { .. } => "not-your-piece",
            Illegal::WrongPiece { .. } => "wrong-piece",
            Illegal::NonexistentTarget { .. } => "E_NONEXISTENT_TARGET",
            Illegal::AdvancementFrozen { .. } => "E_ADVANCEMENT_FROZEN",
            Illegal::SameColumn(_) => "same-column",
            Illegal::OwnPiece { .. } => "own-piece",
            Illegal::Blocked { .. } => "blocked",
            Illegal::CannotReach { .. } => "cannot-reach",
            Illegal::PawnBlocked { .. } => "pawn-blocked",
            Illegal::NotFresh(_) => "not-fresh",
            Illegal::NothingToCapture(_) => "nothing-to-capture",
            Illegal::CaptureNotMarked { .. } => "capture-not-marked",
            Illegal::NoEnPassant(_) => "no-en-passant",
            Illegal::PromotionRequired(_) => "E_PROMOTION_REQUIRED",
            Illegal::PromotionBlocked { .. } => "E_PROMOTION_BLOCKED",
            Illegal::RidingDoesNotPromote => "E_PROMOTION_BLOCKED",
            Illegal::NobodyAboard(_) => "nobody-aboard",
            Illegal::OnlyPawnsPromote(_) => "only-pawns-promote",
            Illegal::KingExposed { .. } => "E_KING_EXPOSED",
            Illegal::NoBoard(_) => "no-board",
            Illegal::NotControlled { .. } => "E_NOT_CONTROLLED",
            Illegal::TooManyRiders { .. } => "E_TOO_MANY_RIDERS",
            Illegal::NotAdjacent { .. } => "E_NOT_ADJACENT",
            Illegal::PinOccupied(_) => "E_PIN_OCCUPIED",
            Illegal::BackwardWithRider { .. } => "E_BACKWARD_WITH_RIDER",
            Illegal::NoRiderToTurn(_) => "no-rider-to-turn",
            Illegal::NoTurning => "no-turning",
            Illegal::UncoversCheck { .. } => "E_UNCOVERS_CHECK",
            Illegal::CastlingInCheck { .. } => "E_CHECK",
            Illegal::CastlingMoved(_) => "E_MOVED",
            Illegal::CastlingIntoAttack { .. } => "E_DEST_ATTACKED",
            Illegal::CastlingBlocked(_) => "E_SQUARES",
            Illegal::CastlingFirstMove => "E_FIRST_MOVE",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Setup(problem) => write!(f, "{problem}"),
            Illegal::NotAnAction(text) => write!(
                f,
                "\"{text}\" is no action; write for example Na1W-b3N, QL1-QL3, O-O or (a8B=Q)"
            ),
            Illegal::Ambiguous(text) => write!(
                f,
                "\"{text}\" fits several legal actions; add the file, rank or level it comes from"
            ),
            Illegal::NoSuchAction(text) => write!(f, "no legal action fits \"{text}\""),
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::NotYourTurn(seat) => write!(f, "it is for {seat} to act"),
            Illegal::IllegalDelay { at, owner } => write!(
                f,
                "nothing else can happen until {owner} has chosen a piece for the pawn on {at}"
            ),
            Illegal::NothingToPromote(at) => write!(f, "no promotion is owed on {at}"),
            Illegal::NoClaim => f.write_str(
                "a draw can be claimed when a position stands for the third time, or after fifty \
                 moves of each side without capture or pawn movement; neither is so",
            ),
            Illegal::ClaimWithoutTurn => {
                f.write_str("the draw can be claimed at once: claim it without a turn")
            }
            Illegal::EmptySquare(at) => write!(f, "nothing stands on {at}"),
            Illegal::NotYourPiece { at, piece } => {
                write!(f, "the {} on {at} is {}'s", piece.kind.word(), piece.seat)
            }
            Illegal::WrongPiece { at, piece } => write!(f, "it is a {piece} that stands on {at}"),
            Illegal::NonexistentTarget { to, pin } => write!(
                f,
                "{to} does not exist now: no attack board stands on {pin}"
            ),
            Illegal::AdvancementFrozen { from, ahead } => write!(
                f,
                "the pawn on {from} cannot advance: no board provides a square on {ahead}"
            ),
            Illegal::SameColumn(to) => write!(
                f,
                "{to} lies straight above or below; a move has to change file or rank"
            ),
            Illegal::OwnPiece { at, piece } => {
                write!(f, "your own {} stands on {at}", piece.kind.word())
            }
            Illegal::Blocked { at, piece } => write!(
                f,
                "the {piece} on {at} closes its whole column: lines end there on every level"
            ),
            Illegal::CannotReach { kind, to } => {
                write!(f, "a {} cannot get to {to} from there", kind.word())
            }
            Illegal::PawnBlocked { at, piece } => write!(
                f,
                "the {piece} on {at} is in the way; pawns step onto empty squares, and a double step \
                 crosses only a column that is empty on every level"
            ),
            Illegal::NotFresh(from) => write!(
                f,
                "the pawn on {from} has moved or been carried and may no longer make a double step"
            ),
            Illegal::NothingToCapture(to) => write!(f, "there is nothing to capture on {to}"),
            Illegal::CaptureNotMarked { to, piece } => write!(
                f,
                "the {piece} on {to} would be captured; write x instead of -"
            ),
            Illegal::NoEnPassant(to) => write!(
                f,
                "no pawn has just crossed {} with a double step",
                to.column()
            ),
            Illegal::PromotionRequired(to) => write!(
                f,
                "{to} is the furthest rank of its file: name the piece the pawn becomes, as in =Q"
            ),
            Illegal::PromotionBlocked {
                to,
                overhung_by: Some(pin),
            } => write!(
                f,
                "the attack board on {pin} overhangs {to}: the pawn stays a pawn until that board leaves"
            ),
            Illegal::PromotionBlocked { to, .. } => {
                write!(f, "{to} is not the furthest rank of its file")
            }
            Illegal::RidingDoesNotPromote => f.write_str(
                "this ride promotes nobody: a pawn carried onto its furthest rank may promote there \
                 on a later turn, and only the strict rules promote it at once",
            ),
            Illegal::NobodyAboard(pin) => {
                write!(f, "the attack board on {pin} carries no pawn that could promote")
            }
            Illegal::OnlyPawnsPromote(kind) => {
                write!(f, "a {} does not promote; only pawns do", kind.word())
            }
            Illegal::KingExposed { king, by } => {
                write!(f, "your king on {king} would be attacked from {by}")
            }
            Illegal::UncoversCheck { pawn, king } => write!(
                f,
                "this uncovers the pawn on {pawn}, and one of its promotions would attack your king \
                 on {king}"
            ),
            Illegal::NoBoard(pin) => write!(f, "no attack board stands on {pin}"),
            Illegal::NotControlled { pin, controller } => {
                write!(f, "the attack board on {pin} is controlled by {controller}")
            }
            Illegal::TooManyRiders { pin, riders } => write!(
                f,
                "the attack board on {pin} carries {riders} pieces; with more than one nobody moves it"
            ),
            Illegal::NotAdjacent { from, to } => {
                write!(
                    f,
                    "{to} is not next to {from}; a board moves one pin a turn"
                )
            }
            Illegal::PinOccupied(pin) => {
                write!(f, "an attack board already stands on {pin}")
            }
            Illegal::BackwardWithRider { from, to } => write!(
                f,
                "{from} to {to} leads backward; a board with a rider goes forward or sideways only"
            ),
            Illegal::NoRiderToTurn(pin) => write!(
                f,
                "the attack board on {pin} carries nobody; only a board with one rider is turned"
            ),
            Illegal::NoTurning => f.write_str("under the strict rules boards are not turned"),
            Illegal::CastlingInCheck { by } => {
                write!(f, "your king is in check from {by} and may not castle")
            }
            Illegal::CastlingMoved(wing) => write!(
                f,
                "no right to castle on the {}'s side: king or rook has moved, been carried or been \
                 captured",
                match wing {
                    Wing::King => "king",
                    Wing::Queen => "queen",
                }
            ),
            Illegal::CastlingIntoAttack { to, by } => {
                write!(f, "your king would be attacked on {to} from {by}")
            }
            Illegal::CastlingBlocked(at) => write!(f, "a piece stands on {at}"),
            Illegal::CastlingFirstMove => {
                f.write_str("castling is not allowed as the first move of the game")
            }
        }
    }
}
