//! New passwords: by the player, and by a link that the host's owner gives to a player who has forgotten the old one.

use session::{Millis, PlayerId};
use sha2::{Digest, Sha256};
use store::{Entry, Space};

use super::registration::check_password;
use super::{Accounts, Identity, Visitor};
use crate::{HostError, HostRefusal, Rejection, base32, ids};

/// How long a link is good for.
const LINK_LIFETIME: Millis = Millis::from_days(1);

/// The name under which a player's link is stored: only the latest is good.
const LINK: &str = "reset";

impl Accounts {
    /// Replaces a player's password, ends all sessions and begins a new one.
    ///
    /// # Errors
    /// The old password is wrong, the new one too weak, the player has no account, or there were too many attempts.
    pub(crate) async fn change_password(
        &self,
        who: &Identity,
        old: &str,
        new: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        if !who.has_account {
            return Err(HostRefusal::NoAccount.into());
        }
        check_password(new)?;
        let player = self.store.player(&who.player).await?;
        self.check_log_in(player, &who.name, old, visitor).await?;
        self.set_password(&who.player, new).await?;
        Ok(Identity {
            token: self.begin_only_session(&who.player, visitor.client).await?,
            ..who.clone()
        })
    }

    async fn set_password(&self, player: &PlayerId, password: &str) -> Result<(), Rejection> {
        let hash = self.passwords.hash(password.to_owned()).await?;
        Ok(self.store.set_password(player, &hash).await?)
    }

    /// A secret with which a player can choose a new password, once and within a day. Only its hash is stored.
    ///
    /// # Errors
    /// The player has no account, or the store fails.
    pub(crate) async fn reset_link(&self, player: &PlayerId) -> Result<String, Rejection> {
        let known = self.store.player(player).await?;
        if known.and_then(|player| player.account).is_none() {
            return Err(HostRefusal::NoAccount.into());
        }
        let secret = ids::random(24)?;
        let entry = Entry {
            key: LINK.to_owned(),
            value: hashed(&secret),
            expires: Some(self.time.now() + LINK_LIFETIME),
        };
        let space = Space::Player(player.clone());
        self.store.put(&space, entry).await?;
        Ok(format!("{player}.{secret}"))
    }

    /// Chooses a new password by such a secret, ends all sessions and begins a new one.
    ///
    /// # Errors
    /// The secret is not good, or no longer; the password is too weak; the host has banned the player; or there were
    /// too many attempts.
    pub(crate) async fn reset_password(
        &self,
        link: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        check_password(password)?;
        self.throttle.allow_address(visitor.address)?;
        let player = self.use_link(link).await?;
        let player = player.ok_or(HostRefusal::BadLink)?;
        self.check_standing(&player).await?;
        self.set_password(&player, password).await?;
        let token = self.begin_only_session(&player, visitor.client).await?;
        let stored = self.store.player(&player).await?;
        Ok(self.identity(player, stored, token).await?)
    }

    /// The player of a secret, which is used up by this.
    async fn use_link(&self, link: &str) -> Result<Option<PlayerId>, HostError> {
        let Some((player, secret)) = link.trim().split_once('.') else {
            return Ok(None);
        };
        let Ok(player) = PlayerId::new(player) else {
            return Ok(None);
        };
        let space = Space::Player(player.clone());
        let is_good = |entry: &Entry| {
            let is_young = entry
                .expires
                .is_some_and(|expires| expires > self.time.now());
            is_young && entry.value == hashed(secret)
        };
        let found = self.store.get(&space, LINK).await?;
        if !found.as_ref().is_some_and(is_good) {
            return Ok(None);
        }
        // Of two who use the same link at the same time, one gets it.
        let taken = self.store.take(&space, LINK).await?;
        Ok(taken.filter(is_good).map(|_| player))
    }
}

/// What is stored of a secret. It is random and long, so nobody finds it by its hash.
fn hashed(secret: &str) -> String {
    base32::encode(&Sha256::digest(secret))
}
