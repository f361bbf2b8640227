//! Names that can be read, and that nobody takes for those of others.

use std::collections::HashSet;
use std::sync::Arc;

use session::PlayerId;
use store::{Entry, Player, Space, Store};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;
use unicode_segmentation::UnicodeSegmentation;

use super::Accounts;
use crate::{HostError, HostRefusal, Rejection};

/// What people see as characters, of a name at most.
const MAX_NAME: usize = 40;

/// The same in bytes: some of these characters are long.
const MAX_NAME_BYTES: usize = 200;

/// Marks one above the other. No language has more; more are drawn over what others say.
const MAX_MARKS: usize = 3;

/// The mark that says that the names of all accounts are in [`Space::Names`].
const LISTED: &str = "names-listed";

/// A name of a player that will do, as it is kept: without spaces around it and in one form of several that look the
/// same. Letters and digits of all languages, spaces, and the signs of ASCII are fine.
pub(super) fn checked_name(name: &str) -> Result<String, HostRefusal> {
    let name: String = name.trim().nfc().collect();
    let n_seen = name.graphemes(true).count();
    let fits = (1..=MAX_NAME).contains(&n_seen) && name.len() <= MAX_NAME_BYTES;
    let is_readable = name.chars().all(is_readable) && !has_many_marks(&name);
    match fits && is_readable && !name.contains("  ") {
        true => Ok(name),
        false => Err(HostRefusal::BadName),
    }
}

fn is_readable(character: char) -> bool {
    match character.is_ascii() {
        true => character == ' ' || character.is_ascii_graphic(),
        false => {
            character.identifier_allowed() && !is_invisible(character) && !is_joiner(character)
        }
    }
}

fn has_many_marks(text: &str) -> bool {
    let mut n_marks = 0;
    text.nfd().any(|character| {
        n_marks = match is_combining_mark(character) {
            true => n_marks + 1,
            false => 0,
        };
        n_marks > MAX_MARKS
    })
}

/// Characters that cannot be seen and change how others are read: those that turn the direction of writing, and those
/// without width.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Characters without width that some languages and many emoji are written with.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// What can be shown of a text that somebody says, if it can be read at all.
pub(crate) fn visible(text: &str) -> Option<String> {
    let seen: String = text.chars().filter(|&sign| !is_invisible(sign)).collect();
    let is_plain = !seen.chars().any(char::is_control) && !has_many_marks(&seen);
    is_plain.then(|| seen.trim().to_owned())
}

/// How many characters people see in a text.
pub(crate) fn n_visible(text: &str) -> usize {
    text.graphemes(true).count()
}

/// What a name looks like: two names that people take for each other have the same look.
fn look(name: &str) -> String {
    let seen: String = skeleton(name).collect();
    seen.to_lowercase()
}

/// The look of a name that stands for the server itself: not even spaces, signs and the case of an I make another name
/// of it.
fn bare_look(name: &str) -> String {
    let look = look(&name.to_lowercase());
    let letters = look.chars().filter(|sign| sign.is_alphanumeric());
    letters
        .map(|letter| if letter == 'i' { 'l' } else { letter })
        .collect()
}

/// The name of a player who has not chosen one.
pub(super) fn guest_name(player: &PlayerId) -> String {
    let letters: String = player.as_str().chars().skip(1).take(4).collect();
    format!("Guest {letters}")
}

/// What names look like that are taken.
pub(super) struct Looks {
    reserved: HashSet<String>,
}

impl Looks {
    /// At the first start with accounts from before names had looks, these are listed.
    pub(super) async fn load(
        store: &Arc<dyn Store>,
        reserved: &[String],
    ) -> Result<Looks, HostError> {
        if store.get(&Space::Server, LISTED).await?.is_none() {
            list_all(store).await?;
        }
        let reserved = reserved.iter().map(|name| bare_look(name));
        Ok(Looks {
            reserved: reserved.filter(|look| !look.is_empty()).collect(),
        })
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.reserved.contains(&bare_look(name))
    }
}

/// Two old accounts may look the same; the first one is listed, and both stay.
async fn list_all(store: &Arc<dyn Store>) -> Result<(), HostError> {
    let mut last = None;
    loop {
        let players = store.accounts(last.as_ref()).await?;
        for Player { id, account, .. } in &players {
            if let Some(account) = account {
                let entry = entry(&account.name, id);
                store.replace(&Space::Names, None, entry).await?;
            }
        }
        match players.last() {
            Some(player) => last = Some(player.id.clone()),
            None => break,
        }
    }
    let done = Entry {
        key: LISTED.to_owned(),
        value: "1".to_owned(),
        expires: None,
    };
    Ok(store.put(&Space::Server, done).await?)
}

fn entry(name: &str, player: &PlayerId) -> Entry {
    Entry {
        key: look(name),
        value: player.to_string(),
        expires: None,
    }
}

impl Accounts {
    /// The player with this account name, in whichever form it is typed.
    pub(super) async fn named(&self, name: &str) -> Result<Option<Player>, HostError> {
        let name = name.trim();
        if let Some(player) = self.store.player_named(name).await? {
            return Ok(Some(player));
        }
        let composed: String = name.nfc().collect();
        match composed == name {
            true => Ok(None),
            false => Ok(self.store.player_named(&composed).await?),
        }
    }

    /// Whether a name can be told from those of all other accounts and of the server's own players.
    pub(super) async fn check_look(&self, name: &str, player: &PlayerId) -> Result<(), Rejection> {
        if self.looks.is_reserved(name) {
            return Err(HostRefusal::NameTooSimilar.into());
        }
        let taken = self.store.get(&Space::Names, &look(name)).await?;
        match taken {
            Some(taken) if !self.is_free(&taken, player).await? => {
                Err(HostRefusal::NameTooSimilar.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Takes a name for an account, so that of two who register look-alikes at the same time one is refused.
    pub(super) async fn claim_look(&self, name: &str, player: &PlayerId) -> Result<(), Rejection> {
        self.check_look(name, player).await?;
        let found = self.store.get(&Space::Names, &look(name)).await?;
        let read = found.as_ref().map(|entry| entry.value.as_str());
        let claimed = self.store.replace(&Space::Names, read, entry(name, player));
        match claimed.await? {
            true => Ok(()),
            false => Err(HostRefusal::NameTooSimilar.into()),
        }
    }

    /// Whether a look that was claimed is free for a player: it is the player's own, or its owner has no such name.
    async fn is_free(&self, taken: &Entry, player: &PlayerId) -> Result<bool, HostError> {
        if taken.value == player.as_str() {
            return Ok(true);
        }
        let Ok(owner) = PlayerId::new(taken.value.clone()) else {
            return Ok(true);
        };
        let account = self.store.player(&owner).await?;
        let account = account.and_then(|owner| owner.account);
        Ok(account.is_none_or(|account| look(&account.name) != taken.key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable() {
        let longest = "ä".repeat(40);
        for name in [
            "A",
            "Ada Lovelace",
            "Zoë \"zo\"",
            "Владимир",
            "棋士",
            "משה",
            "नमस्ते",
            &longest,
        ] {
            assert_eq!(checked_name(name).as_deref(), Ok(name), "{name:?}");
        }
        let bad = [
            "",
            "   ",
            "a\u{7}",
            "a\tb",
            "two  spaces",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{ad}b",
            "a\u{feff}",
            "\u{3164}",
            "\u{2800}",
            "a\u{e0061}",
            "z\u{301}\u{302}\u{303}\u{304}algo",
            &"x".repeat(41),
            &"e\u{301}\u{302}\u{303}".repeat(40),
        ];
        for name in bad {
            assert_eq!(checked_name(name), Err(HostRefusal::BadName), "{name:?}");
        }
        assert_eq!(checked_name("  e\u{301} ").as_deref(), Ok("é"));
    }

    #[test]
    fn names_that_look_alike_have_the_same_look() {
        for (one, other) in [
            ("Ada", "Аda"),
            ("Ada", "ADA"),
            ("Iris", "lris"),
            ("Bill", "BiII"),
            ("Tom", "Torn"),
            ("paypal", "рaypal"),
            ("Bob0", "BobO"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Ida"), ("Ann", "Anna"), ("Ada 1", "Ada 2")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
        for name in ["COMPUTER PLAYER", "computer_player", "Cornputer-PIayer"] {
            assert_eq!(bare_look(name), bare_look("Computer Player"), "{name}");
        }
    }

    #[test]
    fn what_is_said_has_nothing_invisible_in_it() {
        assert_eq!(visible(" hello ").as_deref(), Some("hello"));
        assert_eq!(visible("a\u{202e}b\u{200b}c").as_deref(), Some("abc"));
        assert_eq!(visible("\u{200b}\u{2066} ").as_deref(), Some(""));
        // Emoji and some languages need joiners.
        let family = "👩\u{200d}👧";
        assert_eq!(visible(family).as_deref(), Some(family));
        assert_eq!(n_visible(family), 1);
        assert_eq!(
            visible("می\u{200c}خواهم").as_deref(),
            Some("می\u{200c}خواهم")
        );
        for bad in ["two\nlines", "\u{1b}[31m", "z\u{301}\u{302}\u{303}\u{304}"] {
            assert_eq!(visible(bad), None, "{bad:?}");
        }
    }
}
