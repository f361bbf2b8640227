//! Files that pages need. Nobody must be logged in to see them.

use axum::http::header;
use axum::response::IntoResponse;

use crate::request_error::RequestError;
use crate::service::Answer;

const STYLE: &str = include_str!("style.css");

pub(crate) fn file(name: &str) -> Answer {
    match name {
        "style.css" => {
            let headers = [
                (header::CONTENT_TYPE, "text/css; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            Ok((headers, STYLE).into_response())
        }
        _ => Err(RequestError::NotFound),
    }
}
