//! Cookies: what browsers keep for a player. Scripts cannot read them and other sites cannot send them along.

use axum::http::{HeaderMap, header};

/// The name of the cookie that keeps a token.
const TOKEN: &str = "rookery_token";

/// The name of the cookie by which a device is known on which a player has logged in. It stays after logging out.
const DEVICE: &str = "rookery_device";

/// How long browsers keep both, in seconds: a year.
const LIFETIME: u32 = 365 * 24 * 60 * 60;

/// How a client is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Without TLS.
    Plain,
    /// Over TLS. Cookies are never sent without it then.
    Tls,
}

impl Security {
    /// What every cookie ends with.
    const fn attributes(self) -> &'static str {
        match self {
            Security::Plain => "HttpOnly; SameSite=Strict",
            Security::Tls => "HttpOnly; SameSite=Strict; Secure",
        }
    }

    /// A cookie of a protocol, which browsers keep until they are closed.
    pub fn cookie(self, name: &str, value: &str) -> String {
        format!("{name}={value}; Path=/; {}", self.attributes())
    }

    /// What a browser is told to forget.
    pub fn cleared(self, name: &str) -> String {
        format!("{name}=; Path=/; Max-Age=0; {}", self.attributes())
    }

    /// The cookie that keeps a token.
    pub fn token_cookie(self, token: &str) -> String {
        self.lasting(TOKEN, token)
    }

    /// The cookie of a token that no longer counts, to be forgotten.
    pub fn cleared_token_cookie(self) -> String {
        self.cleared(TOKEN)
    }

    /// The cookie by which a device is known.
    pub fn device_cookie(self, device: &str) -> String {
        self.lasting(DEVICE, device)
    }

    fn lasting(self, name: &str, value: &str) -> String {
        let attributes = self.attributes();
        format!("{name}={value}; Path=/; Max-Age={LIFETIME}; {attributes}")
    }
}

/// The token that a browser keeps.
pub fn token_cookie(headers: &HeaderMap) -> Option<String> {
    cookie_named(headers, TOKEN)
}

/// What a browser keeps of an earlier log-in.
pub fn device_cookie(headers: &HeaderMap) -> Option<String> {
    cookie_named(headers, DEVICE)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_for_this_server_alone() {
        for cookie in [
            Security::Tls.token_cookie("x"),
            Security::Tls.device_cookie("x"),
            Security::Tls.cookie("k", "x"),
            Security::Tls.cleared("k"),
        ] {
            assert!(
                cookie.contains("; HttpOnly; SameSite=Strict; Secure"),
                "{cookie}"
            );
        }
        let plain = Security::Plain.token_cookie("x");
        assert!(plain.ends_with("; HttpOnly; SameSite=Strict"), "{plain}");
    }
}
