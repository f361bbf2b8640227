//! Who is logged in: one session for each player, forgotten when the server stops. Each stands for a session of the
//! host, in the player's list, and ends with it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host::{HostError, Identity};
use server::Security;
use session::PlayerId;

/// The name of the cookie.
const COOKIE: &str = "k";

/// Who is logged in.
#[derive(Default)]
pub(crate) struct Sessions {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    by_key: HashMap<String, Identity>,
    keys: HashMap<PlayerId, String>,
}

impl Sessions {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session and ends the player's session before. The answer is its key.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn begin(&self, who: Identity) -> Result<String, HostError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
        let key = STANDARD.encode(bytes);
        let mut state = self.state();
        if let Some(before) = state.keys.insert(who.player.clone(), key.clone()) {
            state.by_key.remove(&before);
        }
        state.by_key.insert(key.clone(), who);
        Ok(key)
    }

    pub(crate) fn find(&self, key: &str) -> Option<Identity> {
        self.state().by_key.get(key).cloned()
    }

    pub(crate) fn end(&self, key: &str) {
        let mut state = self.state();
        if let Some(who) = state.by_key.remove(key) {
            state.keys.remove(&who.player);
        }
    }
}

/// The key that a client sends.
pub(crate) fn key(headers: &HeaderMap) -> Option<String> {
    server::cookie_named(headers, COOKIE)
}

/// What a browser is told to keep. Other sites cannot send it along.
pub(crate) fn set_cookie(key: &str, security: Security) -> String {
    security.cookie(COOKIE, key)
}

/// What a browser is told to forget.
pub(crate) fn cleared(security: Security) -> String {
    security.cleared(COOKIE)
}

/// The longest name, in bytes.
const MAX_NAME: usize = 21;

/// Whether somebody can have this name here.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = (1..=MAX_NAME).contains(&name.len()) && !name.trim().is_empty();
    fits && !name.trim().eq_ignore_ascii_case(crate::one_ply::NAME)
        && name.chars().all(is_printable)
}

/// Whether a character can be seen. Rust's own way of writing texts for people who look for errors knows:
/// it spells out what cannot. The letter before is there for marks that need one to stand on.
fn is_printable(character: char) -> bool {
    let pair = format!("x{character}");
    matches!(character, '"' | '\'' | '\\') || pair.escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_can_be_seen() {
        for name in [
            "A",
            "Ada Lovelace",
            "Zoë \"zo\"",
            "e\u{301}",
            "123456789012345678901",
        ] {
            assert!(is_name(name), "{name:?}");
        }
        let bad = [
            "",
            "   ",
            "1234567890123456789012",
            "a\u{7}",
            "a\u{200b}b",
            "a\nb",
            "ｱｱｱｱｱｱｱｱ",
            "Computer Player",
        ];
        for name in bad {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
