//! Revoked tokens, as far as memory keeps them. The store has all of them.

use std::collections::HashMap;
use std::mem;

use session::Millis;

use crate::token::Claims;

/// What is known of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenStatus {
    Valid,
    Revoked,
    /// It is not among those that memory keeps; only the store has all.
    Unknown,
}

/// Serials of revoked tokens, and players whose older tokens were revoked, each with the time.
///
/// Anybody can revoke tokens again and again, so memory keeps only the latest: the younger half stays, and the older
/// half is forgotten when the younger one is full.
#[derive(Debug)]
pub(crate) struct RevokedTokens {
    half: usize,
    young: HashMap<String, Millis>,
    old: HashMap<String, Millis>,
    has_forgotten: bool,
}

impl RevokedTokens {
    /// Keeps at most two times `half`.
    pub(crate) fn new(half: usize) -> RevokedTokens {
        RevokedTokens {
            half,
            young: HashMap::new(),
            old: HashMap::new(),
            has_forgotten: false,
        }
    }

    pub(crate) fn note(&mut self, key: String, at: Millis) {
        if self.young.len() >= self.half {
            let forgotten = mem::replace(&mut self.old, mem::take(&mut self.young));
            self.has_forgotten |= !forgotten.is_empty();
        }
        self.young.insert(key, at);
    }

    fn when(&self, key: &str) -> Option<Millis> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    pub(crate) fn status(&self, claims: &Claims) -> TokenStatus {
        let token = self.when(&claims.serial);
        let player = self.when(claims.player.as_str());
        match is_revoked(claims, token, player) {
            true => TokenStatus::Revoked,
            false if self.has_forgotten => TokenStatus::Unknown,
            false => TokenStatus::Valid,
        }
    }
}

/// Whether a token is revoked, by when it was revoked and when all tokens of its player were.
pub(crate) fn is_revoked(claims: &Claims, token: Option<Millis>, player: Option<Millis>) -> bool {
    token.is_some() || player.is_some_and(|before| claims.issued <= before)
}

#[cfg(test)]
mod tests {
    use session::PlayerId;

    use super::*;

    fn claims(serial: &str, issued: u64) -> Claims {
        Claims {
            player: PlayerId::new("pada").unwrap(),
            serial: serial.to_owned(),
            issued: Millis(issued),
        }
    }

    #[test]
    fn a_token_is_revoked_by_itself_or_with_all_older_ones_of_its_player() {
        let mut revoked = RevokedTokens::new(10);
        revoked.note("s1".to_owned(), Millis(5));
        assert_eq!(revoked.status(&claims("s1", 1)), TokenStatus::Revoked);
        assert_eq!(revoked.status(&claims("s2", 1)), TokenStatus::Valid);
        revoked.note("pada".to_owned(), Millis(7));
        assert_eq!(revoked.status(&claims("s2", 7)), TokenStatus::Revoked);
        assert_eq!(revoked.status(&claims("s2", 8)), TokenStatus::Valid);
        revoked.note("pada".to_owned(), Millis(9));
        assert_eq!(revoked.status(&claims("s2", 8)), TokenStatus::Revoked);
    }

    #[test]
    fn memory_has_an_end_and_says_so() {
        let mut revoked = RevokedTokens::new(3);
        for n in 0..1000 {
            revoked.note(format!("s{n}"), Millis(n));
            assert!(revoked.young.len() + revoked.old.len() <= 6);
            let latest = claims(&format!("s{n}"), 0);
            assert_eq!(revoked.status(&latest), TokenStatus::Revoked);
        }
        assert_eq!(revoked.status(&claims("s0", 0)), TokenStatus::Unknown);
        assert_eq!(revoked.status(&claims("other", 0)), TokenStatus::Unknown);
    }

    #[test]
    fn nothing_is_unknown_before_something_is_forgotten() {
        let mut revoked = RevokedTokens::new(3);
        for n in 0..6 {
            revoked.note(format!("s{n}"), Millis(n));
        }
        assert_eq!(revoked.status(&claims("other", 0)), TokenStatus::Valid);
    }
}
