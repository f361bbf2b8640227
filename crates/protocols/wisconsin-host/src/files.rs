//! Files that pages need. Nobody must be logged in to see them.

use std::path::{Path, PathBuf};

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::request_error::RequestError;
use crate::service::HttpResult;

const STYLE: &str = include_str!("style.css");

/// A file of ours, or one of the folder of the original web client.
pub(crate) async fn file(name: &str, folder: Option<&Path>) -> HttpResult {
    match (name, folder) {
        ("style.css", _) => Ok(respond("text/css; charset=utf-8", STYLE)),
        (name, Some(folder)) => from_folder(name, folder).await,
        (_, None) => Err(RequestError::NotFound),
    }
}

async fn from_folder(name: &str, folder: &Path) -> HttpResult {
    let (Some(path), Some(kind)) = (below(folder, name), content_type(name)) else {
        return Err(RequestError::NotFound);
    };
    let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
    match read {
        Ok(Ok(bytes)) => Ok(respond(kind, bytes)),
        Ok(Err(_)) | Err(_) => Err(RequestError::NotFound),
    }
}

/// A path below a folder, made of plain names only.
fn below(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = |part: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        !part.is_empty() && !part.starts_with('.') && part.chars().all(allowed)
    };
    name.split('/').all(is_plain).then(|| folder.join(name))
}

/// What a file is, by the end of its name. Other files are not served.
fn content_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "ico" => "image/x-icon",
        "otf" => "font/otf",
        "woff2" => "font/woff2",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        _ => return None,
    })
}

fn respond(kind: &'static str, content: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, content).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_lie_below_the_folder() {
        let folder = Path::new("folder");
        for name in ["game.js", "game/board.js", "img/pick_Pawn-1.png"] {
            assert_eq!(below(folder, name), Some(folder.join(name)), "{name}");
        }
        for name in [
            "",
            "/etc/passwd",
            "../x.js",
            "a/../x.js",
            "a//b.js",
            ".x.js",
            "a\\b.js",
            "%2e%2e/x.js",
        ] {
            assert_eq!(below(folder, name), None, "{name}");
        }
        assert_eq!(content_type("secret.pem"), None);
        assert_eq!(content_type("README"), None);
    }
}
