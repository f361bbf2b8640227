//! Pages of any other origin may make these calls and read the answers (CORS): they prove who they are by a token that
//! they have to know. No call reads a cookie, so no page gets anything out of a browser that is logged in here.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};

const ANYBODY: HeaderValue = HeaderValue::from_static("*");
const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, DELETE");
const HEADERS: HeaderValue = HeaderValue::from_static("authorization, content-type");
const EXPOSED: HeaderValue = HeaderValue::from_static("retry-after");

/// How long a browser may remember what is allowed.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");

/// Lets pages of all origins make the calls of a router.
pub(crate) fn allow(router: Router) -> Router {
    router.layer(from_fn(serve))
}

async fn serve(mut request: Request, next: Next) -> Response {
    let asks = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if asks {
        let mut response = StatusCode::NO_CONTENT.into_response();
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
        permit(headers);
        return response;
    }
    // Nobody gets to read it by mistake.
    request.headers_mut().remove(header::COOKIE);
    let mut response = next.run(request).await;
    permit(response.headers_mut());
    response
}

fn permit(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANYBODY);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}
