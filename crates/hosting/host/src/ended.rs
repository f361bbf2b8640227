//! Tokens that were ended, as far as memory keeps them. All of them are in the store.

use std::collections::HashMap;
use std::mem;

use session::Millis;

use crate::token::Claims;

/// What is known of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Good,
    Ended,
    /// It is not among those that memory keeps; only the store knows all.
    Unsure,
}

/// Serials of tokens that were ended, and players whose older tokens were, with the moment of it.
///
/// Anybody can come and end tokens again and again, so there is a limit to what is kept here: the younger
/// half is always there, and the older half is forgotten when the younger one is full.
#[derive(Debug)]
pub(crate) struct Ended {
    half: usize,
    young: HashMap<String, Millis>,
    old: HashMap<String, Millis>,
    has_forgotten: bool,
}

impl Ended {
    /// Keeps at most two times `half`.
    pub(crate) fn new(half: usize) -> Ended {
        Ended {
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

    pub(crate) fn standing(&self, claims: &Claims) -> Standing {
        let token = self.when(&claims.serial);
        let player = self.when(claims.player.as_str());
        match is_ended(claims, token, player) {
            true => Standing::Ended,
            false if self.has_forgotten => Standing::Unsure,
            false => Standing::Good,
        }
    }
}

/// Whether a token is no longer good, by when it was ended and when all tokens of its player were.
pub(crate) fn is_ended(claims: &Claims, token: Option<Millis>, player: Option<Millis>) -> bool {
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
    fn a_token_ends_by_itself_or_with_all_older_ones_of_its_player() {
        let mut ended = Ended::new(10);
        ended.note("s1".to_owned(), Millis(5));
        assert_eq!(ended.standing(&claims("s1", 1)), Standing::Ended);
        assert_eq!(ended.standing(&claims("s2", 1)), Standing::Good);
        ended.note("pada".to_owned(), Millis(7));
        assert_eq!(ended.standing(&claims("s2", 7)), Standing::Ended);
        assert_eq!(ended.standing(&claims("s2", 8)), Standing::Good);
        ended.note("pada".to_owned(), Millis(9));
        assert_eq!(ended.standing(&claims("s2", 8)), Standing::Ended);
    }

    #[test]
    fn memory_has_an_end_and_says_so() {
        let mut ended = Ended::new(3);
        for n in 0..1000 {
            ended.note(format!("s{n}"), Millis(n));
            assert!(ended.young.len() + ended.old.len() <= 6);
            let latest = claims(&format!("s{n}"), 0);
            assert_eq!(ended.standing(&latest), Standing::Ended);
        }
        assert_eq!(ended.standing(&claims("s0", 0)), Standing::Unsure);
        assert_eq!(ended.standing(&claims("other", 0)), Standing::Unsure);
    }

    #[test]
    fn nothing_is_unsure_before_something_is_forgotten() {
        let mut ended = Ended::new(3);
        for n in 0..6 {
            ended.note(format!("s{n}"), Millis(n));
        }
        assert_eq!(ended.standing(&claims("other", 0)), Standing::Good);
    }
}
