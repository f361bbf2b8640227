//! Where a NATS server is. The password is never shown.

use std::fmt;

/// The scheme of such addresses.
const SCHEME: &str = "nats://";

/// The port of NATS servers.
const PORT: u16 = 4222;

/// The first word of all subjects, unless the address has another.
const PREFIX: &str = "rookery";

/// The address of a NATS server. Shown as text it has no password.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    port: u16,
    /// A user and a password, or a token.
    login: Option<(String, Option<String>)>,
    prefix: String,
}

/// A text is not the address of a NATS server. It is not repeated, because it may have a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadNatsAddress;

impl fmt::Display for BadNatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address of a NATS server is nats://USER:PASSWORD@HOST:PORT/WORD, where all but HOST can be left out")
    }
}

impl std::error::Error for BadNatsAddress {}

impl NatsAddress {
    /// Whether a text has the form of such an address.
    pub fn is_address(text: &str) -> bool {
        text.starts_with(SCHEME)
    }

    /// Reads `nats://USER:PASSWORD@HOST:PORT/WORD`. Nodes with different words do not hear each other.
    ///
    /// # Errors
    /// The text is not such an address.
    pub fn parse(text: &str) -> Result<NatsAddress, BadNatsAddress> {
        let rest = text.strip_prefix(SCHEME).ok_or(BadNatsAddress)?;
        let (login, rest) = match rest.rsplit_once('@') {
            Some((login, rest)) => (Some(read_login(login)?), rest),
            None => (None, rest),
        };
        let (place, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !host.ends_with(':') && !port.contains(']') => {
                (host, port.parse().map_err(|_| BadNatsAddress)?)
            }
            Some(_) | None => (place, PORT),
        };
        let is_word = |text: &str| {
            let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            text.chars().all(fits)
        };
        if host.is_empty() || host.contains(['/', ' ', '\r', '\n']) || !is_word(prefix) {
            return Err(BadNatsAddress);
        }
        let prefix = if prefix.is_empty() { PREFIX } else { prefix };
        Ok(NatsAddress {
            host: host.to_owned(),
            port,
            login,
            prefix: prefix.to_owned(),
        })
    }

    pub(super) fn place(&self) -> (&str, u16) {
        let host = self.host.strip_prefix('[').unwrap_or(&self.host);
        (host.strip_suffix(']').unwrap_or(host), self.port)
    }

    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// How a client introduces itself. What it publishes does not come back to it.
    pub(super) fn connect_line(&self) -> String {
        let mut options = serde_json::json!({
            "verbose": false,
            "pedantic": false,
            "tls_required": false,
            "echo": false,
            "lang": "rust",
            "version": env!("CARGO_PKG_VERSION"),
            "name": "rookery",
            "protocol": 0,
        });
        match &self.login {
            Some((user, Some(password))) => {
                options["user"] = user.as_str().into();
                options["pass"] = password.as_str().into();
            }
            Some((token, None)) => options["auth_token"] = token.as_str().into(),
            None => {}
        }
        format!("CONNECT {options}\r\n")
    }
}

fn read_login(text: &str) -> Result<(String, Option<String>), BadNatsAddress> {
    Ok(match text.split_once(':') {
        Some((user, password)) => (decoded(user)?, Some(decoded(password)?)),
        None => (decoded(text)?, None),
    })
}

/// A text whose odd letters are written as `%40`.
fn decoded(text: &str) -> Result<String, BadNatsAddress> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).ok_or(BadNatsAddress)?;
        bytes.push(u8::from_str_radix(code, 16).map_err(|_| BadNatsAddress)?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_err(|_| BadNatsAddress)
}

impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}:{}/{}", self.host, self.port, self.prefix)
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_secrets() {
        let address = NatsAddress::parse("nats://ada:p%40ss@nats.example:99/club").unwrap();
        assert_eq!(address.to_string(), "nats://nats.example:99/club");
        assert!(address.connect_line().contains("\"pass\":\"p@ss\""));
        assert!(!format!("{address:?}").contains("ss@"));
        let usual = NatsAddress::parse("nats://localhost").unwrap();
        assert_eq!(usual.to_string(), "nats://localhost:4222/rookery");
        let token = NatsAddress::parse("nats://t0ken@localhost").unwrap();
        assert!(token.connect_line().contains("\"auth_token\":\"t0ken\""));
        let six = NatsAddress::parse("nats://[::1]:4223").unwrap();
        assert_eq!(six.place(), ("::1", 4223));
    }

    #[test]
    fn other_texts_are_refused_and_not_repeated() {
        for text in [
            "",
            "nats://",
            "http://a",
            "nats://a:b",
            "nats://a/b.c",
            "nats://se%4cret%@a",
            "nats://a b",
        ] {
            let error = NatsAddress::parse(text).unwrap_err();
            assert!(!error.to_string().contains("se%"), "{text}");
        }
    }
}
