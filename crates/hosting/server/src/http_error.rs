//! How HTTP says that a request was refused or failed.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use host::HostError;
use serde::Serialize;

use crate::{Context, origin};

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: &'a str,
}

/// The response to a request that was refused or failed.
pub fn refuse(error: &HostError) -> Response {
    let (code, message) = error.describe();
    let body = Body {
        code: &code,
        message: &message,
    };
    (status(error, &code), axum::Json(body)).into_response()
}

fn status(error: &HostError, code: &str) -> StatusCode {
    match (error, code) {
        (HostError::Refused(_), "no-such-game") => StatusCode::NOT_FOUND,
        (HostError::Refused(_), "hello-first" | "bad-token" | "wrong-password") => {
            StatusCode::UNAUTHORIZED
        }
        (HostError::Refused(_), "not-seated" | "not-for-you" | "no-advice" | "cross-site") => {
            StatusCode::FORBIDDEN
        }
        (HostError::Refused(_), "rate-limited" | "too-many-attempts") => {
            StatusCode::TOO_MANY_REQUESTS
        }
        (HostError::Refused(_), "too-large") => StatusCode::PAYLOAD_TOO_LARGE,
        (HostError::Refused(_), "too-slow") => StatusCode::REQUEST_TIMEOUT,
        (HostError::Refused(_), "bad-request") => StatusCode::BAD_REQUEST,
        (HostError::Refused(_), _) => StatusCode::CONFLICT,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// A request that makes no sense.
pub fn bad_request(why: impl ToString) -> HostError {
    HostError::refused("bad-request", why.to_string())
}

/// A token that is unknown or was ended.
pub fn bad_token() -> HostError {
    HostError::refused("bad-token", "this token is not valid, or no longer")
}

/// A body that did not arrive in time.
pub fn too_slow() -> HostError {
    HostError::refused("too-slow", "the body took too long")
}

/// A body above the limit.
pub fn too_large(limit: usize) -> HostError {
    HostError::refused("too-large", format!("a body has at most {limit} bytes"))
}

/// Refuses requests of pages of other sites.
///
/// # Errors
/// The request comes from such a page.
pub fn check_origin(context: &Context, headers: &HeaderMap) -> Result<(), HostError> {
    match origin::is_allowed(headers, &context.settings) {
        true => Ok(()),
        false => {
            let message = "pages of other sites may not do this";
            Err(HostError::refused("cross-site", message))
        }
    }
}
