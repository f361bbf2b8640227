//! What the owner of a host does about players. It works on the store alone, so beside a running server, which
//! notices within seconds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use session::{Millis, PlayerId};
use store::{Entry, Space, Store};

use crate::accounts::{Accounts, Standing};

use crate::{HostError, Rejection, TimeSource, ids};

/// How long a notice waits for a server that does not run.
const NOTICE_LIFETIME: Millis = Millis::from_days(1);

/// Decides about players.
pub struct Admin {
    accounts: Accounts,
    store: Arc<dyn Store>,
    time: TimeSource,
}

/// What is done about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum AdminAction {
    /// Gives a link with which the player can choose a new password.
    Reset,
    /// Keeps the player out.
    Ban,
    /// Lets a player in again who was banned, or whose account was closed.
    Unban,
    /// Gives the player another name.
    Rename {
        /// Which.
        to: String,
    },
    /// Does not let the player chat.
    Mute,
    /// Lets the player chat again.
    Unmute,
    /// Closes the account. Nobody can log in, and nobody else gets its name.
    Close,
}

/// Something that was done about a player, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// When.
    pub at: Millis,
    /// What.
    #[serde(flatten)]
    pub action: AdminAction,
    /// To whom.
    pub player: PlayerId,
    /// As the owner of the host named the player.
    pub name: String,
    /// Why, if the owner of the host said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Admin {
    /// Works on a store. `reserved` are names that nobody may have or come close to.
    ///
    /// # Errors
    /// The store fails.
    pub async fn open(
        store: Arc<dyn Store>,
        time: TimeSource,
        reserved: &[String],
    ) -> Result<Admin, HostError> {
        let accounts = Accounts::load(Arc::clone(&store), time.clone(), reserved).await?;
        Ok(Admin {
            accounts,
            store,
            time,
        })
    }

    /// Does something about the player with this account name or id, and writes it down. The answer is the secret of
    /// a link, where there is one.
    ///
    /// # Errors
    /// There is no such player or account, a new name will not do, or the store fails.
    pub async fn act(
        &self,
        name: &str,
        action: AdminAction,
        reason: Option<String>,
    ) -> Result<Option<String>, Rejection> {
        let player = self.accounts.find(name).await?;
        // First, so that nothing is done that is not written down.
        self.write_down(AuditEntry {
            at: self.time.now(),
            action: action.clone(),
            player: player.clone(),
            name: name.to_owned(),
            reason,
        })
        .await?;
        let secret = self.carry_out(&player, action).await?;
        self.tell_server(&player).await?;
        Ok(secret)
    }

    async fn carry_out(
        &self,
        player: &PlayerId,
        action: AdminAction,
    ) -> Result<Option<String>, Rejection> {
        match action {
            AdminAction::Reset => return self.accounts.reset_link(player).await.map(Some),
            AdminAction::Ban => {
                self.change(player, |standing| standing.banned = true)
                    .await?;
                self.accounts.end_all(player).await?;
            }
            AdminAction::Close => {
                self.change(player, |standing| standing.closed = true)
                    .await?;
                self.accounts.end_all(player).await?;
            }
            AdminAction::Unban => {
                let open = |standing: &mut Standing| {
                    standing.banned = false;
                    standing.closed = false;
                };
                self.change(player, open).await?;
            }
            AdminAction::Mute => {
                self.change(player, |standing| standing.muted = true)
                    .await?;
            }
            AdminAction::Unmute => {
                self.change(player, |standing| standing.muted = false)
                    .await?;
            }
            AdminAction::Rename { to } => self.accounts.rename_player(player, &to).await?,
        }
        Ok(None)
    }

    async fn change(
        &self,
        player: &PlayerId,
        change: impl FnOnce(&mut Standing),
    ) -> Result<(), HostError> {
        let mut standing = self.accounts.standing(player).await?;
        change(&mut standing);
        self.accounts.set_standing(player, standing).await
    }

    async fn write_down(&self, entry: AuditEntry) -> Result<(), HostError> {
        let entry = Entry {
            key: format!("{:015}-{}", entry.at.0, ids::random(8)?),
            // It always has a text: it has no maps with odd keys.
            value: serde_json::to_string(&entry).unwrap_or_default(),
            expires: None,
        };
        Ok(self.store.put(&Space::Audit, entry).await?)
    }

    async fn tell_server(&self, player: &PlayerId) -> Result<(), HostError> {
        let entry = Entry {
            key: ids::random(12)?,
            value: player.to_string(),
            expires: Some(self.time.now() + NOTICE_LIFETIME),
        };
        Ok(self.store.put(&Space::AdminNotices, entry).await?)
    }

    /// What was done about players, oldest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn audit(&self) -> Result<Vec<AuditEntry>, HostError> {
        let entries = self.store.entries(&Space::Audit).await?;
        let read = |entry: &Entry| serde_json::from_str(&entry.value).ok();
        Ok(entries.iter().filter_map(read).collect())
    }
}
