//! Personal access tokens: what programs prove with who they are. Each has a name, scopes and perhaps an end, and is
//! ended by itself. Only hashes are stored, in one short row for each player.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use session::{Millis, PlayerId};
use sha2::{Digest, Sha256};
use store::{Entry, Space};

use super::names::{n_visible, visible};
use super::{Accounts, Identity};
use crate::{HostError, HostRefusal, Rejection, base32, ids};

mod authorization;

pub use authorization::Authorization;

/// Access tokens of one player. Another one is refused.
pub(crate) const MAX_TOKENS: usize = 50;

/// The name of the row.
const TOKENS: &str = "access-tokens";

/// What every access token begins with, so that people and programs that look for secrets recognise one.
const PREFIX: &str = "rkp_";

/// Letters of the secret: 160 bits.
const SECRET: usize = 32;

/// Characters of the name of a token at most.
const MAX_NAME: usize = 60;

/// The longest time for which a token can be made, in days.
const MAX_DAYS: u32 = 3650;

/// When a token was last used is noted no more often than this.
const SEEN_STEP: Millis = Millis::from_secs(3600);

/// How often a list is read again because somebody else has changed it meanwhile.
const ATTEMPTS: usize = 20;

/// Something that a token lets a program do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Scope {
    /// To play as the account of a program.
    #[serde(rename = "bot:play")]
    BotPlay,
    /// To play for a person, as a board that is connected to the computer does.
    #[serde(rename = "board:play")]
    BoardPlay,
    /// To read challenges.
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    /// To make, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
}

impl Scope {
    /// All there are.
    pub const ALL: [Scope; 4] = [
        Scope::BotPlay,
        Scope::BoardPlay,
        Scope::ChallengeRead,
        Scope::ChallengeWrite,
    ];

    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Scope::BotPlay => "bot:play",
            Scope::BoardPlay => "board:play",
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
        }
    }

    /// The scope with this name.
    pub fn read(text: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.as_str() == text)
    }
}

/// What a token lets a program do.
pub type Scopes = BTreeSet<Scope>;

/// A program that has proved who it plays for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The player.
    pub identity: Identity,
    /// What it may do.
    pub scopes: Scopes,
    /// Whether it has come with the token of a session rather than with one that was made for a program.
    pub is_session: bool,
    /// From when on it may not, if that is known.
    pub expires: Option<Millis>,
}

/// An access token, as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccessTokenInfo {
    /// Names it in `end_access_token`.
    pub id: String,
    /// What the player has called it.
    pub name: String,
    /// What it lets a program do.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub since: Millis,
    /// When it was last used, to the hour; left out if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seen: Option<Millis>,
    /// When it ends by itself; left out if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub expires: Option<Millis>,
}

/// A token that a player wants to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccessToken {
    /// What it is called.
    pub name: String,
    /// What it lets a program do.
    pub scopes: Scopes,
    /// After how many days it ends; without it, never.
    pub days: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredToken {
    #[serde(flatten)]
    info: AccessTokenInfo,
    hash: String,
}

impl StoredToken {
    fn is_valid(&self, now: Millis) -> bool {
        self.info.expires.is_none_or(|end| now < end)
    }
}

impl Accounts {
    /// What a token lets its holder do: an access token what it was made for, the token of a session everything. None
    /// if it is not valid, or no longer.
    ///
    /// # Errors
    /// The store fails.
    pub async fn access(&self, token: &str) -> Result<Option<Access>, HostError> {
        if let Some((secret, player)) = parts(PREFIX, token) {
            return self.access_by_secret(token, secret, player).await;
        }
        let identity = self.identify(token).await?;
        Ok(identity.map(|identity| Access {
            identity,
            scopes: Scope::ALL.into(),
            is_session: true,
            expires: None,
        }))
    }

    async fn access_by_secret(
        &self,
        token: &str,
        secret: &str,
        player: PlayerId,
    ) -> Result<Option<Access>, HostError> {
        // Asked before the list is awaited, so that both are under way at once.
        let stored = self.store.player(&player);
        let (now, hash) = (self.time.now(), hashed(secret));
        let tokens = self.access_list(&player).await?;
        // Hashes of secrets are compared, so the time that takes tells nothing about a secret.
        let found = tokens
            .into_iter()
            .find(|found| found.hash == hash && found.is_valid(now));
        let (Some(found), Some(stored)) = (found, stored.await?) else {
            return Ok(None);
        };
        if found.info.seen.is_none_or(|seen| seen + SEEN_STEP < now) {
            self.note_use(&player, &found.info.id, now).await;
        }
        let identity = self.identity(player, Some(stored), token.to_owned());
        Ok(Some(Access {
            identity: identity.await?,
            scopes: found.info.scopes.into_iter().collect(),
            is_session: false,
            expires: found.info.expires,
        }))
    }

    /// Makes an access token. The secret is given once, here.
    ///
    /// # Errors
    /// The player has no account or too many tokens; the name or the time will not do; nothing is allowed by it; or the
    /// store fails.
    pub async fn make_access_token(
        &self,
        who: &Identity,
        wanted: NewAccessToken,
    ) -> Result<(AccessTokenInfo, String), Rejection> {
        if !who.has_account {
            return Err(HostRefusal::NoAccount.into());
        }
        let name = visible(&wanted.name).filter(|name| (1..=MAX_NAME).contains(&n_visible(name)));
        let name = name.ok_or(HostRefusal::BadTokenName)?;
        if wanted.scopes.is_empty() {
            return Err(HostRefusal::NoScopes.into());
        }
        if !wanted
            .days
            .is_none_or(|days| (1..=MAX_DAYS).contains(&days))
        {
            return Err(HostRefusal::BadTokenTime.into());
        }
        let now = self.time.now();
        let info = AccessTokenInfo {
            id: ids::random(12)?,
            name,
            scopes: wanted.scopes.into_iter().collect(),
            since: now,
            seen: None,
            expires: wanted.days.map(|days| now + Millis::from_days(days.into())),
        };
        let secret = ids::random(SECRET)?;
        let stored = StoredToken {
            info: info.clone(),
            hash: hashed(&secret),
        };
        let has_room = self.change_access_list(&who.player, |list| {
            list.retain(|token| token.is_valid(now));
            let has_room = list.len() < MAX_TOKENS;
            if has_room {
                list.push(stored.clone());
            }
            has_room
        });
        match has_room.await? {
            true => Ok((info, format!("{PREFIX}{secret}_{}", who.player))),
            false => Err(HostRefusal::TooManyTokens.into()),
        }
    }

    /// The access tokens of a player, the latest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn access_tokens(&self, who: &Identity) -> Result<Vec<AccessTokenInfo>, HostError> {
        let now = self.time.now();
        let tokens = self.access_list(&who.player).await?.into_iter();
        let valid = tokens.filter(|token| token.is_valid(now));
        let mut infos: Vec<AccessTokenInfo> = valid.map(|token| token.info).collect();
        infos.sort_by_key(|info| std::cmp::Reverse(info.since));
        Ok(infos)
    }

    /// Ends one access token of a player.
    pub(crate) async fn end_access_token(&self, who: &Identity, id: &str) -> Result<(), Rejection> {
        let was_there = self.change_access_list(&who.player, |list| {
            let before = list.len();
            list.retain(|token| token.info.id != id);
            list.len() < before
        });
        match was_there.await? {
            true => Ok(()),
            false => Err(HostRefusal::NoSuchToken.into()),
        }
    }

    /// Ends the access token that somebody holds. One that is not valid any more is ended already.
    pub(crate) async fn end_own_access_token(&self, token: &str) -> Result<(), HostError> {
        let Some((secret, player)) = parts(PREFIX, token) else {
            return Ok(());
        };
        let hash = hashed(secret);
        let ended = self.change_access_list(&player, |list| {
            list.retain(|token| token.hash != hash);
        });
        ended.await
    }

    /// Ends all access tokens of a player.
    pub(super) async fn end_access_tokens(&self, player: &PlayerId) -> Result<(), HostError> {
        self.change_access_list(player, Vec::clear).await
    }

    /// When a token was last used is for people to look at; that it cannot be stored stops nobody.
    async fn note_use(&self, player: &PlayerId, id: &str, now: Millis) {
        let noted = self.change_access_list(player, |list| {
            for token in list.iter_mut().filter(|token| token.info.id == id) {
                token.info.seen = Some(now);
            }
        });
        if let Err(error) = noted.await {
            tracing::warn!(%error, "when a token was last used could not be stored");
        }
    }

    async fn access_list(&self, player: &PlayerId) -> Result<Vec<StoredToken>, HostError> {
        let space = Space::Player(player.clone());
        let entry = self.store.get(&space, TOKENS).await?;
        entry.map_or(Ok(Vec::new()), |entry| read(&entry.value))
    }

    /// Changes the list of a player, again if somebody else has changed it meanwhile.
    async fn change_access_list<T>(
        &self,
        player: &PlayerId,
        change: impl Fn(&mut Vec<StoredToken>) -> T,
    ) -> Result<T, HostError> {
        let space = Space::Player(player.clone());
        for _ in 0..ATTEMPTS {
            let found = self.store.get(&space, TOKENS).await?;
            let found = found.map(|entry| entry.value);
            let before = found.as_deref().map_or(Ok(Vec::new()), read)?;
            let mut list = before.clone();
            let result = change(&mut list);
            if list == before {
                return Ok(result);
            }
            let entry = Entry {
                key: TOKENS.to_owned(),
                // A list always has a text: it has no maps with odd keys.
                value: serde_json::to_string(&list).unwrap_or_default(),
                expires: None,
            };
            let replaced = self.store.replace(&space, found.as_deref(), entry);
            if replaced.await? {
                return Ok(result);
            }
        }
        Err(HostError::Overloaded)
    }
}

/// The secret in a text that begins like this, and the player it is of.
fn parts<'a>(prefix: &str, text: &'a str) -> Option<(&'a str, PlayerId)> {
    let rest = text.strip_prefix(prefix)?;
    let (secret, player) = rest.split_at_checked(SECRET)?;
    let player = PlayerId::new(player.strip_prefix('_')?).ok()?;
    Some((secret, player))
}

/// What is stored of a secret. It is long and random, so no salt is needed.
fn hashed(secret: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(secret).into();
    session::Hash(digest).to_string()
}

fn read(text: &str) -> Result<Vec<StoredToken>, HostError> {
    serde_json::from_str(text).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: format!("a list of access tokens cannot be read: {why}"),
        })
    })
}

/// A code that is good for once, in the same form as a token.
fn code(prefix: &str, player: &PlayerId) -> Result<(String, String), HostError> {
    let mut bytes = [0; SECRET];
    ids::fill_random(&mut bytes)?;
    let secret = base32::encode(&bytes);
    let text = format!("{prefix}{secret}_{player}");
    Ok((text, hashed(&secret)))
}
