//! What is asked of one game. A game that sleeps is woken for it.

use std::sync::Arc;
use std::time::Duration;

use rules::Seat;
use session::{Ask, GameId, Millis, PlayerId, Report, Session, Tag};

use super::Host;
use crate::game::{Asked, Asking, Game, Opening};
use crate::{Edition, HostError, Rejection, Subscriber};

impl Host {
    /// A player wants something of a game.
    ///
    /// # Errors
    /// It is refused, or cannot be stored.
    pub async fn ask(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<Seat>,
        tag: Option<Tag>,
        ask: Ask,
    ) -> Result<Asked, Rejection> {
        let asking = Asking {
            player,
            seat,
            tag,
            ask,
        };
        self.ask_measured(game, asking).await.0
    }

    /// The same, and the processor time that it took in a game in which that is much: for protocols that charge for it, also
    /// when it is refused.
    pub async fn ask_measured(
        &self,
        game: &GameId,
        asking: Asking<'_>,
    ) -> (Result<Asked, Rejection>, Duration) {
        self.arrived(asking.player).await;
        let command = Arc::new(asking.into_command());
        loop {
            let handle = match self.game(game) {
                Ok(handle) => handle,
                Err(error) => return (Err(error.into()), Duration::ZERO),
            };
            let (asked, work) = handle.ask(Arc::clone(&command)).await;
            if !self.fell_asleep(&handle, &asked) {
                return (asked, work);
            }
        }
    }

    /// A player who has just come from another node gets back first what that one has cost.
    async fn arrived(&self, player: &PlayerId) {
        if !self.nodes().is_alone() {
            self.nodes().arrivals.settled(player).await;
        }
    }

    /// A player wants something of a game; the answer is what `look` sees right after it was done, before
    /// anything else happens in the game.
    ///
    /// # Errors
    /// It is refused, or cannot be stored.
    pub async fn ask_and_look<T: Send + 'static>(
        &self,
        game: &GameId,
        asking: Asking<'_>,
        look: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<T, Rejection> {
        self.arrived(asking.player).await;
        let command = Arc::new(asking.into_command());
        loop {
            let handle = self.game(game)?;
            let seen = handle
                .ask_and_look(Arc::clone(&command), look.clone())
                .await;
            if !self.fell_asleep(&handle, &seen) {
                return seen;
            }
        }
    }

    /// Shows a game and tells a subscriber from then on what happens in it, without a gap.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn open(
        &self,
        game: &GameId,
        player: Option<&PlayerId>,
        from: Option<u64>,
        subscriber: &Subscriber,
        edition: &'static Edition,
    ) -> Result<(Opening, Game), Rejection> {
        loop {
            let handle = self.game(game)?;
            let opening = handle
                .open(subscriber.clone(), edition, player.cloned(), from)
                .await;
            if !self.fell_asleep(&handle, &opening) {
                return opening.map(|opening| (opening, handle));
            }
        }
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn look<T: Send + 'static>(
        &self,
        game: &GameId,
        look: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<T, Rejection> {
        loop {
            let handle = self.game(game)?;
            let seen = handle.look(look.clone()).await;
            if !self.fell_asleep(&handle, &seen) {
                return seen;
            }
        }
    }

    /// Tells a game what has happened around it, and comes back when that is stored. Protocols that know more
    /// about their clients' presence than this host tell it so.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn report_to(&self, game: &GameId, report: Report) -> Result<(), Rejection> {
        loop {
            let handle = self.game(game)?;
            let told = handle.report(report.clone()).await;
            if !self.fell_asleep(&handle, &told) {
                return told;
            }
        }
    }

    /// Removes a game for good, unless somebody reads it; whether it is gone now.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn remove_game(&self, game: &GameId) -> Result<bool, Rejection> {
        loop {
            let handle = self.game(game)?;
            let removed = handle.remove().await;
            if !self.fell_asleep(&handle, &removed) {
                return removed;
            }
        }
    }

    /// A game that fell asleep at the very moment is simply asked again.
    fn fell_asleep<T>(&self, game: &Game, answer: &Result<T, Rejection>) -> bool {
        let is_stopped = matches!(answer, Err(Rejection::Failed(HostError::Stopping)));
        is_stopped && game.is_asleep() && !self.is_stopping()
    }
}
