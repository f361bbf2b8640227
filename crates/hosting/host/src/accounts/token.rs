//! Tokens: signed proofs of identity.

use hmac::{Hmac, KeyInit, Mac};
use session::{Millis, PlayerId};
use sha2::Sha256;

use crate::{HostError, base32, ids};

/// Signs and checks tokens.
pub(crate) struct Signer {
    key: [u8; 32],
}

/// What a token says, once its signature is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claims {
    pub(crate) player: PlayerId,
    /// The id of the session, one of its kind.
    pub(crate) serial: String,
    pub(crate) issued: Millis,
    /// Whether the token was made before players had lists of their sessions.
    pub(crate) is_older: bool,
}

impl Claims {
    /// Claims of a new session.
    pub(crate) fn new(player: PlayerId, issued: Millis) -> Result<Claims, HostError> {
        Ok(Claims {
            player,
            serial: ids::random(12)?,
            issued,
            is_older: false,
        })
    }

    fn to_text(&self) -> String {
        let text = format!("{}.{}.{}", self.player, self.serial, self.issued.0);
        match self.is_older {
            true => text,
            false => format!("{text}.{LISTED}"),
        }
    }

    fn read(text: &str) -> Option<Claims> {
        let mut parts = text.split('.');
        let claims = Claims {
            player: PlayerId::new(parts.next()?).ok()?,
            serial: parts.next()?.to_owned(),
            issued: Millis(parts.next()?.parse().ok()?),
            is_older: match parts.next() {
                None => true,
                Some(LISTED) => false,
                Some(_) => return None,
            },
        };
        parts.next().is_none().then_some(claims)
    }
}

/// What a signature is for. One for a device is none for a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Session,
    Device,
}

impl Purpose {
    /// What is signed before the text.
    const fn word(self) -> &'static [u8] {
        match self {
            Purpose::Session => b"rookery token ",
            Purpose::Device => b"rookery device ",
        }
    }
}

/// What tokens of sessions that are listed end with.
const LISTED: &str = "2";

/// Letters of a signature: 160 bits.
const SIGNATURE: usize = 32;

impl Signer {
    pub(crate) fn new(key: [u8; 32]) -> Signer {
        Signer { key }
    }

    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    pub(crate) fn sign(&self, claims: &Claims) -> String {
        self.signed(Purpose::Session, claims)
    }

    pub(crate) fn check(&self, token: &str) -> Option<Claims> {
        self.checked(Purpose::Session, token)
    }

    /// A proof that a player has logged in on a device before. It opens nothing.
    pub(crate) fn sign_device(&self, claims: &Claims) -> String {
        self.signed(Purpose::Device, claims)
    }

    pub(crate) fn check_device(&self, token: &str) -> Option<Claims> {
        self.checked(Purpose::Device, token)
    }

    fn signed(&self, purpose: Purpose, claims: &Claims) -> String {
        let body = claims.to_text();
        let signature = self.signature(purpose, &body);
        format!("{body}.{signature}")
    }

    fn checked(&self, purpose: Purpose, token: &str) -> Option<Claims> {
        let (body, signature) = token.rsplit_once('.')?;
        match self.is_signature(purpose, body, signature) {
            true => Claims::read(body),
            false => None,
        }
    }

    fn signature(&self, purpose: Purpose, body: &str) -> String {
        let mac = self.mac(purpose, body);
        mac.map_or_else(String::new, |mac| {
            base32::encode(&mac.finalize().into_bytes()[..SIGNATURE])
        })
    }

    /// Whether this is the signature of a body. A signature has only some bits of a code, so what is compared
    /// is the code of each of the two, in a time that does not tell how much of them is the same.
    fn is_signature(&self, purpose: Purpose, body: &str, signature: &str) -> bool {
        let expected = self.mac(purpose, &self.signature(purpose, body));
        let found = self.mac(purpose, signature);
        let (Some(expected), Some(found)) = (expected, found) else {
            return false;
        };
        found.verify(&expected.finalize().into_bytes()).is_ok()
    }

    /// The code of a text, which is not finished yet.
    fn mac(&self, purpose: Purpose, text: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        mac.update(purpose.word());
        mac.update(text.as_bytes());
        Some(mac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(is_older: bool) -> Claims {
        Claims {
            player: PlayerId::new("pada").unwrap(),
            serial: "s1".to_owned(),
            issued: Millis(17),
            is_older,
        }
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let signer = Signer::new([7; 32]);
        for claims in [claims(true), claims(false)] {
            assert_eq!(
                signer.check(&signer.sign(&claims)),
                Some(claims.clone()),
                "{claims:?}"
            );
        }
    }

    /// Browsers and programs keep tokens of the first version for a year.
    #[test]
    fn tokens_of_the_first_version_are_read() {
        let signer = Signer::new([7; 32]);
        let token = "pada.s1.17.";
        let token = format!(
            "{token}{}",
            signer.signature(Purpose::Session, "pada.s1.17")
        );
        assert_eq!(signer.check(&token), Some(claims(true)));
    }

    #[test]
    fn a_proof_of_a_device_opens_no_session() {
        let signer = Signer::new([7; 32]);
        let device = signer.sign_device(&claims(false));
        assert_eq!(signer.check_device(&device), Some(claims(false)));
        assert_eq!(signer.check(&device), None);
        assert_eq!(signer.check_device(&signer.sign(&claims(false))), None);
    }

    #[test]
    fn changed_tokens_and_those_of_others_say_nothing() {
        let signer = Signer::new([7; 32]);
        let token = signer.sign(&claims(false));
        assert_eq!(Signer::new([8; 32]).check(&token), None);
        for index in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[index] = if bytes[index] == b'x' { b'y' } else { b'x' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(signer.check(&changed), None, "{changed}");
        }
        for wrong in ["", ".", "...", "pada.s1.17.", "pada.s1.17"] {
            assert_eq!(signer.check(wrong), None, "{wrong}");
        }
    }
}
