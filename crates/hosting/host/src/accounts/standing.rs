//! What the host's owner has decided about players.

use serde::{Deserialize, Serialize};
use session::PlayerId;
use store::Space;

use super::Accounts;
use crate::{HostError, HostRefusal, Rejection};

/// The name of the row.
const STANDING: &str = "standing";

/// What the host's owner has decided about a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// The player may not come in.
    pub banned: bool,
    /// The player may not chat.
    pub muted: bool,
    /// The account is closed; its name stays taken.
    pub closed: bool,
}

impl Accounts {
    /// What has been decided about a player.
    ///
    /// # Errors
    /// The store fails.
    pub async fn standing(&self, player: &PlayerId) -> Result<Standing, HostError> {
        let space = Space::Player(player.clone());
        let Some(entry) = self.store.get(&space, STANDING).await? else {
            return Ok(Standing::default());
        };
        serde_json::from_str(&entry.value).map_err(|why| {
            HostError::Store(store::StoreError::Failed {
                why: format!("what was decided about {player} cannot be read: {why}"),
            })
        })
    }

    pub(crate) async fn set_standing(
        &self,
        player: &PlayerId,
        standing: Standing,
    ) -> Result<(), HostError> {
        // It always has a text: it has no maps with odd keys.
        let value = serde_json::to_string(&standing).unwrap_or_default();
        self.put(player, STANDING, value).await
    }

    /// Whether a player who has proved who it is may come in.
    pub(super) async fn check_standing(&self, player: &PlayerId) -> Result<(), Rejection> {
        let standing = self.standing(player).await?;
        if standing.banned {
            return Err(HostRefusal::Banned.into());
        }
        match standing.closed {
            true => Err(HostRefusal::AccountClosed.into()),
            false => Ok(()),
        }
    }
}
