//! Pages of other origins that the server's owner allows (`allowed_origins`): what browsers ask before such a page may
//! send a request or read an answer (CORS).
//!
//! Such a page proves who its user is by a bearer token. Cookies are for the server's own pages: none is accepted from
//! another origin, and browsers are not told that they may send one.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::Settings;

/// How long a browser may remember what is allowed.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
const HEADERS: HeaderValue = HeaderValue::from_static("authorization, content-type");

/// Headers of ours that scripts may read.
const EXPOSED: HeaderValue = HeaderValue::from_static("rookery-client, rookery-game, retry-after");

/// The origin of an allowed page elsewhere.
pub(crate) struct AllowedOrigin(HeaderValue);

impl AllowedOrigin {
    /// The origin of a request, if its owner allows it. The server's own pages need no permission.
    pub(crate) fn of(headers: &HeaderMap, settings: &Settings) -> Option<AllowedOrigin> {
        let origin = headers.get(header::ORIGIN)?;
        let allowed = settings.allowed_origins.iter();
        let is_allowed = allowed
            .into_iter()
            .any(|allowed| allowed.as_bytes() == origin.as_bytes());
        is_allowed.then(|| AllowedOrigin(origin.clone()))
    }

    /// The answer to a browser that asks before it sends a request.
    pub(crate) fn preflight<B>(&self, request: &Request<B>) -> Option<Response> {
        let asks = request.method() == Method::OPTIONS
            && request
                .headers()
                .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        asks.then(|| {
            let mut response = StatusCode::NO_CONTENT.into_response();
            let headers = response.headers_mut();
            headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
            headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
            self.permit(response)
        })
    }

    /// Lets the page read an answer.
    pub(crate) fn permit(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, self.0.clone());
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        headers.remove(header::SET_COOKIE);
        response
    }
}
