//! Accounts of players, their names, their sessions and their tokens.

mod access;
mod bots;
mod devices;
mod names;
mod passwords;
mod recovery;
mod registration;
mod sessions;
mod standing;
#[cfg(test)]
mod tests;
mod throttle;
mod token;

use std::sync::Arc;

use session::{GameId, Millis, PlayerId, Sitter, Tag};
use store::{AccountError, Entry, Player, Space, Store};

pub use self::access::{Access, AccessTokenInfo, Authorization, NewAccessToken, Scope, Scopes};
pub use self::bots::Profile;
pub use self::sessions::SessionInfo;
pub use self::standing::Standing;

use self::names::{Looks, guest_name};
pub(crate) use self::names::{n_visible, visible};
use self::passwords::Passwords;
use self::throttle::Throttle;
use self::token::{Claims, Signer};

use crate::{HostError, HostRefusal, Rejection, TimeSource, ids};

/// The name of the signing key in the store.
const KEY: &str = "token-key";

/// A token is valid for at most this long.
const LIFETIME: Millis = Millis::from_days(400);

const NAME: &str = "name";

/// A player who has proved who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The player's public id.
    pub player: PlayerId,
    /// The name others see.
    pub name: String,
    /// Whether the player has an account.
    pub has_account: bool,
    /// Whether that is the account of a program.
    pub is_bot: bool,
    /// The secret that proves it.
    pub token: String,
}

impl Identity {
    /// This player at a board.
    pub fn sitter(&self) -> Sitter {
        Sitter {
            player: self.player.clone(),
            name: self.name.clone(),
            bot: self.is_bot,
        }
    }
}

/// Who wants to log in, as far as that is known before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visitor<'a> {
    /// Where the request comes from, for limits.
    pub address: &'a str,
    /// What [`Accounts::device`] gave at an earlier log-in.
    pub device: Option<&'a str>,
    /// What the client says it is, for the player's list of sessions.
    pub client: &'a str,
}

/// Accounts of players, their names, their sessions and their tokens.
pub struct Accounts {
    store: Arc<dyn Store>,
    time: TimeSource,
    signer: Signer,
    passwords: Passwords,
    throttle: Throttle,
    looks: Looks,
}

impl Accounts {
    /// `reserved` are names that nobody may have or come close to.
    pub(crate) async fn load(
        store: Arc<dyn Store>,
        time: TimeSource,
        reserved: &[String],
    ) -> Result<Accounts, HostError> {
        let key = signing_key(&store).await?;
        let looks = Looks::load(&store, reserved).await?;
        Ok(Accounts {
            store,
            time,
            signer: Signer::new(key),
            passwords: Passwords::new(),
            throttle: Throttle::new(),
            looks,
        })
    }

    /// How many nodes share the attempts to log in.
    pub(crate) fn set_nodes(&self, n_nodes: usize) {
        self.throttle.set_nodes(n_nodes);
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
        let claims = Claims::new(player.clone(), self.time.now())?;
        Ok(Identity {
            name: guest_name(&player),
            has_account: false,
            is_bot: false,
            token: self.signer.sign(&claims),
            player,
        })
    }

    /// The player with this token; none, if it is forged, too old, or its session has ended.
    ///
    /// # Errors
    /// The store fails.
    pub async fn identify(&self, token: &str) -> Result<Option<Identity>, HostError> {
        let Some(claims) = self.claims(token) else {
            return Ok(None);
        };
        // Asked before the answer about the session is awaited, so that both are under way at once.
        let player = self.store.player(&claims.player);
        match self.is_open(&claims).await? {
            true => {
                let identity = self.identity(claims.player, player.await?, token.to_owned());
                Ok(Some(identity.await?))
            }
            false => Ok(None),
        }
    }

    /// What a token says, if it is not forged and not too old.
    fn claims(&self, token: &str) -> Option<Claims> {
        let claims = self.signer.check(token)?;
        (claims.issued + LIFETIME >= self.time.now()).then_some(claims)
    }

    async fn identity(
        &self,
        player: PlayerId,
        stored: Option<Player>,
        token: String,
    ) -> Result<Identity, HostError> {
        let account = stored.and_then(|player| player.account);
        let has_account = account.is_some();
        let is_bot = has_account && self.is_bot(&player).await?;
        let name = match account {
            Some(account) => account.name,
            None => self.chosen_name(&player).await?,
        };
        Ok(Identity {
            player,
            name,
            has_account,
            is_bot,
            token,
        })
    }

    /// The name others see.
    pub(crate) async fn name_of(&self, player: &PlayerId) -> Result<String, HostError> {
        let stored = self.store.player(player).await?;
        match stored.and_then(|player| player.account) {
            Some(account) => Ok(account.name),
            None => self.chosen_name(player).await,
        }
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

    /// The player with this account name, or with this id.
    ///
    /// # Errors
    /// There is no such player, or the store fails.
    pub async fn find(&self, name: &str) -> Result<PlayerId, Rejection> {
        if let Some(player) = self.named(name).await? {
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

    /// Writes a value that belongs to a player.
    async fn put(&self, player: &PlayerId, key: &str, value: String) -> Result<(), HostError> {
        let entry = Entry {
            key: key.to_owned(),
            value,
            expires: None,
        };
        let space = Space::Player(player.clone());
        Ok(self.store.put(&space, entry).await?)
    }
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
    // Of two nodes that start at the same time, one makes the key.
    match store.replace(&Space::Server, None, entry).await? {
        true => Ok(key),
        false => Box::pin(signing_key(store)).await,
    }
}
