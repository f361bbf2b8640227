//! What the head of a request says about who sends it, and on whose page.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

use crate::Settings;

/// The client that a proxy names: the last one it adds, for what stands before can be invented.
pub(crate) fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let named = headers.get("x-forwarded-for")?.to_str().ok()?;
    named.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a request comes from a page of this server, of an allowed origin, or from no page at all.
pub(crate) fn is_allowed(headers: &HeaderMap, settings: &Settings) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    match headers.get(header::ORIGIN) {
        None => text("sec-fetch-site").is_none_or(|site| site != "cross-site"),
        Some(_) => text("origin").is_some_and(|origin| {
            let own = origin.split_once("://").map(|(_, host)| host);
            let is_own = own.is_some() && own == text("host");
            is_own
                || settings
                    .allowed_origins
                    .iter()
                    .any(|allowed| allowed == origin)
        }),
    }
}

/// The name of the cookie that keeps a token.
const COOKIE: &str = "rookery_token";

/// The token of a request.
pub fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value
        .strip_prefix("Bearer ")
        .map(|token| token.trim().to_owned())
}

/// The token that a browser keeps.
pub fn token_cookie(headers: &HeaderMap) -> Option<String> {
    cookie_named(headers, COOKIE)
}

/// The value of a cookie.
pub fn cookie_named(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'));
    pairs.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == wanted).then(|| value.to_owned())
    })
}

/// What a browser is told to keep. Scripts cannot read it and other sites cannot send it along.
pub fn set_token_cookie(token: &str) -> String {
    format!("{COOKIE}={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
}

/// What a browser is told to forget when its user logs out.
pub fn clear_token_cookie() -> String {
    format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
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

    #[test]
    fn pages_of_other_sites_are_kept_out() {
        let settings = Settings {
            allowed_origins: vec!["https://ok.example".to_owned()],
            ..Settings::default()
        };
        let cases: [(&[(&str, &str)], bool); 7] = [
            (&[], true),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("origin", "http://me:1"), ("host", "me:1")], true),
            (&[("origin", "http://me:2"), ("host", "me:1")], false),
            (&[("origin", "null"), ("host", "me:1")], false),
            (&[("origin", "https://ok.example"), ("host", "me")], true),
            (
                &[("origin", "https://ok.example.evil"), ("host", "me")],
                false,
            ),
        ];
        for (pairs, expected) in cases {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, *value)).collect();
            assert_eq!(
                is_allowed(&headers(&pairs), &settings),
                expected,
                "{pairs:?}"
            );
        }
    }

    #[test]
    fn a_proxy_names_the_client_last() {
        let named = |value| forwarded(&headers(&[("x-forwarded-for", value)]));
        let client = Some(IpAddr::from([10, 0, 0, 9]));
        assert_eq!(named("10.0.0.9"), client);
        assert_eq!(named("1.2.3.4, 10.0.0.9"), client);
        assert_eq!(named("somebody"), None);
        assert_eq!(forwarded(&HeaderMap::new()), None);
    }
}
