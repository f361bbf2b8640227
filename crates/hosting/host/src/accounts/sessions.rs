//! Sessions: where a player is logged in. Each has an id and can be ended by itself.
//!
//! A player who has done nothing yet has no list: every token counts. As soon as there is a list, only what is in
//! it counts. Nothing is compared by time, so it does not matter what a clock does. There is one short row for each
//! player.

use serde::{Deserialize, Serialize};
use session::{Millis, PlayerId};
use store::{Entry, Space};

use super::token::Claims;
use super::{Accounts, Identity, LIFETIME};
use crate::{HostError, HostRefusal, Rejection};

/// Sessions of one player. One more ends the one that was not used for the longest time.
pub(crate) const MAX_SESSIONS: usize = 50;

/// The name of the row.
const SESSIONS: &str = "sessions";

/// The id of all sessions that began before there were lists of them.
const OLDER: &str = "older";

/// When a session was last used is noted no more often than this.
const SEEN_STEP: Millis = Millis::from_secs(3600);

/// Characters that are kept of what a client says it is.
const MAX_CLIENT: usize = 60;

/// How often a list is read again because somebody else has changed it meanwhile.
const ATTEMPTS: usize = 20;

/// Where a player is logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// Names it in `end_session`. `older` is all sessions that began before there was a list.
    pub id: String,
    /// What the client says it is, such as `Firefox on Linux`; empty if it says nothing.
    pub client: String,
    /// When it began; 0 where that is not known.
    pub since: Millis,
    /// When it was last used, to the hour; 0 where that is not known.
    pub seen: Millis,
    /// Whether it is the one that asks.
    pub current: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SessionList {
    /// Whether tokens that were made before there was a list still count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    older: bool,
    sessions: Vec<StoredSession>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredSession {
    id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    client: String,
    since: Millis,
    seen: Millis,
}

impl SessionList {
    fn find(&self, id: &str) -> Option<&StoredSession> {
        self.sessions.iter().find(|session| session.id == id)
    }

    fn has(&self, claims: &Claims) -> bool {
        (self.older && claims.is_older) || self.find(&claims.serial).is_some()
    }

    fn add(&mut self, claims: &Claims, client: &str) {
        self.forget_old(claims.issued);
        while self.sessions.len() >= MAX_SESSIONS {
            let seen = self.sessions.iter().map(|session| session.seen);
            let stalest = seen.enumerate().min_by_key(|(_, seen)| *seen);
            self.sessions.remove(stalest.map_or(0, |(index, _)| index));
        }
        self.sessions.push(StoredSession {
            id: claims.serial.clone(),
            client: client.chars().take(MAX_CLIENT).collect(),
            since: claims.issued,
            seen: claims.issued,
        });
    }

    /// Takes out what no token can be valid for any more.
    fn forget_old(&mut self, now: Millis) {
        self.sessions
            .retain(|session| session.since + LIFETIME >= now);
    }

    fn remove(&mut self, id: &str) {
        self.sessions.retain(|session| session.id != id);
    }
}

impl Accounts {
    /// Begins a session of a player with an account, and gives its token.
    pub(super) async fn begin_session(
        &self,
        player: &PlayerId,
        client: &str,
    ) -> Result<String, HostError> {
        let claims = Claims::new(player.clone(), self.time.now())?;
        self.change_sessions(player, |list| {
            // An account that has no list yet is from before there were lists.
            let mut list = list.unwrap_or(SessionList {
                older: true,
                sessions: Vec::new(),
            });
            list.add(&claims, client);
            list
        })
        .await?;
        Ok(self.signer.sign(&claims))
    }

    /// Ends all sessions of a player and begins a new one, whose token it gives.
    pub(super) async fn begin_only_session(
        &self,
        player: &PlayerId,
        client: &str,
    ) -> Result<String, HostError> {
        let claims = Claims::new(player.clone(), self.time.now())?;
        self.change_sessions(player, |_| {
            let mut list = SessionList::default();
            list.add(&claims, client);
            list
        })
        .await?;
        Ok(self.signer.sign(&claims))
    }

    /// Ends all sessions and access tokens of a player.
    pub(crate) async fn end_all(&self, player: &PlayerId) -> Result<(), HostError> {
        self.end_access_tokens(player).await?;
        self.change_sessions(player, |_| SessionList::default())
            .await
    }

    /// Whether the session of a token goes on.
    pub(super) async fn is_open(&self, claims: &Claims) -> Result<bool, HostError> {
        let Some(list) = self.session_list(&claims.player).await? else {
            return Ok(!claims.is_older || !self.was_revoked(claims).await?);
        };
        if !list.has(claims) || (claims.is_older && self.was_revoked(claims).await?) {
            return Ok(false);
        }
        let now = self.time.now();
        let is_due = |session: &StoredSession| session.seen + SEEN_STEP < now;
        if list.find(&claims.serial).is_some_and(is_due) {
            self.note_seen(claims, now).await;
        }
        Ok(true)
    }

    /// When a session was last used is for people to look at; that it cannot be stored stops nobody.
    async fn note_seen(&self, claims: &Claims, now: Millis) {
        let noted = self.change_sessions(&claims.player, |list| {
            let mut list = list.unwrap_or_default();
            let sessions = list.sessions.iter_mut();
            for session in sessions.filter(|session| session.id == claims.serial) {
                session.seen = now;
            }
            list
        });
        if let Err(error) = noted.await {
            tracing::warn!(%error, "when a session was last used could not be stored");
        }
    }

    /// Whether a token that was valid is so no longer.
    ///
    /// # Errors
    /// The store fails.
    pub async fn is_ended(&self, token: &str) -> Result<bool, HostError> {
        match self.claims(token) {
            Some(claims) => Ok(!self.is_open(&claims).await?),
            None => Ok(true),
        }
    }

    /// The sessions of a player, the latest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn sessions(&self, who: &Identity) -> Result<Vec<SessionInfo>, HostError> {
        let current = self.signer.check(&who.token);
        let list = self.session_list(&who.player).await?.unwrap_or_default();
        let is_current = |id: &str| current.as_ref().is_some_and(|claims| claims.serial == id);
        let mut sessions: Vec<SessionInfo> = list
            .sessions
            .into_iter()
            .map(|session| SessionInfo {
                current: is_current(&session.id),
                id: session.id,
                client: session.client,
                since: session.since,
                seen: session.seen,
            })
            .collect();
        sessions.sort_by_key(|session| std::cmp::Reverse((session.current, session.seen)));
        if list.older {
            sessions.push(SessionInfo {
                id: OLDER.to_owned(),
                client: String::new(),
                since: Millis::ZERO,
                seen: Millis::ZERO,
                current: current.is_some_and(|claims| claims.is_older),
            });
        }
        Ok(sessions)
    }

    /// Ends one session of a player.
    ///
    /// # Errors
    /// The player has no such session, or the store fails.
    pub(crate) async fn end_session(&self, who: &Identity, id: &str) -> Result<(), Rejection> {
        let list = self.session_list(&who.player).await?.unwrap_or_default();
        let is_known = list.find(id).is_some() || (id == OLDER && list.older);
        if !is_known {
            return Err(HostRefusal::NoSuchSession.into());
        }
        self.change_sessions(&who.player, |list| {
            let mut list = list.unwrap_or_default();
            match id == OLDER {
                true => list.older = false,
                false => list.remove(id),
            }
            list
        })
        .await?;
        Ok(())
    }

    /// Ends the session of a token. A player who has never done anything loses nothing by a token that still counts,
    /// so nothing is stored then: anybody can become such a player again and again.
    pub(crate) async fn log_out(&self, token: &str) -> Result<(), HostError> {
        let Some(claims) = self.signer.check(token) else {
            return Ok(());
        };
        let Some(player) = self.store.player(&claims.player).await? else {
            return Ok(());
        };
        // Tokens from before there were lists are not made any more, so these rows do not become more.
        if claims.is_older {
            self.revoke(&claims.serial).await?;
        }
        self.change_sessions(&claims.player, |list| {
            let mut list = list.unwrap_or(SessionList {
                older: player.account.is_some(),
                sessions: Vec::new(),
            });
            list.remove(&claims.serial);
            list
        })
        .await
    }

    /// Ends all sessions of a player and gives a new one.
    pub(crate) async fn end_sessions(
        &self,
        who: &Identity,
        client: &str,
    ) -> Result<Identity, HostError> {
        self.keep(&who.player).await?;
        Ok(Identity {
            token: self.begin_only_session(&who.player, client).await?,
            ..who.clone()
        })
    }

    async fn session_list(&self, player: &PlayerId) -> Result<Option<SessionList>, HostError> {
        let space = Space::Player(player.clone());
        let entry = self.store.get(&space, SESSIONS).await?;
        entry.map(|entry| read(&entry.value)).transpose()
    }

    /// Changes the list of a player, again if somebody else has changed it meanwhile.
    async fn change_sessions(
        &self,
        player: &PlayerId,
        change: impl Fn(Option<SessionList>) -> SessionList,
    ) -> Result<(), HostError> {
        let space = Space::Player(player.clone());
        for _ in 0..ATTEMPTS {
            let found = self.store.get(&space, SESSIONS).await?;
            let found = found.map(|entry| entry.value);
            let list = found.as_deref().map(read).transpose()?;
            let entry = Entry {
                key: SESSIONS.to_owned(),
                // A list always has a text: it has no maps with odd keys.
                value: serde_json::to_string(&change(list)).unwrap_or_default(),
                expires: None,
            };
            let replaced = self.store.replace(&space, found.as_deref(), entry);
            if replaced.await? {
                return Ok(());
            }
        }
        Err(HostError::Overloaded)
    }

    /// Whether a token from before there were lists was revoked then: by its serial, or with all of its player by the
    /// time.
    async fn was_revoked(&self, claims: &Claims) -> Result<bool, HostError> {
        let token = self.store.get(&Space::Revoked, &claims.serial);
        let player = self.store.get(&Space::Revoked, claims.player.as_str());
        let moment = |entry: Entry| entry.value.parse().ok().map(Millis);
        let player = player.await?.and_then(moment);
        Ok(token.await?.is_some() || player.is_some_and(|before| claims.issued <= before))
    }

    pub(super) async fn revoke(&self, serial: &str) -> Result<(), HostError> {
        let now = self.time.now();
        let entry = Entry {
            key: serial.to_owned(),
            value: now.0.to_string(),
            expires: Some(now + LIFETIME),
        };
        Ok(self.store.put(&Space::Revoked, entry).await?)
    }
}

fn read(text: &str) -> Result<SessionList, HostError> {
    serde_json::from_str(text).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: format!("a list of sessions cannot be read: {why}"),
        })
    })
}
