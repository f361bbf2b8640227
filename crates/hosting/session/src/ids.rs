//! Names of games, players and requests.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The longest id, in bytes.
const MAX_LENGTH: usize = 64;

/// A text that cannot be an id: it is empty, longer than 64 bytes, or has a character other than a
/// visible ASCII one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadId;

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id has 1 to {MAX_LENGTH} visible ASCII characters")
    }
}

impl std::error::Error for BadId {}

fn check(text: &str) -> Result<Arc<str>, BadId> {
    let fits = (1..=MAX_LENGTH).contains(&text.len());
    if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(text.into())
    } else {
        Err(BadId)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Arc<str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Arc<str>, E> {
        check(text).map_err(E::custom)
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(extend("pattern" = "^[!-~]{1,64}$")))]
        pub struct $name(Arc<str>);

        impl $name {
            /// Accepts 1 to 64 visible ASCII characters.
            ///
            /// # Errors
            /// The text is something else.
            pub fn new(text: impl AsRef<str>) -> Result<$name, BadId> {
                check(text.as_ref()).map($name)
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        // Ids are in every message and every record, so they are written and read without a copy.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(IdVisitor).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

id! {
    /// Names a game. The creator of a game chooses it and sees to it that it is new.
    GameId
}

id! {
    /// Names a person or program, known or anonymous. It is public: it proves nothing.
    PlayerId
}

id! {
    /// A client's own name for a request, so that it can be sent again after a lost answer.
    Tag
}

impl GameId {
    /// The id of the game that follows this one if both players want a rematch.
    ///
    /// It is computed rather than drawn, so that creating the rematch again after a crash creates the
    /// same game.
    pub fn rematch(&self) -> GameId {
        const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let digest = Sha256::digest(format!("rematch of {self}"));
        let letters = digest.iter().take(12);
        let id: String = letters
            .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
            .collect();
        GameId(id.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_visible_text_is_an_id() {
        for good in ["a", "p-1:x", &"x".repeat(64)] {
            assert_eq!(PlayerId::new(good).unwrap().as_str(), good);
        }
        for bad in ["", " ", "a b", "é", "a\n", &"x".repeat(65)] {
            assert_eq!(PlayerId::new(bad), Err(BadId), "{bad:?}");
        }
    }

    #[test]
    fn json_does_not_get_round_the_check() {
        assert!(serde_json::from_str::<GameId>("\"g1\"").is_ok());
        assert!(serde_json::from_str::<GameId>("\"\"").is_err());
    }

    #[test]
    fn every_game_has_one_rematch_of_its_own() {
        let first = GameId::new("g1").unwrap();
        assert_eq!(first.rematch(), first.rematch());
        assert_ne!(first.rematch(), first.rematch().rematch());
        assert_eq!(first.rematch().as_str().len(), 12);
    }
}
