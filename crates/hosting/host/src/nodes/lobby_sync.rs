//! The seeks of all nodes: each has a copy of the list, which is compared with the store now and then. The store
//! decides what becomes of a seek.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use session::{GameId, Millis, PlayerId};
use store::Space;

use super::DEAD;
use super::remote_presence::FRESH;
use crate::{Audience, Host, HostError, Joined, LobbyChange, Seek, SeekView};

/// How often the list is compared with the store.
const RESYNC: Duration = Duration::from_secs(5);

/// How often the store is asked who of those who wait is there.
const LOOK: Duration = Duration::from_secs(2);

/// How many comparisons later games that run are counted again.
const COUNT_EVERY: u32 = 6;

/// Players that are asked about at once.
const AT_ONCE: usize = 1000;

impl Host {
    pub(crate) async fn run_lobby_sync(self) {
        let mut n_rounds = 0u32;
        while !self.is_stopping() {
            tokio::select! {
                () = tokio::time::sleep(RESYNC) => {}
                () = self.lobby_gap_heard() => {}
            }
            if let Err(error) = self.sync_lobby().await {
                tracing::debug!(%error, "the seeks of other nodes could not be read");
            }
            n_rounds = n_rounds.wrapping_add(1);
            if n_rounds.is_multiple_of(COUNT_EVERY)
                && let Ok(count) = self.store().count_live().await
            {
                self.counters().running.store(count, Ordering::Relaxed);
            }
        }
    }

    async fn sync_lobby(&self) -> Result<(), HostError> {
        let before = self.lobby().begin_sync();
        let entries = self.store().entries(&Space::Seeks).await?;
        let seeks = entries
            .iter()
            .filter_map(|entry| serde_json::from_str(&entry.value).ok());
        let (added, gone) = self.lobby().sync(seeks.collect(), &before);
        for seek in added {
            self.show_heard(seek);
        }
        for seek in gone {
            self.show_gone(&seek);
            self.learn_game_of(&seek).await?;
        }
        Ok(())
    }

    /// A seek is over and nobody has said why. If it has led to a game, its owner may wait for that here.
    pub(crate) async fn learn_game_of(&self, seek: &Seek) -> Result<(), HostError> {
        let owner = &seek.owner.player;
        if self.nodes().is_alone() || !self.is_present_here(owner) {
            return Ok(());
        }
        let mut joined = self.seated(owner, &seek.game).await?;
        if joined.is_none()
            && let Some(tag) = &seek.tag
        {
            joined = self.met(owner, tag).await?;
        }
        if let Some(Joined::Playing { game, .. }) = joined
            && let Some(summary) = self.store().summary(&game).await?
        {
            self.hear_started(game, &summary.seats);
        }
        Ok(())
    }

    /// A seek by its id, listed or not, that waits for an opponent: at another node it may have been made or joined a moment
    /// ago.
    ///
    /// # Errors
    /// The store fails.
    pub async fn waiting_seek(&self, game: &GameId) -> Result<Option<SeekView>, HostError> {
        let known = self.lobby().seek(game);
        if self.nodes().is_alone() || (known.is_none() && self.is_awake(game)) {
            return Ok(known.map(|seek| self.view_of(&seek)));
        }
        let Some(seek) = self.find_seek(game).await? else {
            return Ok(None);
        };
        if let Some(summary) = self.store().summary(game).await? {
            self.hear_seek_gone(game, seek.created_at);
            self.hear_started(game.clone(), &summary.seats);
            return Ok(None);
        }
        Ok(Some(self.view_of(&seek)))
    }

    /// Another node has listed a seek.
    pub(super) fn hear_seek(&self, seek: Seek) {
        if self.lobby().hear(&seek) {
            self.show_heard(seek);
        }
    }

    /// Players here whose seeks fit may wait for it.
    fn show_heard(&self, seek: Seek) {
        self.publish_seek_here(&seek);
        let owner = seek.owner.player;
        if self
            .lobby()
            .may_suit(&owner, |player| self.is_present_here(player))
        {
            self.bring_together(owner);
        }
    }

    pub(super) fn hear_seek_gone(&self, game: &GameId, created_at: Millis) {
        if let Some(seek) = self.lobby().hear_gone(game, created_at) {
            self.show_gone(&seek);
        }
    }

    fn show_gone(&self, seek: &Seek) {
        if seek.audience == Audience::Anybody {
            let game = seek.game.clone();
            self.publish_here(LobbyChange::SeekGone { game });
        }
    }

    /// A seek by its id, which another node may have listed a moment ago.
    pub(crate) async fn find_seek(&self, game: &GameId) -> Result<Option<Seek>, HostError> {
        if let Some(seek) = self.lobby().seek(game) {
            return Ok(Some(seek));
        }
        if self.nodes().is_alone() || self.lobby().is_reserved(game) {
            return Ok(None);
        }
        let entry = self.store().get(&Space::Seeks, game.as_str()).await?;
        let seek: Option<Seek> = entry.and_then(|entry| serde_json::from_str(&entry.value).ok());
        if let Some(seek) = &seek
            && self.lobby().hear(seek)
        {
            self.publish_seek_here(seek);
        }
        Ok(self.lobby().seek(game))
    }

    /// Keeps it known which of the players who wait are at other nodes.
    pub(crate) async fn run_presence_watch(self) {
        while !self.is_stopping() {
            tokio::time::sleep(LOOK).await;
            let owners: Vec<PlayerId> = self.lobby().owners().into_iter().collect();
            for player in self.learn_presence(&owners, Duration::ZERO).await {
                self.show_seeks_here(&player);
            }
        }
    }

    /// Asks where players are, unless that is known; gives those of whom something else was known before.
    pub(crate) async fn learn_presence(
        &self,
        players: &[PlayerId],
        within: Duration,
    ) -> Vec<PlayerId> {
        if self.nodes().is_alone() {
            return Vec::new();
        }
        let presence = &self.nodes().presence;
        let unknown = presence.unknown(players, within);
        let mut changed = Vec::new();
        for some in unknown.chunks(AT_ONCE) {
            let Ok(found) = self.store().present(some, DEAD).await else {
                continue;
            };
            let elsewhere = found
                .into_iter()
                .filter(|found| found.node != *self.nodes().id());
            let there: HashSet<PlayerId> = elsewhere.map(|found| found.player).collect();
            changed.extend(presence.note(some.to_vec(), &there));
        }
        changed
    }

    /// The same where people are shown something.
    pub(crate) async fn learn_presence_for_display(&self, players: &[PlayerId]) {
        drop(self.learn_presence(players, FRESH).await);
    }

    /// Tells other nodes who has come here and who has left.
    pub(crate) async fn run_presence_notes(self) {
        let presence = &self.nodes().presence;
        while !self.is_stopping() {
            tokio::select! {
                () = presence.has_moved.notified() => {}
                () = tokio::time::sleep(RESYNC) => self.note_lingering(),
            }
            // Those who come at the same moment share a statement.
            tokio::time::sleep(Duration::from_millis(20)).await;
            if self.is_closing() {
                return;
            }
            let moved = presence.take_moved();
            if moved.is_empty() {
                continue;
            }
            let is_here = |player: &PlayerId| self.is_present_here(player);
            let (came, went): (Vec<_>, Vec<_>) = moved.into_iter().partition(is_here);
            let noted = self.store().see(self.nodes().id(), &came, &went).await;
            if let Err(error) = noted {
                tracing::debug!(%error, "who is here could not be noted");
                presence.put_back(came);
                presence.put_back(went);
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}
