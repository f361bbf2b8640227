//! Who players are: tokens, names and accounts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{GameId, Millis, PlayerId, Sitter, Tag};
use store::{Account, AccountError, Entry, Player, Space, Store};

use crate::ended::{Ended, Standing, is_ended};
use crate::host::Now;
use crate::passwords::Passwords;
use crate::token::{Claims, Signer};
use crate::{Attempts, HostError, letters};

/// The name of the signing key in the store.
const KEY: &str = "token-key";

/// Ended tokens are remembered this long; so long is a token good for at most.
const LIFETIME: Millis = Millis::from_days(400);

/// Half of the ended tokens that memory keeps. Those before are looked up in the store.
const ENDED_HALF: usize = 50_000;

const NAME: &str = "name";

/// Log-in attempts for a name, and from an address.
const PER_NAME: u32 = 10;
const PER_ADDRESS: u32 = 30;
const ATTEMPTS_SPAN: Millis = Millis::from_secs(600);

/// Somebody who has proved who it is.
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

/// Who players are.
pub struct People {
    store: Arc<dyn Store>,
    now: Now,
    signer: Signer,
    passwords: Passwords,
    ended: Mutex<Ended>,
    by_name: Attempts,
    by_address: Attempts,
}

impl People {
    pub(crate) async fn load(store: Arc<dyn Store>, now: Now) -> Result<People, HostError> {
        let key = signing_key(&store).await?;
        let mut ended = Ended::new(ENDED_HALF);
        for entry in store.entries(&Space::Revoked).await? {
            if let Some(at) = moment(&entry) {
                ended.note(entry.key, at);
            }
        }
        Ok(People {
            ended: Mutex::new(ended),
            store,
            now,
            signer: Signer::new(key),
            passwords: Passwords::new(),
            by_name: Attempts::new(PER_NAME, ATTEMPTS_SPAN),
            by_address: Attempts::new(PER_ADDRESS, ATTEMPTS_SPAN),
        })
    }

    fn ended(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id of what a player creates with a tag.
    pub(crate) fn name_game(&self, player: &PlayerId, tag: &Tag) -> Result<GameId, HostError> {
        let words = ["seek", player.as_str(), tag.as_str()];
        let id = letters::computed(self.signer.key(), &words, 12);
        GameId::new(id).map_err(|_| HostError::no_such_game())
    }

    /// Somebody new. Nothing is stored before the player does something.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn newcomer(&self) -> Result<Identity, HostError> {
        let id = format!("p{}", letters::random(15)?);
        let player = PlayerId::new(id).map_err(|_| HostError::no_such_game())?;
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
            serial: letters::random(12)?,
            issued: (self.now)(),
        }))
    }

    /// Who has this token; nobody, if it is forged or was ended.
    ///
    /// # Errors
    /// The store fails.
    pub async fn identify(&self, token: &str) -> Result<Option<Identity>, HostError> {
        let Some((claims, standing)) = self.standing(token) else {
            return Ok(None);
        };
        let is_good = match standing {
            Standing::Good => true,
            Standing::Ended => false,
            Standing::Unsure => !self.is_stored_as_ended(&claims).await?,
        };
        match is_good {
            true => {
                let identity = self.identity(claims.player, token.to_owned());
                Ok(Some(identity.await?))
            }
            false => Ok(None),
        }
    }

    /// Whether a token that was good has been ended a moment ago.
    pub fn was_ended(&self, token: &str) -> bool {
        let standing = self.standing(token);
        standing.is_none_or(|(_, standing)| standing == Standing::Ended)
    }

    /// What memory knows of a token; nothing, if it is forged or too old.
    fn standing(&self, token: &str) -> Option<(Claims, Standing)> {
        let claims = self.signer.check(token)?;
        if claims.issued + LIFETIME < (self.now)() {
            return None;
        }
        let standing = self.ended().standing(&claims);
        Some((claims, standing))
    }

    async fn is_stored_as_ended(&self, claims: &Claims) -> Result<bool, HostError> {
        let token = self.store.get(&Space::Revoked, &claims.serial).await?;
        let player = claims.player.as_str();
        let player = self.store.get(&Space::Revoked, player).await?;
        let moment = |entry: Option<Entry>| entry.as_ref().and_then(moment);
        Ok(is_ended(claims, moment(token), moment(player)))
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

    /// Sees to it that the player is stored.
    ///
    /// # Errors
    /// The store fails.
    pub async fn keep(&self, player: &PlayerId) -> Result<(), HostError> {
        if self.store.player(player).await?.is_some() {
            return Ok(());
        }
        let player = Player {
            id: player.clone(),
            created_at: (self.now)(),
            account: None,
        };
        match self.store.add_player(player).await {
            Ok(()) | Err(AccountError::IdTaken) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Chooses the name others see.
    ///
    /// # Errors
    /// It is no name, somebody's account has it, or the player has an account.
    pub async fn rename(&self, who: &Identity, name: &str) -> Result<Identity, HostError> {
        let name = checked_name(name)?;
        if who.has_account {
            let message = "an account keeps its name";
            return Err(HostError::refused("has-account", message));
        }
        if self.store.player_named(&name).await?.is_some() {
            return Err(AccountError::NameTaken.into());
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
    /// The name is taken or none, the password is too weak, or the player has an account.
    pub async fn register(
        &self,
        who: &Identity,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<Identity, HostError> {
        let name = checked_name(name)?;
        if password.chars().count() < 8 || password.len() > 1024 {
            let message = "a password has at least 8 characters";
            return Err(HostError::refused("weak-password", message));
        }
        if who.has_account {
            // The same request again after a lost answer is not an error.
            let is_same = who.name == name && self.log_in(&name, password, address).await.is_ok();
            return match is_same {
                true => Ok(who.clone()),
                false => Err(AccountError::HasAccount.into()),
            };
        }
        self.open_account(who, name, password, address).await
    }

    /// Opens an account; name and password have been looked at.
    async fn open_account(
        &self,
        who: &Identity,
        name: String,
        password: &str,
        address: &str,
    ) -> Result<Identity, HostError> {
        self.allow(&name, address)?;
        self.keep(&who.player).await?;
        let password_hash = self.passwords.hash(password.to_owned()).await?;
        let account = Account {
            name: name.clone(),
            password_hash,
        };
        self.store.open_account(&who.player, account).await?;
        Ok(Identity {
            name,
            has_account: true,
            ..who.clone()
        })
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
    ) -> Result<Identity, HostError> {
        let wrong = || HostError::refused("wrong-password", "name and password do not match");
        self.allow(name, address)?;
        if password.len() > 1024 {
            return Err(wrong());
        }
        let player = self.store.player_named(name).await?;
        let Some((id, account)) = player.and_then(|player| Some((player.id, player.account?)))
        else {
            // As much work as for a name that exists, so that nobody can find out which do.
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

    /// Becomes the player of an account; a name that nobody has opens one. For protocols in which logging
    /// in is all there is. They ask of a password only that there is one.
    ///
    /// # Errors
    /// Name and password do not belong together, the name is none, the password is empty or endless, or
    /// there were too many attempts.
    pub async fn arrive(
        &self,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<Identity, HostError> {
        let name = checked_name(name)?;
        if !(1..=1024).contains(&password.len()) {
            let message = "a password has 1 to 1024 bytes";
            return Err(HostError::refused("weak-password", message));
        }
        if self.store.player_named(&name).await?.is_some() {
            return self.log_in(&name, password, address).await;
        }
        let newcomer = self.newcomer()?;
        let opened = self.open_account(&newcomer, name.clone(), password, address);
        match opened.await {
            // Somebody was faster; perhaps the same person, twice.
            Err(HostError::Refused(refusal)) if refusal.code == "name-taken" => {
                self.log_in(&name, password, address).await
            }
            opened => opened,
        }
    }

    fn allow(&self, name: &str, address: &str) -> Result<(), HostError> {
        let now = (self.now)();
        let name = name.to_lowercase();
        if self.by_address.allow(address, now) && self.by_name.allow(&name, now) {
            return Ok(());
        }
        let message = "there were too many attempts; wait some minutes";
        Err(HostError::refused("too-many-attempts", message))
    }

    /// Ends one token.
    pub(crate) async fn log_out(&self, token: &str) -> Result<(), HostError> {
        match self.signer.check(token) {
            Some(claims) => self.end(claims.serial).await,
            None => Ok(()),
        }
    }

    /// Ends all tokens of a player and gives a new one.
    pub(crate) async fn end_sessions(&self, who: &Identity) -> Result<Identity, HostError> {
        self.end(who.player.to_string()).await?;
        // The new token must be younger than those that were ended.
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        Ok(Identity {
            token: self.issue(&who.player)?,
            ..who.clone()
        })
    }

    async fn end(&self, key: String) -> Result<(), HostError> {
        let now = (self.now)();
        let entry = Entry {
            key: key.clone(),
            value: now.0.to_string(),
            expires: Some(now + LIFETIME),
        };
        self.store.put(&Space::Revoked, entry).await?;
        self.ended().note(key, now);
        Ok(())
    }

    /// The player with this account name, or with this id.
    ///
    /// # Errors
    /// There is none, or the store fails.
    pub async fn find(&self, name: &str) -> Result<PlayerId, HostError> {
        if let Some(player) = self.store.player_named(name).await? {
            return Ok(player.id);
        }
        let id = PlayerId::new(name).ok();
        let known = match &id {
            Some(id) => self.store.player(id).await?,
            None => None,
        };
        known
            .map(|player| player.id)
            .ok_or_else(|| HostError::refused("unknown-player", "there is no such player"))
    }
}

/// When something was ended.
fn moment(entry: &Entry) -> Option<Millis> {
    entry.value.parse().ok().map(Millis)
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
    letters::fill(&mut key)?;
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

fn checked_name(name: &str) -> Result<String, HostError> {
    let name = name.trim();
    let fits = (1..=40).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    match fits {
        true => Ok(name.to_owned()),
        false => Err(HostError::refused(
            "bad-name",
            "a name has 1 to 40 characters, none of them a control character",
        )),
    }
}

#[cfg(test)]
mod tests {
    use store::MemoryStore;

    use super::*;

    async fn people(store: &Arc<MemoryStore>, half: usize) -> People {
        let store = Arc::clone(store) as Arc<dyn Store>;
        let now: Now = || Millis::from_days(20_000);
        let mut people = People::load(store, now).await.unwrap();
        people.ended = Mutex::new(Ended::new(half));
        people
    }

    async fn is_good(people: &People, token: &str) -> bool {
        people.identify(token).await.unwrap().is_some()
    }

    #[tokio::test]
    async fn what_memory_forgets_the_store_knows() {
        let store = Arc::new(MemoryStore::new());
        let people = people(&store, 2).await;
        let gone: Vec<Identity> = (0..20).map(|_| people.newcomer().unwrap()).collect();
        let friend = people.newcomer().unwrap();
        for (n, who) in gone.iter().enumerate() {
            match n % 2 {
                0 => people.log_out(&who.token).await.unwrap(),
                _ => people.end(who.player.to_string()).await.unwrap(),
            }
            assert!(people.was_ended(&who.token), "{n}");
        }
        for who in &gone {
            assert!(!is_good(&people, &who.token).await);
        }
        assert!(!people.was_ended(&gone[0].token), "it is long ago");
        assert!(is_good(&people, &friend.token).await);
        assert!(!is_good(&people, "forged").await);

        // After a restart everything is as before.
        let store = Arc::clone(&store) as Arc<dyn Store>;
        let people = People::load(store, people.now).await.unwrap();
        for who in &gone {
            assert!(!is_good(&people, &who.token).await);
        }
        assert!(is_good(&people, &friend.token).await);
    }
}
