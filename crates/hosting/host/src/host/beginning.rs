//! How games begin, and what follows once for each.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rules::{BySeat, Seat};
use session::{Created, GameId, Millis, Session, Sitter};
use store::{AppendError, Begun};

use super::Host;
use crate::LobbyChange;
use crate::game::Message;
use crate::{PlayerEvent, Rejection};

impl Host {
    /// Begins a game. Beginning the same game twice does no harm; the answer says whether it is new. Once it is
    /// stored, nothing that follows makes this fail.
    ///
    /// # Errors
    /// The game cannot be played like this, or cannot be stored; or it is not known whether it was.
    pub async fn begin(&self, created: Created) -> Result<bool, Rejection> {
        let id = created.game.clone();
        let seats = created.seats.clone();
        let first = Session::create(self.now(), created, &self.variants().lookup())?;
        let attempt = self.0.unconfirmed.attempt(&id);
        match self.0.store.append(&id, 0, Arc::new([first])).await {
            Ok(()) => {
                let is_first = self.0.unconfirmed.has_begun(&id);
                attempt.mark_known();
                if is_first {
                    self.announce(&id, &seats).await;
                }
                Ok(true)
            }
            Err(AppendError::Conflict { .. }) => {
                self.confirm(&id).await;
                attempt.mark_known();
                Ok(false)
            }
            Err(AppendError::Failed(error)) => Err(error.into()),
        }
    }

    /// Begins a game unless it is there. A game that is there has been counted; trying to begin it again and failing would
    /// make that doubtful.
    ///
    /// # Errors
    /// As those of [`Host::begin`].
    pub(super) async fn begin_missing(&self, created: Created) -> Result<(), Rejection> {
        match self.0.store.summary(&created.game).await? {
            Some(_) => self.confirm(&created.game).await,
            None => {
                self.begin(created).await?;
            }
        }
        Ok(())
    }

    /// Begins the game of seeks, which are gone with that; all of them or nothing.
    ///
    /// # Errors
    /// As those of [`Host::begin`].
    pub(crate) async fn begin_of(
        &self,
        created: Created,
        seeks: &[GameId],
    ) -> Result<Begun, Rejection> {
        let id = created.game.clone();
        let seats = created.seats.clone();
        let first = Session::create(self.now(), created, &self.variants().lookup())?;
        let attempt = self.0.unconfirmed.attempt(&id);
        let begun = self.0.store.begin(first, seeks).await?;
        match &begun {
            Begun::Now => {
                let is_first = self.0.unconfirmed.has_begun(&id);
                attempt.mark_known();
                if is_first {
                    self.announce(&id, &seats).await;
                }
            }
            Begun::Before => {
                self.confirm(&id).await;
                attempt.mark_known();
            }
            Begun::NoSeek { .. } => attempt.mark_known(),
        }
        Ok(begun)
    }

    /// It is not known whether a game has begun.
    pub(super) fn note_unconfirmed(&self, id: &GameId) {
        self.0.unconfirmed.add(id);
    }

    /// A game was stored together with something else, and what follows is done, unless that was done before.
    pub(super) async fn announce_once(&self, id: &GameId, seats: &BySeat<Option<Sitter>>) {
        if self.0.unconfirmed.has_begun(id) {
            self.announce(id, seats).await;
        }
    }

    /// A game is over. Says whether it was counted among those that run.
    pub(super) fn was_counted(&self, id: &GameId) -> bool {
        !self.0.unconfirmed.confirm(id)
    }

    /// A game exists. If that was unconfirmed, what has to follow is done now.
    pub(crate) async fn confirm(&self, id: &GameId) {
        if !self.0.unconfirmed.is_unconfirmed(id) {
            return;
        }
        // While this is read somebody else may find out too.
        if let Ok(Some(summary)) = self.0.store.summary(id).await
            && self.0.unconfirmed.confirm(id)
        {
            self.announce(id, &summary.seats).await;
        }
    }

    /// Does what has to follow the beginning of a game, once.
    async fn announce(&self, id: &GameId, seats: &BySeat<Option<Sitter>>) {
        self.nodes().begun.is_new(id);
        self.tell_nodes_started(id, seats);
        self.note_started(id, seats).await;
        // A computer may have the first move, and a game should be in memory when its players come.
        match self.game(id) {
            Ok(game) => drop(game.send(Message::Wake)),
            // There is no room for it now.
            Err(_) => self
                .0
                .deadlines
                .set(self.now() + Millis::from_secs(1), id.clone()),
        }
    }

    /// Another node has begun a game.
    pub(crate) fn hear_started(&self, game: GameId, seats: &BySeat<Option<Sitter>>) {
        if !self.nodes().begun.is_new(&game) {
            return;
        }
        let (host, seats) = (self.clone(), seats.clone());
        tokio::spawn(async move { host.note_started(&game, &seats).await });
    }

    /// Tells those who are connected here that a game has begun.
    async fn note_started(&self, id: &GameId, seats: &BySeat<Option<Sitter>>) {
        self.0.counters.running.fetch_add(1, Ordering::Relaxed);
        for seat in Seat::BOTH {
            if let Some(sitter) = &seats[seat] {
                let game = id.clone();
                self.tell_here(&sitter.player, PlayerEvent::Started { game, seat });
            }
        }
        if self.lobby().is_watched() {
            let summary = self.0.store.summary(id).await;
            if let Ok(Some(summary)) = summary
                && !summary.unlisted
            {
                self.publish_here(LobbyChange::GameStarted { summary });
            }
        }
    }
}
