//! Why something is not allowed, in words that teach.

use rules::{Seat, refusals};

use crate::castling::Wing;
use crate::setup_problem::SetupProblem;
use crate::{Column, Kind, Piece, Pin, Square};

refusals! {
    /// Why a setup or an action is refused.
    pub enum Illegal {
        /// The setup is not a position.
        Setup(problem: SetupProblem) = problem.code(), "{problem}";
        /// The text is not an action.
        NotAnAction(text: String) = "not-an-action",
            "\"{text}\" is not an action; write for example Na1W-b3N, QL1-QL3, O-O or (a8B=Q)";
        /// The text fits several legal actions.
        Ambiguous(text: String) = "ambiguous",
            "\"{text}\" fits several legal actions; add the file, rank or level it comes from";
        /// The text fits no legal action.
        NoSuchAction(text: String) = "no-such-action", "no legal action fits \"{text}\"";
        /// The game is over.
        GameOver = "game-over" => GameOver, "the game is over";
        /// The other seat decides.
        NotYourTurn(seat: Seat) = "not-your-turn" => NotYourTurn, "it is for {seat} to act";
        /// A promotion has to be chosen first.
        IllegalDelay { at: Square, owner: Seat } = "E_ILLEGAL_DELAY",
            "nothing else can happen until {owner} has chosen a piece for the pawn on {at}";
        /// No promotion is owed there.
        NothingToPromote(at: Square) = "nothing-to-promote" => NoPromotionPending, "no promotion is owed on {at}";
        /// No draw can be claimed.
        NoClaim = "no-claim",
            "a draw can be claimed when a position stands for the third time, or after fifty \
             moves of each side without capture or pawn movement; neither is so";
        /// The draw can be claimed without a turn.
        ClaimWithoutTurn = "claim-without-turn",
            "the draw can be claimed at once: claim it without a turn";
        /// Nothing stands there.
        EmptySquare(at: Square) = "empty-square" => NoPiece, "nothing stands on {at}";
        /// The piece is the opponent's.
        NotYourPiece { at: Square, piece: Piece } = "not-your-piece" => NotYourPiece,
            "the {kind} on {at} is {seat}'s", kind = piece.kind.word(), seat = piece.seat;
        /// Another piece stands there.
        WrongPiece { at: Square, piece: Piece } = "wrong-piece",
            "it is a {piece} that stands on {at}";
        /// The square is not there now.
        NonexistentTarget { to: Square, pin: Pin } = "E_NONEXISTENT_TARGET",
            "{to} does not exist now: no attack board stands on {pin}";
        /// No square lies ahead of the pawn.
        AdvancementFrozen { from: Square, ahead: Column } = "E_ADVANCEMENT_FROZEN",
            "the pawn on {from} cannot advance: no board provides a square on {ahead}";
        /// Pieces do not move within a column.
        SameColumn(to: Square) = "same-column",
            "{to} lies straight above or below; a move has to change file or rank";
        /// An own piece stands there.
        OwnPiece { at: Square, piece: Piece } = "own-piece",
            "your own {kind} stands on {at}", kind = piece.kind.word();
        /// A piece in the way.
        Blocked { at: Square, piece: Piece } = "blocked",
            "the {piece} on {at} closes its whole column: lines end there on every level";
        /// Not how the piece moves.
        CannotReach { kind: Kind, to: Square } = "cannot-reach",
            "a {piece} cannot get to {to} from there", piece = kind.word();
        /// A pawn cannot step onto a piece.
        PawnBlocked { at: Square, piece: Piece } = "pawn-blocked",
            "the {piece} on {at} is in the way; pawns step onto empty squares, and a double step \
             crosses only a column that is empty on every level";
        /// A pawn may not make a double step.
        NotFresh(from: Square) = "not-fresh",
            "the pawn on {from} has moved or been carried and may no longer make a double step";
        /// A capture without an enemy.
        NothingToCapture(to: Square) = "nothing-to-capture", "there is nothing to capture on {to}";
        /// A capture written as a plain move.
        CaptureNotMarked { to: Square, piece: Piece } = "capture-not-marked",
            "the {piece} on {to} would be captured; write x instead of -";
        /// No pawn can be captured in passing there.
        NoEnPassant(to: Square) = "no-en-passant",
            "no pawn has just crossed {column} with a double step", column = to.column();
        /// A pawn on its furthest rank has to become something.
        PromotionRequired(to: Square) = "E_PROMOTION_REQUIRED",
            "{to} is the furthest rank of its file: name the piece the pawn becomes, as in =Q";
        /// The pawn does not promote there.
        PromotionBlocked { to: Square, overhung_by: Option<Pin> } = "E_PROMOTION_BLOCKED",
            "{why}", why = no_promotion(*to, *overhung_by);
        /// A carried pawn is not promoted by this ride.
        RidingDoesNotPromote = "E_PROMOTION_BLOCKED",
            "this ride promotes nobody: a pawn carried onto its furthest rank may promote there \
             on a later turn, and only the strict rules promote it at once";
        /// The board is empty.
        NobodyAboard(pin: Pin) = "nobody-aboard",
            "the attack board on {pin} carries no pawn that could promote";
        /// Only pawns promote.
        OnlyPawnsPromote(kind: Kind) = "only-pawns-promote",
            "a {piece} does not promote; only pawns do", piece = kind.word();
        /// The own king would be attacked.
        KingExposed { king: Square, by: Square } = "E_KING_EXPOSED",
            "your king on {king} would be attacked from {by}";
        /// No board stands there.
        NoBoard(pin: Pin) = "no-board", "no attack board stands on {pin}";
        /// Somebody else controls the board.
        NotControlled { pin: Pin, controller: Seat } = "E_NOT_CONTROLLED",
            "the attack board on {pin} is controlled by {controller}";
        /// The board carries two pieces or more.
        TooManyRiders { pin: Pin, riders: usize } = "E_TOO_MANY_RIDERS",
            "the attack board on {pin} carries {riders} pieces; with more than one nobody moves it";
        /// The pins are too far apart.
        NotAdjacent { from: Pin, to: Pin } = "E_NOT_ADJACENT",
            "{to} is not next to {from}; a board moves one pin a turn";
        /// Another board stands there.
        PinOccupied(pin: Pin) = "E_PIN_OCCUPIED", "an attack board already stands on {pin}";
        /// A board with a rider does not go back.
        BackwardWithRider { from: Pin, to: Pin } = "E_BACKWARD_WITH_RIDER",
            "{from} to {to} leads backward; a board with a rider goes forward or sideways only";
        /// An empty board is not turned.
        NoRiderToTurn(pin: Pin) = "no-rider-to-turn",
            "the attack board on {pin} carries nobody; only a board with one rider is turned";
        /// Boards are not turned under these rules.
        NoTurning = "no-turning", "under the strict rules boards are not turned";
        /// The uncovered pawn could attack the own king.
        UncoversCheck { pawn: Square, king: Square } = "E_UNCOVERS_CHECK",
            "this uncovers the pawn on {pawn}, and one of its promotions would attack your king \
             on {king}";
        /// No castling out of check.
        CastlingInCheck { by: Square } = "E_CHECK",
            "your king is in check from {by} and may not castle";
        /// King or rook has moved or been carried.
        CastlingMoved(wing: Wing) = "E_MOVED",
            "no right to castle on the {side}'s side: king or rook has moved, been carried or been \
             captured", side = wing.name();
        /// No castling into check.
        CastlingIntoAttack { to: Square, by: Square } = "E_DEST_ATTACKED",
            "your king would be attacked on {to} from {by}";
        /// A piece between king and rook.
        CastlingBlocked(at: Square) = "E_SQUARES", "a piece stands on {at}";
        /// No castling with the first move.
        CastlingFirstMove = "E_FIRST_MOVE", "castling is not allowed as the first move of the game";
    }
}

fn no_promotion(to: Square, overhung_by: Option<Pin>) -> String {
    match overhung_by {
        Some(pin) => format!(
            "the attack board on {pin} overhangs {to}: the pawn stays a pawn until that board leaves"
        ),
        None => format!("{to} is not the furthest rank of its file"),
    }
}
