//! How this protocol says no: a status, `error` for people, and our stable code.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host::Rejection;
use rules::{Refusal, RefusalKind, refusals};
use serde_json::json;

refusals! {
    /// Why this protocol refuses a call.
    pub(crate) enum ApiRefusal {
        NoToken = "no-token" => Unauthorized, "this call needs a token: Authorization: Bearer …";
        NoScope { scope: String } = "no-scope" => Forbidden, "this token lacks the scope {scope}";
        OnlyBots = "only-bots" => Forbidden, "only accounts of bots do this; upgrade yours, or use the board API";
        NoBots = "no-bots" => Forbidden, "accounts of bots use the bot API";
        NoSuchChallenge = "no-such-challenge" => NotFound, "there is no such challenge, or no longer";
        NotYourGame = "not-your-game" => NotFound, "you do not play such a game";
        UnknownVariant { key: String } = "unknown-variant", "this server has no variant `{key}`";
        NoPosition = "no-position", "this variant needs a position: fen";
        BadPosition = "bad-position", "a position has no options here";
        BadClock = "bad-clock", "give clock.limit and clock.increment in seconds, or days";
        BadLevel = "bad-level", "there are levels 1 to 8";
        NoPgn = "no-pgn", "give the game as pgn";
        BadGrant = "bad-grant", "only authorization_code is granted here";
    }
}

impl From<ApiRefusal> for Rejection {
    fn from(refusal: ApiRefusal) -> Rejection {
        Rejection::Refused(Refusal::from_illegal(&refusal))
    }
}

/// How long a client that sends too much is told to wait, in seconds.
const WAIT: HeaderValue = HeaderValue::from_static("1");

/// The response to a call that was refused or failed.
pub(crate) fn respond(rejection: &Rejection) -> Response {
    let (code, message) = rejection.describe();
    let status = status(rejection);
    let body = json!({"error": message, "code": code});
    let mut response = (status, axum::Json(body)).into_response();
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(header::RETRY_AFTER, WAIT);
    }
    response
}

fn status(rejection: &Rejection) -> StatusCode {
    let kind = match rejection {
        Rejection::Refused(refusal) => refusal.kind,
        Rejection::Failed(_) => return StatusCode::SERVICE_UNAVAILABLE,
    };
    match kind {
        RefusalKind::Unauthorized => StatusCode::UNAUTHORIZED,
        RefusalKind::Forbidden => StatusCode::FORBIDDEN,
        RefusalKind::NotFound => StatusCode::NOT_FOUND,
        RefusalKind::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        // Every other status would make clients send the call again.
        RefusalKind::BadRequest
        | RefusalKind::TooSlow
        | RefusalKind::Conflict
        | RefusalKind::GameOver
        | RefusalKind::TimeUp
        | RefusalKind::NotStarted
        | RefusalKind::NotYourTurn
        | RefusalKind::NoPiece
        | RefusalKind::NotYourPiece
        | RefusalKind::PromotionPending
        | RefusalKind::NoPromotionPending
        | RefusalKind::SeatTaken
        | RefusalKind::NoProposal
        | RefusalKind::ProposedAlready => StatusCode::BAD_REQUEST,
    }
}
