//! How HTTP says that a request was refused or failed.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use host::Rejection;
use rules::{Args, Refusal, RefusalKind, refusals};
use serde::Serialize;

use crate::{Context, origin};

refusals! {
    /// Why the server refuses a request before a protocol sees it.
    pub enum ServerRefusal {
        /// A request makes no sense.
        BadRequest {
            /// Why.
            why: String,
        } = "bad-request" => BadRequest, "{why}";
        /// A token is unknown or was revoked.
        BadToken = "bad-token" => Unauthorized, "this token is not valid, or no longer";
        /// A body did not arrive in time.
        TooSlow = "too-slow" => TooSlow, "the body took too long";
        /// A body is above the limit.
        TooLarge {
            /// The limit in bytes.
            limit: usize,
        } = "too-large" => TooLarge, "a body has at most {limit} bytes";
        /// A page of another site sent the request.
        CrossSite = "cross-site" => Forbidden, "pages of other sites may not do this";
        /// A request is above a rate limit.
        RateLimited = "rate-limited" => RateLimited, "these are too many requests; wait a little";
    }
}

impl From<ServerRefusal> for Refusal {
    fn from(refusal: ServerRefusal) -> Refusal {
        Refusal::from_illegal(&refusal)
    }
}

impl From<ServerRefusal> for Rejection {
    fn from(refusal: ServerRefusal) -> Rejection {
        Rejection::Refused(refusal.into())
    }
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Args::is_empty")]
    args: &'a Args,
}

/// The response to a request that was refused or failed.
pub fn refuse(rejection: &Rejection) -> Response {
    let (code, message) = rejection.describe();
    let none = Args::new();
    let body = Body {
        code: &code,
        message: &message,
        args: rejection.args().unwrap_or(&none),
    };
    (status(rejection), axum::Json(body)).into_response()
}

fn status(rejection: &Rejection) -> StatusCode {
    match rejection {
        Rejection::Refused(refusal) => status_of(refusal.kind),
        Rejection::Failed(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn status_of(kind: RefusalKind) -> StatusCode {
    match kind {
        RefusalKind::Conflict
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
        | RefusalKind::ProposedAlready => StatusCode::CONFLICT,
        RefusalKind::BadRequest => StatusCode::BAD_REQUEST,
        RefusalKind::Unauthorized => StatusCode::UNAUTHORIZED,
        RefusalKind::Forbidden => StatusCode::FORBIDDEN,
        RefusalKind::NotFound => StatusCode::NOT_FOUND,
        RefusalKind::TooSlow => StatusCode::REQUEST_TIMEOUT,
        RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        RefusalKind::RateLimited => StatusCode::TOO_MANY_REQUESTS,
    }
}

/// A request that makes no sense.
pub fn bad_request(why: impl ToString) -> Refusal {
    let why = why.to_string();
    ServerRefusal::BadRequest { why }.into()
}

/// A token that is unknown or was revoked.
pub fn bad_token() -> Refusal {
    ServerRefusal::BadToken.into()
}

/// A body that did not arrive in time.
pub fn too_slow() -> Refusal {
    ServerRefusal::TooSlow.into()
}

/// A body above the limit.
pub fn too_large(limit: usize) -> Refusal {
    ServerRefusal::TooLarge { limit }.into()
}

/// The refusal of a request above a rate limit.
pub fn rate_limited() -> Refusal {
    ServerRefusal::RateLimited.into()
}

/// Refuses requests of pages of other sites.
///
/// # Errors
/// The request comes from such a page.
pub fn check_origin(context: &Context, headers: &HeaderMap) -> Result<(), Refusal> {
    match origin::is_allowed(headers, &context.settings) {
        true => Ok(()),
        false => Err(ServerRefusal::CrossSite.into()),
    }
}
