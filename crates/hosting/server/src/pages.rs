//! The web client, packed into the program.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// A file of the client by its name.
type File = (&'static str, &'static [u8]);

/// Only what this server sends may run or be shown, and nobody may put our pages into a frame. Pictures
/// and styles may be made by our own scripts, and these may run modules of WebAssembly, which are ours too.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
    form-action 'self'";

/// What is shown until the client has been built.
const PLAIN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Rookery</title>\
    <h1>Rookery</h1><p>The server runs, but its web client has not been built into it. \
    Build it with <code>cargo xtask run</code>, which needs Node.js. \
    Programs can play already: see <a href=\"/api/openapi.json\">the API</a>.</p></html>";

/// The part of a policy by which a page may connect to this server and to nobody else. Some browsers do not count a
/// WebSocket of the same server as the page's own, so it is named as the client calls it.
pub(crate) fn connect_policy(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b".-:[]".contains(&sign);
    match host.filter(|host| !host.is_empty() && host.bytes().all(is_sign)) {
        Some(host) => format!("connect-src 'self' ws://{host} wss://{host}"),
        None => "connect-src 'self'".to_owned(),
    }
}

/// The page that lists what can be learnt, where its folder is asked for.
const LEARN: &str = "/learn/index.html";

/// A file of the client. Paths without a file are pages that the client itself knows.
pub(crate) fn page(method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let door = path.split('/').next().unwrap_or_default();
    let is_ours = ["api", "ws", "json"].contains(&door);
    if !is_read || is_ours {
        return StatusCode::NOT_FOUND.into_response();
    }
    if path.trim_end_matches('/') == "learn" {
        return Redirect::permanent(LEARN).into_response();
    }
    let name = if path.is_empty() { "index.html" } else { path };
    match find(name).filter(|_| !is_compressed(name)) {
        Some(bytes) => respond(name, bytes, headers),
        None => instead_of(name, headers),
    }
}

/// What is sent where there is no such file: nothing for parts of pages, and for people the page of the client, which
/// says whether it knows the address.
fn instead_of(name: &str, headers: &HeaderMap) -> Response {
    let last = name.rsplit('/').next().unwrap_or_default();
    let is_page = last.ends_with(".html");
    if last.contains('.') && !is_page {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut response = respond("index.html", first_page(FILES), headers);
    if is_page && name != "index.html" {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// The page of the client, or of a program that was built without Node.js.
fn first_page(files: &[File]) -> &'static [u8] {
    find_in(files, "index.html").unwrap_or(PLAIN.as_bytes())
}

fn find(name: &str) -> Option<&'static [u8]> {
    find_in(FILES, name)
}

fn find_in(files: &[File], name: &str) -> Option<&'static [u8]> {
    let file = files.iter().find(|(file, _)| *file == name);
    file.map(|(_, bytes)| *bytes)
}

/// Compressed files are sent in place of others and never by their own names.
fn is_compressed(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

/// How a file is compressed. The build compresses files once, so that the server never has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
    None,
}

impl Coding {
    /// The smallest form that the client takes.
    fn best_of(headers: &HeaderMap) -> Coding {
        let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
        let accepted: Vec<&str> = accepted.filter_map(|value| value.to_str().ok()).collect();
        let takes = |name: &str| accepted.iter().any(|list| accepts(list, name));
        match (takes("br"), takes("gzip")) {
            (true, _) => Coding::Brotli,
            (false, true) => Coding::Gzip,
            (false, false) => Coding::None,
        }
    }

    /// The compressed form of a file, if there is one and the client takes it.
    fn of_file(self, name: &str) -> Option<(&'static str, &'static [u8])> {
        let (coding, ending) = match self {
            Coding::Brotli => ("br", "br"),
            Coding::Gzip => ("gzip", "gz"),
            Coding::None => return None,
        };
        Some((coding, find(&format!("{name}.{ending}"))?))
    }
}

/// Whether a list such as `gzip, br;q=0.9` has this coding, and not with a weight of nothing.
fn accepts(list: &str, coding: &str) -> bool {
    list.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let is_refused = parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        is_named && !is_refused
    })
}

fn respond(name: &str, bytes: &'static [u8], requested: &HeaderMap) -> Response {
    // Built files have a hash in their names and never change; pages name the files of their build.
    let cache = match name.starts_with("assets/") || is_hashed(name) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let policy = format!("{POLICY}; {}", connect_policy(requested));
    let compressed = Coding::best_of(requested).of_file(name);
    let mut headers: Vec<(HeaderName, &str)> = vec![
        (header::CONTENT_TYPE, kind(name)),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
        (header::CONTENT_SECURITY_POLICY, &policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ];
    headers.extend(compressed.map(|(coding, _)| (header::CONTENT_ENCODING, coding)));
    let body = compressed.map_or(bytes, |(_, bytes)| bytes);
    let mut response = body.into_response();
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Whether a name looks like `main-5XK2PQ7A.js`, as bundlers write them.
fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map(|(_, hash)| hash);
    hash.is_some_and(|hash| {
        hash.len() == 8
            && hash
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_connect_to_their_own_server_and_to_nobody_else() {
        let policy = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            connect_policy(&headers)
        };
        let own = "connect-src 'self' ws://me.example:8080 wss://me.example:8080";
        assert_eq!(policy("me.example:8080"), own);
        for host in ["", "a; img-src *", "a b"] {
            assert_eq!(policy(host), "connect-src 'self'", "{host:?}");
        }
        assert_eq!(connect_policy(&HeaderMap::new()), "connect-src 'self'");
    }

    #[test]
    fn only_names_with_a_hash_are_kept_for_good() {
        assert!(is_hashed("main-5XK2PQ7A.js"));
        assert!(!is_hashed("main.js"));
        assert!(!is_hashed("my-settings.js"));
        assert!(!is_hashed("index.html"));
    }

    #[test]
    fn a_program_without_its_client_says_how_to_get_one_and_what_works() {
        let plain = String::from_utf8(first_page(&[]).to_vec()).unwrap();
        for word in [
            "<!doctype html>",
            "lang=\"en\"",
            "cargo xtask run",
            "Node.js",
        ] {
            assert!(plain.contains(word), "{word}");
        }
        assert!(plain.contains("href=\"/api/openapi.json\""), "{plain}");
        let response = respond("index.html", first_page(&[]), &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        assert!(
            response
                .headers()
                .contains_key(header::CONTENT_SECURITY_POLICY)
        );
        let built: &[File] = &[("index.html", b"the client")];
        assert_eq!(first_page(built), b"the client");
    }

    fn best_of(list: &'static str) -> Coding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(list));
        Coding::best_of(&headers)
    }

    #[test]
    fn the_smallest_form_is_chosen_that_the_client_takes() {
        assert_eq!(best_of("gzip, deflate, br, zstd"), Coding::Brotli);
        assert_eq!(best_of("GZIP;q=0.5"), Coding::Gzip);
        assert_eq!(best_of("br;q=0, gzip;q=1.0"), Coding::Gzip);
        assert_eq!(best_of("br;q=0.0"), Coding::None);
        assert_eq!(best_of("identity"), Coding::None);
        assert_eq!(best_of("brr, xgzip"), Coding::None);
        assert_eq!(Coding::best_of(&HeaderMap::new()), Coding::None);
    }

    #[test]
    fn compressed_files_have_no_address_of_their_own() {
        assert!(is_compressed("assets/main-5XK2PQ7A.js.br"));
        assert!(is_compressed("index.html.gz"));
        assert!(!is_compressed("index.html"));
    }
}
