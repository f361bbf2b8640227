//! Programs that ask a player for an access token: the player agrees on a page, the program gets a code for that and
//! changes it into a token. A program proves by a secret of its own that it is the one that asked (PKCE).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use session::Millis;
use sha2::{Digest, Sha256};
use store::{Entry, Space};

use super::{NewAccessToken, Scopes, code, hashed, parts};
use crate::accounts::{Accounts, Identity};
use crate::{HostRefusal, Rejection};

/// The name under which a player's code is stored: only the latest is good.
const CODE: &str = "authorization";

/// What every code begins with.
const PREFIX: &str = "rkc_";

/// How long a code is good for.
const CODE_LIFETIME: Millis = Millis::from_secs(120);

/// For how many days the token is good.
const TOKEN_DAYS: u32 = 365;

/// Bytes of what a program says about itself at most, each.
const MAX_TEXT: usize = 500;

/// What a player agrees to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorization {
    /// What the program calls itself.
    pub client: String,
    /// Where the player is sent back to.
    pub redirect: String,
    /// The hash of the program's secret, by which it proves that it is the one that asked.
    pub challenge: String,
    /// What the token will let it do.
    pub scopes: Scopes,
}

#[derive(Serialize, Deserialize)]
struct StoredCode {
    hash: String,
    #[serde(flatten)]
    authorization: Authorization,
}

impl Accounts {
    /// A code for what a player has agreed to. It is good for two minutes, once.
    ///
    /// # Errors
    /// The player has no account, the address to go back to will not do, nothing is allowed, or the store fails.
    pub async fn authorize(
        &self,
        who: &Identity,
        authorization: Authorization,
    ) -> Result<String, Rejection> {
        if !who.has_account {
            return Err(HostRefusal::NoAccount.into());
        }
        let Authorization {
            client,
            redirect,
            challenge,
            scopes,
        } = &authorization;
        let texts = [client, redirect, challenge];
        let fits = |text: &&String| (1..=MAX_TEXT).contains(&text.len());
        if !is_redirect(redirect) || !texts.iter().all(fits) {
            return Err(HostRefusal::BadRedirect.into());
        }
        if scopes.is_empty() {
            return Err(HostRefusal::NoScopes.into());
        }
        let (text, hash) = code(PREFIX, &who.player)?;
        let stored = StoredCode {
            hash,
            authorization,
        };
        let entry = Entry {
            key: CODE.to_owned(),
            // It always has a text: it has no maps with odd keys.
            value: serde_json::to_string(&stored).unwrap_or_default(),
            expires: Some(self.time.now() + CODE_LIFETIME),
        };
        self.store
            .put(&Space::Player(who.player.clone()), entry)
            .await?;
        Ok(text)
    }

    /// Changes a code into an access token, for the program that asked for it and proves it by its secret. A code that
    /// was tried with anything wrong is good no longer.
    ///
    /// # Errors
    /// The code is not good, or the store fails.
    pub async fn redeem(
        &self,
        code: &str,
        client: &str,
        redirect: &str,
        verifier: &str,
    ) -> Result<(String, u32), Rejection> {
        let bad = || Rejection::from(HostRefusal::BadCode);
        let (secret, player) = parts(PREFIX, code).ok_or_else(bad)?;
        let space = Space::Player(player.clone());
        let found = self.store.get(&space, CODE).await?;
        let stored: Option<StoredCode> =
            found.and_then(|entry| serde_json::from_str(&entry.value).ok());
        // A client without the code cannot spoil it.
        let stored = stored.filter(|stored| stored.hash == hashed(secret));
        let stored = stored.ok_or_else(bad)?;
        let taken = self.store.take(&space, CODE).await?.ok_or_else(bad)?;
        let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let wanted = &stored.authorization;
        let is_asker = wanted.client == client && wanted.redirect == redirect;
        let is_young = taken.expires.is_none_or(|end| self.time.now() < end);
        if !is_asker || !is_young || proof != wanted.challenge.trim_end_matches('=') {
            return Err(bad());
        }
        let player = self.store.player(&player).await?.ok_or_else(bad)?;
        let who = self.identity(player.id.clone(), Some(player), String::new());
        let token = NewAccessToken {
            name: client.chars().take(super::MAX_NAME).collect(),
            scopes: stored.authorization.scopes,
            days: Some(TOKEN_DAYS),
        };
        let (_, token) = self.make_access_token(&who.await?, token).await?;
        Ok((token, TOKEN_DAYS))
    }
}

/// Whether a browser may be sent to this address with a code: a page, or a program that has a name of its own such as
/// `org.example.board:/back`. Nothing that a browser would run or show itself.
fn is_redirect(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_word = |part: &str| {
        let signs = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        part.bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_lowercase())
            && part.bytes().all(signs)
    };
    let is_page = matches!(scheme, "http" | "https")
        && rest.strip_prefix("//").is_some_and(|rest| {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            // A name and a password before the host would hide it from people who read the address.
            !host.is_empty() && !host.contains('@') && !host.contains('\\')
        });
    let is_program = scheme.contains('.') && scheme.split('.').all(is_word);
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    is_plain && !text.contains('#') && (is_page || is_program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sent_to_pages_and_to_programs_and_nowhere_else() {
        for good in [
            "https://board.example/back",
            "http://localhost:8000/",
            "http://127.0.0.1:9",
            "org.example.board:/back",
            "https://board.example?a=b",
        ] {
            assert!(is_redirect(good), "{good}");
        }
        for bad in [
            "",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://",
            "https:///x",
            "https://good.example@evil.example/",
            "https://good.example\\@evil.example/",
            "https://a.example/#x",
            "https://a.example/ b",
            "/back",
            "Org.Example:/",
        ] {
            assert!(!is_redirect(bad), "{bad}");
        }
    }
}
