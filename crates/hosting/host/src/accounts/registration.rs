//! Names, new accounts and logging in.

use session::PlayerId;
use store::{Account, AccountError, Player};

use super::names::checked_name;
use super::throttle::Attempt;
use super::{Accounts, Identity, NAME, Visitor};
use crate::{HostError, HostRefusal, Rejection};

/// Characters of a new password at least. Accounts that have a shorter one keep it.
const MIN_PASSWORD: usize = 8;

/// Bytes of a password at most.
pub(super) const MAX_PASSWORD: usize = 1024;

impl Accounts {
    /// Chooses the name others see.
    ///
    /// # Errors
    /// The name is not valid, an account has it or one that looks like it, or the player has an account.
    pub async fn rename(&self, who: &Identity, name: &str) -> Result<Identity, Rejection> {
        let name = checked_name(name)?;
        if who.has_account {
            return Err(HostRefusal::AccountKeepsName.into());
        }
        if self.named(&name).await?.is_some() {
            return Err(HostRefusal::NameTaken.into());
        }
        self.check_look(&name, &who.player).await?;
        self.keep(&who.player).await?;
        self.put(&who.player, NAME, name.clone()).await?;
        Ok(Identity {
            name,
            ..who.clone()
        })
    }

    /// Gives a player another name, whether there is an account or not.
    pub(crate) async fn rename_player(
        &self,
        player: &PlayerId,
        name: &str,
    ) -> Result<(), Rejection> {
        let name = checked_name(name)?;
        let known = self.store.player(player).await?;
        if known.and_then(|player| player.account).is_none() {
            self.check_look(&name, player).await?;
            return Ok(self.put(player, NAME, name).await?);
        }
        self.claim_look(&name, player).await?;
        Ok(self.store.set_name(player, &name).await?)
    }

    /// Opens an account for a player, who keeps id and games. The token is new, and all tokens the player had before
    /// are ended: a person who saw one of them does not get into the account.
    ///
    /// # Errors
    /// The name is taken or not valid, the password is too weak, or the player has an account.
    pub async fn register(
        &self,
        who: &Identity,
        name: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        let name = checked_name(name)?;
        check_password(password)?;
        if who.has_account && who.name != name {
            return Err(HostRefusal::HasAccount.into());
        }
        let opened = match who.has_account {
            true => OpenedAccount::NameTaken,
            false => {
                self.open_account(who, name.clone(), password, visitor)
                    .await?
            }
        };
        let refusal = match (opened, who.has_account) {
            (OpenedAccount::New(identity), _) => return Ok(identity),
            (OpenedAccount::NameTaken, true) => HostRefusal::HasAccount,
            (OpenedAccount::NameTaken, false) => HostRefusal::NameTaken,
        };
        // The same request again after a lost answer is not an error. The sender may be a stranger by now,
        // for the token of before has ended.
        match self.log_in(&name, password, visitor).await {
            Err(Rejection::Refused(_)) => Err(refusal.into()),
            answer @ (Ok(_) | Err(Rejection::Failed(_))) => answer,
        }
    }

    /// Opens an account; name and password have been checked.
    async fn open_account(
        &self,
        who: &Identity,
        name: String,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<OpenedAccount, Rejection> {
        self.throttle.allow_address(visitor.address)?;
        if self.named(&name).await?.is_some() {
            return Ok(OpenedAccount::NameTaken);
        }
        self.claim_look(&name, &who.player).await?;
        self.keep(&who.player).await?;
        let password_hash = self.passwords.hash(password.to_owned()).await?;
        let account = Account {
            name: name.clone(),
            password_hash,
        };
        match self.store.open_account(&who.player, account).await {
            Ok(()) => {
                let begun = self.begin_only_session(&who.player, visitor.client);
                Ok(OpenedAccount::New(Identity {
                    name,
                    has_account: true,
                    is_bot: false,
                    token: begun.await?,
                    player: who.player.clone(),
                }))
            }
            Err(AccountError::IdTaken | AccountError::NameTaken) => Ok(OpenedAccount::NameTaken),
            Err(
                error @ (AccountError::HasAccount
                | AccountError::NoAccount
                | AccountError::UnknownPlayer
                | AccountError::Failed(_)),
            ) => Err(error.into()),
        }
    }

    /// Becomes the player of an account.
    ///
    /// # Errors
    /// Name and password do not belong together, there were too many attempts, or the host has banned the player.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        let player = self.named(name).await?;
        let player = self.check_log_in(player, name, password, visitor).await?;
        self.check_standing(&player.id).await?;
        let token = self.begin_session(&player.id, visitor.client).await?;
        Ok(self
            .identity(player.id.clone(), Some(player), token)
            .await?)
    }

    /// Whether a password is that of a player, who may not exist.
    pub(super) async fn check_log_in(
        &self,
        player: Option<Player>,
        name: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Player, Rejection> {
        let device = self.known_device(visitor, player.as_ref().map(|player| &player.id));
        let attempt = Attempt {
            name,
            address: visitor.address,
            device: device.as_deref(),
        };
        self.throttle.allow(&attempt)?;
        match self.has_password(player, password).await? {
            Some(player) => {
                self.throttle.give_back(&attempt);
                Ok(player)
            }
            None => Err(HostRefusal::WrongPassword.into()),
        }
    }

    async fn has_password(
        &self,
        player: Option<Player>,
        password: &str,
    ) -> Result<Option<Player>, HostError> {
        if password.len() > MAX_PASSWORD {
            return Ok(None);
        }
        let hash = player
            .as_ref()
            .and_then(|player| player.account.as_ref())
            .map(|account| account.password_hash.clone());
        let Some(hash) = hash else {
            // As much work as for a name that exists, so that the time does not tell which names exist.
            self.passwords.hash(password.to_owned()).await?;
            return Ok(None);
        };
        let is_right = self.passwords.is_right(password.to_owned(), hash).await?;
        Ok(player.filter(|_| is_right))
    }

    /// Becomes the player of an account; a name without an account opens one. For protocols that know only logging
    /// in.
    ///
    /// # Errors
    /// Name and password do not belong together, the name is not valid, a new account's password is too weak, there
    /// were too many attempts, or the host has banned the player.
    pub async fn arrive(
        &self,
        name: &str,
        password: &str,
        visitor: &Visitor<'_>,
    ) -> Result<Identity, Rejection> {
        if self.named(name).await?.is_some() {
            return self.log_in(name, password, visitor).await;
        }
        let name = checked_name(name)?;
        check_password(password)?;
        let newcomer = self.newcomer()?;
        let opened = self.open_account(&newcomer, name.clone(), password, visitor);
        match opened.await? {
            OpenedAccount::New(identity) => Ok(identity),
            // Another client was faster; perhaps of the same person.
            OpenedAccount::NameTaken => self.log_in(&name, password, visitor).await,
        }
    }
}

/// What came of opening an account.
enum OpenedAccount {
    New(Identity),
    /// Another account has the name.
    NameTaken,
}

/// Whether a new password will do.
pub(super) fn check_password(password: &str) -> Result<(), HostRefusal> {
    let is_long = password.chars().count() >= MIN_PASSWORD;
    match is_long && password.len() <= MAX_PASSWORD {
        true => Ok(()),
        false => Err(HostRefusal::WeakPassword),
    }
}
