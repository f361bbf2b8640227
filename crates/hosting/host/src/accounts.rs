//! Accounts of players, their names and their tokens.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::{GameId, Millis, PlayerId, Sitter, Tag};
use store::{Account, AccountError, Entry, Player, Space, Store};

use crate::passwords::Passwords;
use crate::revoked_tokens::{Revocation, RevokedTokens, TokenStatus, is_revoked};
use crate::token::{Claims, Signer};
use crate::{HostError, HostRefusal, KeyedBuckets, Rejection, TimeSource, ids};

/// The name of the signing key in the store.
const KEY: &str = "token-key";

/// A token is valid for at most this long, so revoked ones are remembered as long.
const LIFETIME: Millis = Millis::from_days(400);

/// Half of the revoked tokens that memory keeps. Older ones are looked up in the store.
const REVOKED_HALF: usize = 50_000;

const NAME: &str = "name";

/// Log-in attempts for a name, and from an address.
const PER_NAME: u32 = 10;
const PER_ADDRESS: u32 = 30;
const ATTEMPTS_SPAN: Duration = Duration::from_secs(600);

/// A player who has proved who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The player's public id.
    pub player: PlayerId,
    /// The name others see.
    pub name: String,
    /// Whether the player has an account.
    pub has_account: bool,
    /// The secret that proves it.
    pub token: String,
}

impl Identity {
    /// This player at a board.
    pub fn sitter(&self) -> Sitter {
        Sitter {
            player: self.player.clone(),
            name: self.name.clone(),
        }
    }
}

/// Accounts of players, their names and their tokens.
pub struct Accounts {
    store: Arc<dyn Store>,
    time: TimeSource,
    signer: Signer,
    passwords: Passwords,
    revoked: Mutex<RevokedTokens>,
    /// Held while what a player has revoked is read and written again.
    revoking: tokio::sync::Mutex<()>,
    by_name: KeyedBuckets,
    by_address: KeyedBuckets,
}

impl Accounts {
    pub(crate) async fn load(
        store: Arc<dyn Store>,
        time: TimeSource,
    ) -> Result<Accounts, HostError> {
        let key = signing_key(&store).await?;
        let mut revoked = RevokedTokens::new(REVOKED_HALF);
        for entry in store.entries(&Space::Revoked).await? {
            if let Some(revocation) = Revocation::from_text(&entry.value) {
                revoked.note(entry.key, revocation);
            }
        }
        Ok(Accounts {
            revoked: Mutex::new(revoked),
            revoking: tokio::sync::Mutex::default(),
            store,
            time,
            signer: Signer::new(key),
            passwords: Passwords::new(),
            by_name: KeyedBuckets::new(PER_NAME, ATTEMPTS_SPAN),
            by_address: KeyedBuckets::new(PER_ADDRESS, ATTEMPTS_SPAN),
        })
    }

    fn revoked(&self) -> MutexGuard<'_, RevokedTokens> {
        self.revoked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id of what a player creates with a tag.
    pub(crate) fn name_game(&self, player: &PlayerId, tag: &Tag) -> Result<GameId, HostError> {
        let words = ["seek", player.as_str(), tag.as_str()];
        let id = ids::derived(self.signer.key(), &words, 12);
        ids::game(id)
    }

    /// A new player without an account. Nothing is stored before the player does something.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn newcomer(&self) -> Result<Identity, HostError> {
        let id = format!("p{}", ids::random(15)?);
        let player = ids::player(id)?;
        Ok(Identity {
            name: guest_name(&player),
            has_account: false,
            token: self.issue(&player)?,
            player,
        })
    }

    fn issue(&self, player: &PlayerId) -> Result<String, HostError> {
        Ok(self.signer.sign(&Claims {
            player: player.clone(),
            serial: ids::random(12)?,
            issued: self.time.now(),
        }))
    }

    /// The player with this token; none, if it is forged or revoked.
    ///
    /// # Errors
    /// The store fails.
    pub async fn identify(&self, token: &str) -> Result<Option<Identity>, HostError> {
        let Some((claims, status)) = self.status(token) else {
            return Ok(None);
        };
        let is_valid = match status {
            TokenStatus::Valid => true,
            TokenStatus::Revoked => false,
            TokenStatus::Unknown => !self.is_stored_as_revoked(&claims).await?,
        };
        match is_valid {
            true => {
                let identity = self.identity(claims.player, token.to_owned());
                Ok(Some(identity.await?))
            }
            false => Ok(None),
        }
    }

    /// Whether a token that was valid has been revoked since.
    pub fn is_revoked(&self, token: &str) -> bool {
        let status = self.status(token);
        status.is_none_or(|(_, status)| status == TokenStatus::Revoked)
    }

    /// What memory knows of a token; nothing, if it is forged or too old.
    fn status(&self, token: &str) -> Option<(Claims, TokenStatus)> {
        let claims = self.signer.check(token)?;
        if claims.issued + LIFETIME < self.time.now() {
            return None;
        }
        let status = self.revoked().status(&claims);
        Some((claims, status))
    }

    async fn is_stored_as_revoked(&self, claims: &Claims) -> Result<bool, HostError> {
        let token = self.stored_revocation(&claims.serial).await?;
        let player = self.stored_revocation(claims.player.as_str()).await?;
        Ok(is_revoked(claims, token.as_ref(), player.as_ref()))
    }

    async fn stored_revocation(&self, key: &str) -> Result<Option<Revocation>, HostError> {
        let entry = self.store.get(&Space::Revoked, key).await?;
        Ok(entry.and_then(|entry| Revocation::from_text(&entry.value)))
    }

    async fn identity(&self, player: PlayerId, token: String) -> Result<Identity, HostError> {
        let stored = self.store.player(&player).await?;
        let account = stored.and_then(|player| player.account);
        let has_account = account.is_some();
        let name = match account {
            Some(account) => account.name,
            None => self.chosen_name(&player).await?,
        };
        Ok(Identity {
            player,
            name,
            has_account,
            token,
        })
    }

    async fn chosen_name(&self, player: &PlayerId) -> Result<String, HostError> {
        let space = Space::Player(player.clone());
        let chosen = self.store.get(&space, NAME).await?;
        Ok(chosen.map_or_else(|| guest_name(player), |entry| entry.value))
    }

    /// Stores the player, if that has not been done yet.
    ///
    /// # Errors
    /// The store fails.
    pub async fn keep(&self, player: &PlayerId) -> Result<(), HostError> {
        if self.store.player(player).await?.is_some() {
            return Ok(());
        }
        let player = Player {
            id: player.clone(),
            created_at: self.time.now(),
            account: None,
        };
        match self.store.add_player(player).await {
            Err(AccountError::Failed(error)) => Err(error.into()),
            // The player is stored already. The other refusals are about accounts, and this player has none.
            Ok(())
            | Err(
                AccountError::IdTaken
                | AccountError::NameTaken
                | AccountError::HasAccount
                | AccountError::NoAccount
                | AccountError::UnknownPlayer,
            ) => Ok(()),
        }
    }

    /// Chooses the name others see.
    ///
    /// # Errors
    /// The name is not valid, an account has it, or the player has an account.
    pub async fn rename(&self, who: &Identity, name: &str) -> Result<Identity, Rejection> {
        let name = checked_name(name)?;
        if who.has_account {
            return Err(HostRefusal::AccountKeepsName.into());
        }
        if self.store.player_named(&name).await?.is_some() {
            return Err(HostRefusal::NameTaken.into());
        }
        self.keep(&who.player).await?;
        let entry = Entry {
            key: NAME.to_owned(),
            value: name.clone(),
            expires: None,
        };
        let space = Space::Player(who.player.clone());
        self.store.put(&space, entry).await?;
        Ok(Identity {
            name,
            ..who.clone()
        })
    }

    /// Opens an account for a player, who keeps id and games.
    ///
    /// # Errors
    /// The name is taken or not valid, the password is too weak, or the player has an account.
    pub async fn register(
        &self,
        who: &Identity,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<Identity, Rejection> {
        let name = checked_name(name)?;
        if password.chars().count() < 8 || password.len() > 1024 {
            return Err(HostRefusal::WeakPassword.into());
        }
        if who.has_account {
            // The same request again after a lost answer is not an error.
            let is_same = who.name == name && self.log_in(&name, password, address).await.is_ok();
            return match is_same {
                true => Ok(who.clone()),
                false => Err(HostRefusal::HasAccount.into()),
            };
        }
        match self.open_account(who, name, password, address).await? {
            OpenedAccount::New(identity) => Ok(identity),
            OpenedAccount::NameTaken => Err(HostRefusal::NameTaken.into()),
        }
    }

    /// Opens an account; name and password have been checked.
    async fn open_account(
        &self,
        who: &Identity,
        name: String,
        password: &str,
        address: &str,
    ) -> Result<OpenedAccount, Rejection> {
        self.allow(&name, address)?;
        self.keep(&who.player).await?;
        let password_hash = self.passwords.hash(password.to_owned()).await?;
        let account = Account {
            name: name.clone(),
            password_hash,
        };
        match self.store.open_account(&who.player, account).await {
            Ok(()) => Ok(OpenedAccount::New(Identity {
                name,
                has_account: true,
                ..who.clone()
            })),
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
    /// Name and password do not belong together, or there were too many attempts.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<Identity, Rejection> {
        let wrong = || Rejection::from(HostRefusal::WrongPassword);
        self.allow(name, address)?;
        if password.len() > 1024 {
            return Err(wrong());
        }
        let player = self.store.player_named(name).await?;
        let Some((id, account)) = player.and_then(|player| Some((player.id, player.account?)))
        else {
            // As much work as for a name that exists, so that the time does not tell which names exist.
            self.passwords.hash(password.to_owned()).await?;
            return Err(wrong());
        };
        let hash = account.password_hash.clone();
        if !self.passwords.is_right(password.to_owned(), hash).await? {
            return Err(wrong());
        }
        Ok(Identity {
            token: self.issue(&id)?,
            player: id,
            name: account.name,
            has_account: true,
        })
    }

    /// Becomes the player of an account; a name without an account opens one. For protocols that know only logging
    /// in. They accept any password that is not empty.
    ///
    /// # Errors
    /// Name and password do not belong together, the name is not valid, the password is empty or too long, or there
    /// were too many attempts.
    pub async fn arrive(
        &self,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<Identity, Rejection> {
        let name = checked_name(name)?;
        if !(1..=1024).contains(&password.len()) {
            return Err(HostRefusal::EmptyPassword.into());
        }
        if self.store.player_named(&name).await?.is_some() {
            return self.log_in(&name, password, address).await;
        }
        let newcomer = self.newcomer()?;
        let opened = self.open_account(&newcomer, name.clone(), password, address);
        match opened.await? {
            OpenedAccount::New(identity) => Ok(identity),
            // Another client was faster; perhaps of the same person.
            OpenedAccount::NameTaken => self.log_in(&name, password, address).await,
        }
    }

    fn allow(&self, name: &str, address: &str) -> Result<(), HostRefusal> {
        match self.by_address.allow(address) && self.by_name.allow(&name.to_lowercase()) {
            true => Ok(()),
            false => Err(HostRefusal::TooManyAttempts),
        }
    }

    /// Revokes one token.
    pub(crate) async fn log_out(&self, token: &str) -> Result<(), HostError> {
        match self.signer.check(token) {
            Some(claims) => {
                self.revoke(&claims.player, |tokens| tokens.add(&claims))
                    .await
            }
            None => Ok(()),
        }
    }

    /// Revokes all tokens of a player and gives a new one.
    pub(crate) async fn end_sessions(&self, who: &Identity) -> Result<Identity, HostError> {
        // A player with a second token must be stored, or the first would count again after a restart.
        self.keep(&who.player).await?;
        let now = self.time.now();
        self.revoke(&who.player, |tokens| tokens.add_all_before(now))
            .await?;
        // The new token must be younger than the revoked ones.
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        Ok(Identity {
            token: self.issue(&who.player)?,
            ..who.clone()
        })
    }

    /// Changes what a player has revoked. Of a player who is not stored nothing is stored here either: there is nothing
    /// that the token could open, and anybody can make such players without end.
    async fn revoke(
        &self,
        player: &PlayerId,
        change: impl FnOnce(&mut Revocation),
    ) -> Result<(), HostError> {
        let _turn = self.revoking.lock().await;
        let known = self.revoked().of(player.as_str()).cloned();
        let mut revocation = match known {
            Some(known) => known,
            None => self
                .stored_revocation(player.as_str())
                .await?
                .unwrap_or_default(),
        };
        change(&mut revocation);
        if self.store.player(player).await?.is_some() {
            let entry = Entry {
                key: player.to_string(),
                value: revocation.to_text(),
                expires: Some(self.time.now() + LIFETIME),
            };
            self.store.put(&Space::Revoked, entry).await?;
        }
        self.revoked().note(player.to_string(), revocation);
        Ok(())
    }

    /// The player with this account name, or with this id.
    ///
    /// # Errors
    /// There is no such player, or the store fails.
    pub async fn find(&self, name: &str) -> Result<PlayerId, Rejection> {
        if let Some(player) = self.store.player_named(name).await? {
            return Ok(player.id);
        }
        let id = PlayerId::new(name).ok();
        let known = match &id {
            Some(id) => self.store.player(id).await?,
            None => None,
        };
        let known = known.map(|player| player.id);
        known.ok_or_else(|| HostRefusal::UnknownPlayer.into())
    }
}

/// What came of opening an account.
enum OpenedAccount {
    New(Identity),
    /// Another account has the name.
    NameTaken,
}

/// The key that signs tokens, made at the first start.
async fn signing_key(store: &Arc<dyn Store>) -> Result<[u8; 32], HostError> {
    if let Some(entry) = store.get(&Space::Server, KEY).await? {
        let hash: Result<session::Hash, _> = entry.value.parse();
        return hash.map(|hash| hash.0).map_err(|why| {
            HostError::Store(store::StoreError::Failed {
                why: format!("the signing key cannot be read: {why}"),
            })
        });
    }
    let mut key = [0; 32];
    ids::fill_random(&mut key)?;
    let entry = Entry {
        key: KEY.to_owned(),
        value: session::Hash(key).to_string(),
        expires: None,
    };
    store.put(&Space::Server, entry).await?;
    Ok(key)
}

fn guest_name(player: &PlayerId) -> String {
    let letters: String = player.as_str().chars().skip(1).take(4).collect();
    format!("Guest {letters}")
}

fn checked_name(name: &str) -> Result<String, HostRefusal> {
    let name = name.trim();
    let fits = (1..=40).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    match fits {
        true => Ok(name.to_owned()),
        false => Err(HostRefusal::BadName),
    }
}

#[cfg(test)]
mod tests {
    use store::MemoryStore;

    use super::*;

    async fn accounts(store: &Arc<MemoryStore>, half: usize) -> Accounts {
        let store = Arc::clone(store) as Arc<dyn Store>;
        let time = TimeSource::new(Arc::new(|| Millis::from_days(20_000)));
        let mut accounts = Accounts::load(store, time).await.unwrap();
        accounts.revoked = Mutex::new(RevokedTokens::new(half));
        accounts
    }

    async fn is_good(accounts: &Accounts, token: &str) -> bool {
        accounts.identify(token).await.unwrap().is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn what_memory_forgets_the_store_knows() {
        let store = Arc::new(MemoryStore::new());
        let accounts = accounts(&store, 2).await;
        let gone: Vec<Identity> = (0..20).map(|_| accounts.newcomer().unwrap()).collect();
        let friend = accounts.newcomer().unwrap();
        for (n, who) in gone.iter().enumerate() {
            accounts.keep(&who.player).await.unwrap();
            match n % 2 {
                0 => accounts.log_out(&who.token).await.unwrap(),
                _ => drop(accounts.end_sessions(who).await.unwrap()),
            }
            assert!(accounts.is_revoked(&who.token), "{n}");
        }
        for who in &gone {
            assert!(!is_good(&accounts, &who.token).await);
        }
        assert!(!accounts.is_revoked(&gone[0].token), "it is long ago");
        assert!(is_good(&accounts, &friend.token).await);
        assert!(!is_good(&accounts, "forged").await);

        // After a restart everything is as before.
        let store = Arc::clone(&store) as Arc<dyn Store>;
        let accounts = Accounts::load(store, accounts.time).await.unwrap();
        for who in &gone {
            assert!(!is_good(&accounts, &who.token).await);
        }
        assert!(is_good(&accounts, &friend.token).await);
    }

    #[tokio::test]
    async fn who_logs_out_again_and_again_leaves_nothing_behind() {
        let store = Arc::new(MemoryStore::new());
        let accounts = accounts(&store, 50).await;
        for _ in 0..1000 {
            let guest = accounts.newcomer().unwrap();
            accounts.log_out(&guest.token).await.unwrap();
            assert!(!is_good(&accounts, &guest.token).await);
        }
        let rows = async || store.entries(&Space::Revoked).await.unwrap();
        assert_eq!(rows().await, [], "nothing is stored of these players");

        let ada = accounts.newcomer().unwrap();
        accounts.keep(&ada.player).await.unwrap();
        for _ in 0..1000 {
            let token = accounts.issue(&ada.player).unwrap();
            accounts.log_out(&token).await.unwrap();
            assert!(!is_good(&accounts, &token).await);
        }
        let rows = rows().await;
        assert_eq!(rows.len(), 1);
        assert!(rows[0].value.len() < 2000, "{}", rows[0].value.len());
    }
}
