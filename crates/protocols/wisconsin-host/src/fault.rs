//! How a request fails.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host::{HostError, Rejection};

use crate::ledger::Refused;
use crate::sessions::CLEARED;

/// Why a request is not answered with what it asked for. Bodies are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The request makes no sense, or not now.
    Bad,
    /// A token that is none.
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
    },
    /// What is asked for is somewhere else, and is asked for there in the same way.
    Elsewhere {
        /// Where.
        location: String,
    },
    /// We failed; asking again may help.
    Failed,
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = match &self {
            Fault::Bad => StatusCode::BAD_REQUEST,
            Fault::Unauthorized => StatusCode::UNAUTHORIZED,
            Fault::Forbidden => StatusCode::FORBIDDEN,
            Fault::NotFound => StatusCode::NOT_FOUND,
            Fault::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Fault::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Fault::Failed => StatusCode::SERVICE_UNAVAILABLE,
            Fault::NotLoggedIn { base } => {
                let mut response = see_other(&format!("{base}/login"));
                let cleared = HeaderValue::from_static(CLEARED);
                response.headers_mut().insert(header::SET_COOKIE, cleared);
                return response;
            }
            Fault::Elsewhere { location } => {
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

impl From<HostError> for Fault {
    fn from(error: HostError) -> Fault {
        tracing::warn!(%error, "a request could not be served");
        Fault::Failed
    }
}

impl From<Rejection> for Fault {
    fn from(rejection: Rejection) -> Fault {
        match rejection {
            Rejection::Refused(_) => Fault::Bad,
            Rejection::Failed(error) => error.into(),
        }
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Bad | Refused::Busy => Fault::Bad,
            Refused::Host(rejection) => rejection.into(),
        }
    }
}
