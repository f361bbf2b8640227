//! Files that pages need. Nobody must be logged in to see them.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::request_error::RequestError;
use crate::service::Answer;

const STYLE: &str = include_str!("style.css");
const OPEN: &str = include_str!("open.js");

pub(crate) fn file(name: &str) -> Answer {
    match name {
        "style.css" => Ok(respond("text/css; charset=utf-8", STYLE)),
        "open.js" => Ok(respond("text/javascript; charset=utf-8", OPEN)),
        _ => Err(RequestError::NotFound),
    }
}

fn respond(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, text).into_response()
}
