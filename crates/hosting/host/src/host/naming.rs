//! A player's new name reaches the games that go on and the seeks that wait.

use session::{GameId, PlayerId, Report};
use store::{Page, Space, Summary};

use super::Host;
use crate::game::Message;
use crate::lobby::entry;
use crate::{HostError, Identity, Rejection};

/// Games of a player that learn of a new name, the newest first.
const RENAMED_GAMES: u32 = 50;

impl Host {
    /// Chooses the name others see. Games that go on and seeks that wait have it a moment later; games that are over
    /// keep the name they were played under.
    ///
    /// # Errors
    /// As those of [`crate::Accounts::rename`].
    pub async fn rename(&self, who: &Identity, name: &str) -> Result<Identity, Rejection> {
        let identity = self.accounts().rename(who, name).await?;
        self.spread_name(identity.player.clone(), identity.name.clone());
        Ok(identity)
    }

    /// Tells games and seeks of a player's name, in the background: nobody waits for it.
    pub(super) fn spread_name(&self, player: PlayerId, name: String) {
        let host = self.clone();
        tokio::spawn(async move {
            for seek in host.lobby().seeks_of(&player) {
                if let Err(error) = host.rename_seek(&seek, &name).await {
                    tracing::warn!(%error, "a seek keeps the old name of its owner");
                }
            }
            let games = host.store().games_of(&player, Page::first(RENAMED_GAMES));
            let games = games.await.into_iter().flatten().filter(Summary::is_live);
            for summary in games {
                let (player, name) = (player.clone(), name.clone());
                let report = Report::Renamed { player, name };
                if let Ok(game) = host.game(&summary.game) {
                    let answer = None;
                    drop(game.send_surely(Message::Report { report, answer }).await);
                }
            }
        });
    }

    /// Puts another name on a seek. While it is reserved nobody else can join or withdraw it.
    async fn rename_seek(&self, game: &GameId, name: &str) -> Result<(), HostError> {
        let _turn = self.turns().take(game).await?;
        let Some(old) = self.lobby().reserve(game) else {
            return Ok(());
        };
        let mut seek = old.clone();
        name.clone_into(&mut seek.owner.name);
        // At another node it may just have led to a game.
        let before = entry(&old).value;
        let renamed = match self.nodes().is_alone() {
            true => self
                .store()
                .put(&Space::Seeks, entry(&seek))
                .await
                .map(|()| true),
            false => {
                let renamed = self
                    .store()
                    .replace(&Space::Seeks, Some(&before), entry(&seek));
                renamed.await
            }
        };
        match renamed {
            Ok(true) => {}
            Ok(false) => {
                self.lobby().list(old);
                self.note_gap();
                return Ok(());
            }
            Err(error) => {
                self.lobby().list(old);
                return Err(error.into());
            }
        }
        self.lobby().list(seek.clone());
        self.tell_nodes_seek(&seek);
        self.publish_seek_here(&seek);
        Ok(())
    }
}
