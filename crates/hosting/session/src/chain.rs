//! The hash chain over a game's records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Flaw, Record};

/// The hash of a record and, through it, of all records before.
///
/// `hash(n) = sha256(hash(n - 1) followed by the text of record n)`, where the hash before the first
/// record is 32 zero bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("pattern" = "^[0-9a-f]{64}$")))]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash before the first record.
    pub const START: Hash = Hash([0; 32]);

    /// The hash after one more record.
    pub fn next(self, text: &str) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(text.as_bytes());
        Hash(hasher.finalize().into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Hash, &'static str> {
        const SHAPE: &str = "a hash is 64 hexadecimal digits, small letters";
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(SHAPE);
        }
        let mut hash = Hash::START;
        for (byte, pair) in hash.0.iter_mut().zip(digits.chunks_exact(2)) {
            let value = |digit: u8| match digit {
                b'0'..=b'9' => Ok(digit - b'0'),
                b'a'..=b'f' => Ok(digit - b'a' + 10),
                _ => Err(SHAPE),
            };
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Ok(hash)
    }
}

impl TryFrom<String> for Hash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Hash, &'static str> {
        text.parse()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

/// A record as it is stored: its text, which never changes again, and its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The record as JSON on one line.
    pub text: String,
    /// Its place in the chain.
    pub hash: Hash,
}

impl Sealed {
    /// The record itself.
    ///
    /// # Errors
    /// The text is not a record of a format this crate reads.
    pub fn record(&self) -> Result<Record, serde_json::Error> {
        serde_json::from_str(&self.text)
    }

    /// The records themselves, if each of them is what was hashed. The first one follows a record with the hash
    /// `before`; where that is not known, its own hash is believed.
    ///
    /// # Errors
    /// One of them was changed or cannot be read.
    pub fn open_all(sealed: &[Sealed], before: Option<Hash>) -> Result<Vec<Record>, Flaw> {
        let mut head = before;
        let open = |sealed: &Sealed| {
            let expected = head.map_or(sealed.hash, |head| head.next(&sealed.text));
            if expected != sealed.hash {
                let found = sealed.hash;
                return Err(Flaw::Chain { expected, found });
            }
            head = Some(expected);
            sealed.record().map_err(|why| Flaw::Unreadable {
                why: why.to_string(),
            })
        };
        sealed.iter().map(open).collect()
    }

    /// Seals a record that follows a record with the hash `before`.
    pub fn seal(before: Hash, record: &Record) -> Sealed {
        let text = record.to_text();
        let hash = before.next(&text);
        Sealed { text, hash }
    }
}
