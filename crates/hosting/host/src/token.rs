//! Tokens: signed proofs of identity.

use hmac::{Hmac, KeyInit, Mac};
use session::{Millis, PlayerId};
use sha2::Sha256;

use crate::base32;

/// Signs and checks tokens.
pub(crate) struct Signer {
    key: [u8; 32],
}

/// What a token says, once its signature is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claims {
    pub(crate) player: PlayerId,
    /// Names this token among those of the player, so that it can be revoked.
    pub(crate) serial: String,
    pub(crate) issued: Millis,
}

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
        let body = format!("{}.{}.{}", claims.player, claims.serial, claims.issued.0);
        let signature = self.signature(&body);
        format!("{body}.{signature}")
    }

    pub(crate) fn check(&self, token: &str) -> Option<Claims> {
        let (body, signature) = token.rsplit_once('.')?;
        if !self.is_signature(body, signature) {
            return None;
        }
        let mut parts = body.split('.');
        let claims = Claims {
            player: PlayerId::new(parts.next()?).ok()?,
            serial: parts.next()?.to_owned(),
            issued: Millis(parts.next()?.parse().ok()?),
        };
        parts.next().is_none().then_some(claims)
    }

    fn signature(&self, body: &str) -> String {
        let mac = self.mac(body);
        mac.map_or_else(String::new, |mac| {
            base32::encode(&mac.finalize().into_bytes()[..SIGNATURE])
        })
    }

    /// Whether this is the signature of a body. A signature has only some bits of a code, so what is compared
    /// is the code of each of the two, in a time that does not tell how much of them is the same.
    fn is_signature(&self, body: &str, signature: &str) -> bool {
        let expected = self.mac(&self.signature(body));
        let found = self.mac(signature);
        let (Some(expected), Some(found)) = (expected, found) else {
            return false;
        };
        found.verify(&expected.finalize().into_bytes()).is_ok()
    }

    /// The code of a text, which is not finished yet.
    fn mac(&self, text: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        mac.update(b"rookery token ");
        mac.update(text.as_bytes());
        Some(mac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        Claims {
            player: PlayerId::new("pada").unwrap(),
            serial: "s1".to_owned(),
            issued: Millis(17),
        }
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let signer = Signer::new([7; 32]);
        assert_eq!(signer.check(&signer.sign(&claims())), Some(claims()));
    }

    #[test]
    fn changed_tokens_and_those_of_others_say_nothing() {
        let signer = Signer::new([7; 32]);
        let token = signer.sign(&claims());
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
