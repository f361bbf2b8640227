//! Who is there, and which games hear of it.

use std::time::Duration;

use session::{PlayerId, Report};
use store::{Page, Stage, Summary};

use super::Host;
use crate::game::Message;
use crate::{Connection, HostError, Identity, PlayerEvent, Subscriber};

/// A player who has lost the connection is gone only after this.
const BLINK: Duration = Duration::from_secs(5);

/// Games of a player looked at when the player comes or goes.
const GAMES_AT_ONCE: u32 = 50;

impl Host {
    /// A player is connected, until the connection is dropped.
    pub fn connect(&self, player: &PlayerId, subscriber: &Subscriber) -> Connection {
        let is_back = self.0.switchboard.connect(player, subscriber.clone());
        if is_back {
            self.bring_together(player.clone());
            let player = player.clone();
            self.report(player.clone(), Report::Back { player });
        }
        Connection {
            host: self.clone(),
            player: player.clone(),
            id: subscriber.id(),
        }
    }

    pub(crate) fn hang_up(&self, player: &PlayerId, id: u64) {
        if self.0.switchboard.disconnect(player, id) && !self.is_stopping() {
            let (host, player) = (self.clone(), player.clone());
            tokio::spawn(async move {
                tokio::time::sleep(BLINK).await;
                if !host.is_present(&player) {
                    host.report(player.clone(), Report::Gone { player });
                }
            });
        }
    }

    /// A player who has no connection of this host has done something.
    pub fn touch(&self, player: &PlayerId) {
        if self.0.switchboard.touch(player, self.now()) {
            self.bring_together(player.clone());
        }
    }

    /// Whether a player is connected, or was there a moment ago.
    pub fn is_present(&self, player: &PlayerId) -> bool {
        self.0.switchboard.is_present(player, self.now())
    }

    /// Revokes a player's token. Connections that came with it are told.
    ///
    /// # Errors
    /// The store fails.
    pub async fn log_out(&self, who: &Identity) -> Result<(), HostError> {
        self.accounts().log_out(&who.token).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(())
    }

    /// Revokes all tokens of a player and gives a new one. Connections that came with the others are told.
    ///
    /// # Errors
    /// The store fails.
    pub async fn end_sessions(&self, who: &Identity) -> Result<Identity, HostError> {
        let identity = self.accounts().end_sessions(who).await?;
        self.tell_player(&who.player, PlayerEvent::TokensEnded);
        Ok(identity)
    }

    pub(crate) fn tell_player(&self, player: &PlayerId, event: PlayerEvent) {
        self.0.switchboard.tell(player, event);
    }

    /// Reports to the timed games of a player.
    fn report(&self, player: PlayerId, report: Report) {
        let host = self.clone();
        tokio::spawn(async move {
            let page = Page::first(GAMES_AT_ONCE);
            let games = host.0.store.games_of(&player, page).await;
            let matters =
                |game: &Summary| game.stage == Stage::Running && Host::grace(game.clock).is_some();
            for summary in games.into_iter().flatten().filter(matters) {
                if let Ok(game) = host.game(&summary.game) {
                    let report = report.clone();
                    let answer = None;
                    drop(game.send_surely(Message::Report { report, answer }).await);
                }
            }
        });
    }
}
