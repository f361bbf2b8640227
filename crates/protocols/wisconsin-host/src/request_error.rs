//! How a request fails.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host::{HostError, Rejection};

use crate::storage::Refused;

/// Why a request is not answered with what it asked for. Bodies are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestError {
    /// The request makes no sense, or not now.
    Bad,
    /// The token is not valid.
    Unauthorized,
    /// A page of another site asks.
    Forbidden,
    NotFound,
    /// Only for the two pages that are there for everybody.
    WrongMethod,
    TooMany,
    /// Nobody is logged in.
    NotLoggedIn {
        /// What the paths begin with.
        base: String,
        /// The cookie that tells a browser to forget what it sent. Without one nothing is forgotten: a link on another
        /// site comes without the cookie that the browser has.
        cleared: Option<String>,
    },
    /// What is asked for is somewhere else, and is asked for there in the same way.
    Elsewhere {
        /// Where.
        location: String,
    },
    /// We failed; asking again may help.
    Failed,
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let status = match &self {
            RequestError::Bad => StatusCode::BAD_REQUEST,
            RequestError::Unauthorized => StatusCode::UNAUTHORIZED,
            RequestError::Forbidden => StatusCode::FORBIDDEN,
            RequestError::NotFound => StatusCode::NOT_FOUND,
            RequestError::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            RequestError::TooMany => StatusCode::TOO_MANY_REQUESTS,
            RequestError::Failed => StatusCode::SERVICE_UNAVAILABLE,
            RequestError::NotLoggedIn { base, cleared } => {
                let response = see_other(&format!("{base}/login"));
                return with_cookies(response, cleared.iter());
            }
            RequestError::Elsewhere { location } => {
                let headers = [(header::LOCATION, location.clone())];
                return (StatusCode::TEMPORARY_REDIRECT, headers).into_response();
            }
        };
        status.into_response()
    }
}

/// What was asked for is done; this page shows it.
pub(crate) fn see_other(location: &str) -> Response {
    let headers = [(header::LOCATION, location.to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// A response that tells a browser to keep or to forget something.
pub(crate) fn with_cookies<'a>(
    mut response: Response,
    cookies: impl IntoIterator<Item = &'a String>,
) -> Response {
    for cookie in cookies {
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

impl From<HostError> for RequestError {
    fn from(error: HostError) -> RequestError {
        tracing::warn!(%error, "a request could not be served");
        RequestError::Failed
    }
}

impl From<Rejection> for RequestError {
    fn from(rejection: Rejection) -> RequestError {
        match rejection {
            Rejection::Refused(_) => RequestError::Bad,
            Rejection::Failed(error) => error.into(),
        }
    }
}

impl From<Refused> for RequestError {
    fn from(refused: Refused) -> RequestError {
        match refused {
            Refused::Bad | Refused::Busy => RequestError::Bad,
            Refused::Host(rejection) => rejection.into(),
        }
    }
}
