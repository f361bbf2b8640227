//! Failures: what a wrong message is answered with. They never change anything.

use host::Rejection;
use rules::{Refusal, RefusalKind};
use serde::Serialize;

/// The longest detail, in characters.
const MAX_DETAIL: usize = 200;

/// Why a message failed: the stable word for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// More than [`super::MAX_MESSAGE`] bytes.
    TooLarge,
    /// Invalid UTF-8.
    #[serde(rename = "not_utf8")]
    NotUtf8,
    /// Not strict JSON, or nested too deep.
    NotJson,
    /// A member name twice in one object.
    DuplicateKey,
    /// JSON, but no object.
    NotAnObject,
    /// No `message_type`.
    MissingMessageType,
    /// A known member with a value of the wrong kind.
    WrongType,
    /// Not a request.
    UnknownMessageType,
    /// A required member is absent.
    MissingField,
    /// Not a letter A-H and a digit 1-8.
    BadSquare,
    /// Not one of the four pieces.
    BadPieceChoice,
    /// No game, or none with this id.
    NoGame,
    /// The game has ended.
    GameOver,
    /// A spectator tries to act.
    NotAPlayer,
    /// The other seat is to move.
    NotYourTurn,
    /// A move while a promotion has to be chosen.
    PromotionPending,
    /// A choice although there is nothing to choose.
    NoPromotionPending,
    /// Nothing stands there.
    EmptySquare,
    /// The other side's piece stands there.
    NotYourPiece,
    /// Not in the move set.
    IllegalMove,
    /// The position cannot be played.
    BadFen,
    /// This engine does not know the variant.
    UnsupportedVariant,
    /// Somebody else sits there.
    SeatTaken,
    /// There is no offer of the other side.
    NoDrawOffer,
    /// The position does not satisfy the claim.
    ClaimNotValid,
    /// Too many failures or games.
    RateLimited,
}

impl Code {
    /// The reason in words, where nothing more exact is known.
    fn reason(self) -> &'static str {
        match self {
            Code::TooLarge => "a message has at most 4096 bytes",
            Code::NotUtf8 => "a message is UTF-8 text",
            Code::NotJson => "a message is strict JSON",
            Code::DuplicateKey => "an object has a member twice",
            Code::NotAnObject => "a message is a JSON object",
            Code::MissingMessageType => "a message has the member message_type",
            Code::WrongType => "a member has a value of the wrong kind",
            Code::UnknownMessageType => "there is no such request",
            Code::MissingField => "a required member is missing",
            Code::BadSquare => "a square is a letter A to H and a digit 1 to 8",
            Code::BadPieceChoice => "a pawn becomes a queen, rook, bishop or knight",
            Code::NoGame => "there is no such game; begin one with new_game",
            Code::GameOver => "the game is over",
            Code::NotAPlayer => "only the players of a game can do this",
            Code::NotYourTurn => "it is the opponent's turn",
            Code::PromotionPending => "first send piece_promotion_choice",
            Code::NoPromotionPending => "no pawn waits for a promotion",
            Code::EmptySquare => "nothing stands there",
            Code::NotYourPiece => "this is the opponent's piece",
            Code::IllegalMove => "this is not in the list of legal moves",
            Code::BadFen => "this position cannot be played",
            Code::UnsupportedVariant => "this server does not have that game",
            Code::SeatTaken => "somebody else sits there",
            Code::NoDrawOffer => "the opponent has not offered a draw",
            Code::ClaimNotValid => "the position does not satisfy the claim",
            Code::RateLimited => "this is too much at once; try again later",
        }
    }
}

/// A code and, for people, the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) detail: String,
}

impl Failure {
    /// A refusal or error of the host in the words of this interface. `about` says what was asked, for people.
    pub(crate) fn of_host(error: &Rejection, about: &str) -> Failure {
        let (_, message) = error.describe();
        match error {
            Rejection::Refused(refusal) => Failure::of_refusal(refusal, about),
            Rejection::Failed(_) => Failure::new(Code::RateLimited).detail(message),
        }
    }

    fn of_refusal(refusal: &Refusal, about: &str) -> Failure {
        let Refusal { message, kind, .. } = refusal;
        let of_move = |code: Code| Failure::new(code).detail(format!("{about}: {message}"));
        match kind {
            RefusalKind::NoPiece => of_move(Code::EmptySquare),
            RefusalKind::NotYourPiece => of_move(Code::NotYourPiece),
            RefusalKind::Conflict | RefusalKind::BadRequest => of_move(Code::IllegalMove),
            RefusalKind::GameOver | RefusalKind::TimeUp => Failure::new(Code::GameOver),
            RefusalKind::NotYourTurn => Failure::new(Code::NotYourTurn),
            // Neither is to move before both have come.
            RefusalKind::NotStarted => Failure::new(Code::NotYourTurn).detail(message),
            RefusalKind::PromotionPending => Failure::new(Code::PromotionPending),
            RefusalKind::NoPromotionPending => Failure::new(Code::NoPromotionPending),
            RefusalKind::SeatTaken => Failure::new(Code::SeatTaken),
            RefusalKind::NoProposal => Failure::new(Code::NoDrawOffer),
            RefusalKind::NotFound => Failure::new(Code::NoGame),
            RefusalKind::Forbidden | RefusalKind::Unauthorized => Failure::new(Code::NotAPlayer),
            RefusalKind::TooLarge => Failure::new(Code::TooLarge).detail(message),
            RefusalKind::ProposedAlready | RefusalKind::RateLimited | RefusalKind::TooSlow => {
                Failure::new(Code::RateLimited).detail(message)
            }
        }
    }

    pub(crate) fn new(code: Code) -> Failure {
        let detail = code.reason().to_owned();
        Failure { code, detail }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Failure {
        let detail: String = detail.into().chars().take(MAX_DETAIL).collect();
        Failure { detail, ..self }
    }
}
