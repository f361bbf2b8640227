//! Failures: what a wrong message is answered with. They never change anything.

use host::Rejection;
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

/// A code and, for people, what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) detail: Option<String>,
}

impl Failure {
    /// A refusal or error of the host in the words of this interface. `about` says what was asked, for people.
    pub(crate) fn of_host(error: &Rejection, about: &str) -> Failure {
        let (code, message) = error.describe();
        let known = match code.as_ref() {
            "no-piece" => Code::EmptySquare,
            "not-your-piece" => Code::NotYourPiece,
            "game-over" => Code::GameOver,
            "time-up" => Code::GameOver,
            "not-your-turn" => Code::NotYourTurn,
            // Nobody is to move before both have come.
            "not-started" => return Failure::new(Code::NotYourTurn).detail(message),
            "not-seated" => Code::NotAPlayer,
            "promotion-pending" => Code::PromotionPending,
            "no-promotion-pending" => Code::NoPromotionPending,
            "no-such-game" => Code::NoGame,
            "seat-taken" | "no-seat" | "already-seated" => Code::SeatTaken,
            "no-proposal" => Code::NoDrawOffer,
            "proposal-too-soon" | "proposal-pending" | "store-failed" | "damaged-game"
            | "overloaded" | "shutting-down" => {
                return Failure::new(Code::RateLimited).detail(message);
            }
            _ => Code::IllegalMove,
        };
        let has_detail = matches!(
            known,
            Code::EmptySquare | Code::NotYourPiece | Code::IllegalMove
        );
        match has_detail {
            true => Failure::new(known).detail(format!("{about}: {message}")),
            false => Failure::new(known),
        }
    }

    pub(crate) fn new(code: Code) -> Failure {
        Failure { code, detail: None }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Failure {
        let detail: String = detail.into().chars().take(MAX_DETAIL).collect();
        Failure {
            detail: Some(detail),
            ..self
        }
    }
}
