//! Accounts of programs, and what everybody may know of a player.

use session::{Millis, PlayerId};
use store::{Page, Space};

use super::{Accounts, Identity};
use crate::{HostError, HostRefusal, Rejection};

/// The name of the row that marks the account of a program.
const BOT: &str = "bot";

/// Characters of the name of a program's account at most: it stands in paths.
const MAX_NAME: usize = 40;

/// What everybody may know of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The player.
    pub player: PlayerId,
    /// The name others see.
    pub name: String,
    /// Whether there is an account.
    pub has_account: bool,
    /// Whether that is the account of a program.
    pub is_bot: bool,
    /// When the player first came.
    pub created_at: Millis,
}

impl Accounts {
    /// Whether this is the account of a program.
    pub(super) async fn is_bot(&self, player: &PlayerId) -> Result<bool, HostError> {
        let space = Space::Player(player.clone());
        Ok(self.store.get(&space, BOT).await?.is_some())
    }

    /// Makes an account one of a program, for good. Asking again changes nothing.
    ///
    /// # Errors
    /// There is no account, it has played already, its name cannot stand in a path, or the store fails.
    pub async fn make_bot(&self, who: &Identity) -> Result<(), Rejection> {
        if who.is_bot {
            return Ok(());
        }
        if !who.has_account {
            return Err(HostRefusal::NoAccount.into());
        }
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if !who.name.bytes().all(is_sign) || who.name.len() > MAX_NAME {
            return Err(HostRefusal::BadBotName.into());
        }
        let games = self.store.games_of(&who.player, Page::first(1)).await?;
        if !games.is_empty() {
            return Err(HostRefusal::HasPlayed.into());
        }
        Ok(self
            .put(&who.player, BOT, self.time.now().0.to_string())
            .await?)
    }

    /// What everybody may know of a player, if there is one.
    ///
    /// # Errors
    /// The store fails.
    pub async fn profile(&self, player: &PlayerId) -> Result<Option<Profile>, HostError> {
        let Some(stored) = self.store.player(player).await? else {
            return Ok(None);
        };
        let created_at = stored.created_at;
        let identity = self.identity(player.clone(), Some(stored), String::new());
        let identity = identity.await?;
        Ok(Some(Profile {
            player: identity.player,
            name: identity.name,
            has_account: identity.has_account,
            is_bot: identity.is_bot,
            created_at,
        }))
    }

    /// The same of the player with this account name, or with this id.
    ///
    /// # Errors
    /// There is no such player, or the store fails.
    pub async fn profile_named(&self, name: &str) -> Result<Profile, Rejection> {
        let profile = match self.find(name).await {
            Ok(player) => self.profile(&player).await?,
            Err(Rejection::Refused(_)) => None,
            Err(failed @ Rejection::Failed(_)) => return Err(failed),
        };
        profile.ok_or_else(|| HostRefusal::NoSuchPlayer.into())
    }
}
