//! Revoked tokens. The store has one row for each player who has revoked any; memory keeps the latest of them.

use std::collections::HashMap;
use std::mem;

use session::Millis;

use crate::token::Claims;

/// Single tokens that are remembered for one player. With more of them, those that are as old as the oldest of them are
/// revoked altogether, so that nobody can make the row longer and longer.
const MAX_SINGLE: usize = 32;

/// What one player has revoked: all tokens up to a moment, and single ones that are younger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revocation {
    /// Tokens issued then or earlier do not count.
    before: Millis,
    single: Vec<SingleToken>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SingleToken {
    serial: String,
    issued: Millis,
}

impl Revocation {
    /// Revokes one token.
    pub(crate) fn add(&mut self, claims: &Claims) {
        if self.covers(claims) {
            return;
        }
        self.single.push(SingleToken {
            serial: claims.serial.clone(),
            issued: claims.issued,
        });
        if self.single.len() > MAX_SINGLE
            && let Some(oldest) = self.single.iter().map(|token| token.issued).min()
        {
            self.add_all_before(oldest);
        }
    }

    /// Revokes all tokens that were issued up to a moment.
    pub(crate) fn add_all_before(&mut self, moment: Millis) {
        self.before = self.before.max(moment);
        self.single.retain(|token| token.issued > self.before);
    }

    fn covers(&self, claims: &Claims) -> bool {
        let is_single = |token: &SingleToken| token.serial == claims.serial;
        claims.issued <= self.before || self.single.iter().any(is_single)
    }

    /// As it is stored: the moment, then every single token with its own.
    pub(crate) fn to_text(&self) -> String {
        let single = self.single.iter();
        let single = single.map(|token| format!(" {}:{}", token.serial, token.issued.0));
        format!("{}{}", self.before.0, single.collect::<String>())
    }

    /// Reads what was stored. The first version stored only a moment.
    pub(crate) fn from_text(text: &str) -> Option<Revocation> {
        let mut words = text.split(' ');
        let before = Millis(words.next()?.parse().ok()?);
        let single = words.map(|word| {
            let (serial, issued) = word.split_once(':')?;
            Some(SingleToken {
                serial: serial.to_owned(),
                issued: Millis(issued.parse().ok()?),
            })
        });
        let single = single.collect::<Option<_>>()?;
        Some(Revocation { before, single })
    }
}

/// What is known of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenStatus {
    Valid,
    Revoked,
    /// It is not among those that memory keeps; only the store has all.
    Unknown,
}

/// What players have revoked, by their ids. The first version stored single tokens by their serials.
///
/// Anybody can revoke tokens again and again, so memory keeps only the latest: the younger half stays, and the older
/// half is forgotten when the younger one is full.
#[derive(Debug)]
pub(crate) struct RevokedTokens {
    half: usize,
    young: HashMap<String, Revocation>,
    old: HashMap<String, Revocation>,
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

    pub(crate) fn note(&mut self, key: String, revocation: Revocation) {
        if self.young.len() >= self.half {
            let forgotten = mem::replace(&mut self.old, mem::take(&mut self.young));
            self.has_forgotten |= !forgotten.is_empty();
        }
        self.young.insert(key, revocation);
    }

    pub(crate) fn of(&self, key: &str) -> Option<&Revocation> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    pub(crate) fn status(&self, claims: &Claims) -> TokenStatus {
        let token = self.of(&claims.serial);
        let player = self.of(claims.player.as_str());
        match is_revoked(claims, token, player) {
            true => TokenStatus::Revoked,
            false if self.has_forgotten => TokenStatus::Unknown,
            false => TokenStatus::Valid,
        }
    }
}

/// Whether a token is revoked, by what is known under its serial and under its player.
pub(crate) fn is_revoked(
    claims: &Claims,
    token: Option<&Revocation>,
    player: Option<&Revocation>,
) -> bool {
    token.is_some() || player.is_some_and(|player| player.covers(claims))
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

    fn all_before(moment: u64) -> Revocation {
        Revocation {
            before: Millis(moment),
            single: Vec::new(),
        }
    }

    #[test]
    fn a_token_is_revoked_by_itself_or_with_all_older_ones_of_its_player() {
        let mut revoked = RevokedTokens::new(10);
        let mut revocation = Revocation::default();
        revocation.add(&claims("s1", 1));
        revoked.note("pada".to_owned(), revocation);
        assert_eq!(revoked.status(&claims("s1", 1)), TokenStatus::Revoked);
        assert_eq!(revoked.status(&claims("s2", 1)), TokenStatus::Valid);
        revoked.note("pada".to_owned(), all_before(7));
        assert_eq!(revoked.status(&claims("s2", 7)), TokenStatus::Revoked);
        assert_eq!(revoked.status(&claims("s2", 8)), TokenStatus::Valid);
        // As the first version stored it.
        revoked.note("s3".to_owned(), all_before(5));
        assert_eq!(revoked.status(&claims("s3", 8)), TokenStatus::Revoked);
    }

    #[test]
    fn one_player_has_one_short_row() {
        let mut revocation = Revocation::default();
        for n in 1..1000 {
            let token = claims(&format!("s{n}"), n);
            revocation.add(&token);
            assert!(revocation.covers(&token));
            assert!(revocation.covers(&claims("s1", 1)), "{n}");
            assert!(!revocation.covers(&claims("younger", n + 1)), "{n}");
            assert!(revocation.single.len() <= MAX_SINGLE);
        }
        assert!(revocation.to_text().len() < 30 * MAX_SINGLE);
        let kept = Revocation::from_text(&revocation.to_text());
        assert_eq!(kept.as_ref(), Some(&revocation));
        revocation.add_all_before(Millis(5000));
        assert_eq!(revocation, all_before(5000));
        assert_eq!(Revocation::from_text("5000"), Some(revocation));
        for wrong in ["", "x", "1 s", "1 s:x"] {
            assert_eq!(Revocation::from_text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn memory_has_an_end_and_says_so() {
        let mut revoked = RevokedTokens::new(3);
        for n in 0..1000 {
            revoked.note(format!("s{n}"), all_before(n));
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
            revoked.note(format!("s{n}"), all_before(n));
        }
        assert_eq!(revoked.status(&claims("other", 0)), TokenStatus::Valid);
    }
}
