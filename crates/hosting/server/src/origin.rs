//! What the head of a request says about whose page it comes from.

use axum::http::{HeaderMap, header};

use crate::{Security, Settings};

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a request comes from a page of this server, of an allowed origin, or from no page at all. A page on another
/// port or another name of the same site is not ours, although its requests bring our cookies.
pub(crate) fn is_allowed(headers: &HeaderMap, settings: &Settings) -> bool {
    match headers.get(header::ORIGIN) {
        None => text(headers, "sec-fetch-site")
            .is_none_or(|site| matches!(site, "same-origin" | "none")),
        Some(_) => text(headers, "origin").is_some_and(|origin| {
            let allowed = &settings.allowed_origins;
            is_own(headers, origin) || allowed.iter().any(|allowed| allowed == origin)
        }),
    }
}

/// Whether something may be changed by a mere `GET`. A link that is followed from anywhere but our own pages is no
/// will of the player, not even one in a letter; a browser that does not say where a request comes from names
/// the page before.
pub(crate) fn is_own_doing(headers: &HeaderMap, settings: &Settings) -> bool {
    let site = text(headers, "sec-fetch-site");
    let referer = text(headers, "referer");
    is_allowed(headers, settings)
        && site.is_none_or(|site| site == "same-origin")
        && referer.is_none_or(|referer| is_own(headers, referer))
}

/// Whether a page of this server itself sends a request.
pub fn is_own_page(headers: &HeaderMap) -> bool {
    text(headers, "origin").is_some_and(|origin| is_own(headers, origin))
}

/// Whether an address is one of this server, as the client calls it.
fn is_own(headers: &HeaderMap, address: &str) -> bool {
    let rest = address.split_once("://").map(|(_, rest)| rest);
    let host = rest.and_then(|rest| rest.split('/').next());
    host.is_some() && host == text(headers, "host")
}

/// The token of a request.
pub fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = text(headers, "authorization")?;
    value
        .strip_prefix("Bearer ")
        .map(|token| token.trim().to_owned())
}

/// How a client calls this server, such as `https://chess.example.org`.
pub fn called_address(headers: &HeaderMap, security: Security) -> String {
    let scheme = match security {
        Security::Plain => "http",
        Security::Tls => "https",
    };
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect::<HeaderMap>()
    }

    /// A head, whether it may change something, and whether it may do so by `GET`.
    type Case = (&'static [(&'static str, &'static str)], bool, bool);

    #[test]
    fn pages_of_other_sites_are_kept_out() {
        let settings = Settings {
            allowed_origins: vec!["https://ok.example".to_owned()],
            ..Settings::default()
        };
        let cases: [Case; 13] = [
            (&[], true, true),
            (&[("sec-fetch-site", "same-origin")], true, true),
            (&[("sec-fetch-site", "none")], true, false),
            (&[("sec-fetch-site", "same-site")], false, false),
            (&[("sec-fetch-site", "cross-site")], false, false),
            (
                &[("referer", "http://me:1/x"), ("host", "me:1")],
                true,
                true,
            ),
            (
                &[("referer", "http://me:2/x"), ("host", "me:1")],
                true,
                false,
            ),
            (&[("origin", "http://me:1"), ("host", "me:1")], true, true),
            (&[("origin", "http://me:2"), ("host", "me:1")], false, false),
            (&[("origin", "null"), ("host", "me:1")], false, false),
            (
                &[("origin", "https://ok.example"), ("host", "me")],
                true,
                true,
            ),
            (
                &[("origin", "https://ok.example.evil"), ("host", "me")],
                false,
                false,
            ),
            (
                &[("origin", "http://me.evil"), ("host", "me")],
                false,
                false,
            ),
        ];
        for (pairs, by_post, by_get) in cases {
            let headers = headers(pairs);
            assert_eq!(is_allowed(&headers, &settings), by_post, "{pairs:?}");
            assert_eq!(is_own_doing(&headers, &settings), by_get, "{pairs:?}");
        }
    }
}
