//! Sessions that end, and what follows from that for connections and seeks.

use std::time::Duration;

use session::PlayerId;
use store::Space;

use super::Host;
use crate::{HostError, Identity, PlayerEvent, Rejection, Visitor};

/// How often the host looks whether its owner has done something about players.
const ADMIN_STEP: Duration = Duration::from_secs(1);

impl Host {
    /// Ends the session of a player's token. Connections that came with it are told.
    ///
    /// # Errors
    /// The store fails.
    pub async fn log_out(&self, who: &Identity) -> Result<(), HostError> {
        self.accounts().log_out(&who.token).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(())
    }

    /// Ends one session of a player, by its id. Connections that came with it are told.
    ///
    /// # Errors
    /// The player has no such session, or the store fails.
    pub async fn end_session(&self, who: &Identity, id: &str) -> Result<(), Rejection> {
        self.accounts().end_session(who, id).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(())
    }

    /// Ends one access token of a player, by its id. Connections that came with it are told.
    ///
    /// # Errors
    /// The player has no such token, or the store fails.
    pub async fn end_access_token(&self, who: &Identity, id: &str) -> Result<(), Rejection> {
        self.accounts().end_access_token(who, id).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(())
    }

    /// Ends the access token that somebody holds. Connections that came with it are told.
    ///
    /// # Errors
    /// The store fails.
    pub async fn end_held_token(&self, who: &Identity) -> Result<(), HostError> {
        self.accounts().end_own_access_token(&who.token).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(())
    }

    /// Ends all sessions of a player and begins a new one for this client. Connections that came with the others are
    /// told.
    ///
    /// # Errors
    /// The store fails.
    pub async fn end_sessions(&self, who: &Identity, client: &str) -> Result<Identity, HostError> {
        let identity = self.accounts().end_sessions(who, client).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(identity)
    }

    /// Opens an account for a player. Connections that came with an older token are told.
    ///
    /// # Errors
    /// As those of [`crate::Accounts::register`].
    pub async fn register(
        &self,
        who: &Identity,
        name: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        let registered = self.accounts().register(who, name, password, visitor);
        let identity = registered.await?;
        self.spread_name(identity.player.clone(), identity.name.clone());
        self.tell_player(&identity.player, PlayerEvent::TokensEnded);
        Ok(identity)
    }

    /// Replaces a player's password, ends all sessions and begins a new one for this client.
    ///
    /// # Errors
    /// The old password is wrong, the new one too weak, the player has no account, or there were too many attempts.
    pub async fn change_password(
        &self,
        who: &Identity,
        old: &str,
        new: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        let changed = self.accounts().change_password(who, old, new, visitor);
        let identity = changed.await?;
        self.tell_player(&identity.player, PlayerEvent::TokensEnded);
        Ok(identity)
    }

    /// Chooses a new password by a link from the owner of the host, ends all sessions and begins a new one for this
    /// client.
    ///
    /// # Errors
    /// The link is not good, or no longer; the password is too weak; the player is banned; or there were too many
    /// attempts.
    pub async fn reset_password(
        &self,
        link: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        let reset = self.accounts().reset_password(link, password, visitor);
        let identity = reset.await?;
        self.tell_player(&identity.player, PlayerEvent::TokensEnded);
        Ok(identity)
    }

    /// Follows what the owner of the host does about players with another program.
    pub(super) async fn run_admin_notices(self) {
        let mut interval = tokio::time::interval(ADMIN_STEP);
        while !self.is_closing() {
            interval.tick().await;
            if let Err(error) = self.follow_admin().await {
                tracing::warn!(%error, "what the owner has done could not be read");
            }
        }
    }

    async fn follow_admin(&self) -> Result<(), HostError> {
        for entry in self.store().entries(&Space::AdminNotices).await? {
            if let Ok(player) = PlayerId::new(entry.value) {
                self.follow_decision(&player).await?;
            }
            // Not before: a notice that could not be followed is followed the next time.
            self.store().take(&Space::AdminNotices, &entry.key).await?;
        }
        Ok(())
    }

    /// Connections look again who they are, games learn of a new name, and a player who may not come in no longer looks for opponents.
    async fn follow_decision(&self, player: &PlayerId) -> Result<(), HostError> {
        self.tell_player(player, PlayerEvent::TokensEnded);
        let name = self.accounts().name_of(player).await?;
        self.spread_name(player.clone(), name);
        let standing = self.accounts().standing(player).await?;
        if !standing.banned && !standing.closed {
            return Ok(());
        }
        for seek in self.lobby().seeks_of(player) {
            if let Err(Rejection::Failed(error)) = self.cancel(player, &seek).await {
                return Err(error);
            }
        }
        Ok(())
    }
}
