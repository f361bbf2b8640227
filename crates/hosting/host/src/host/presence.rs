//! Who is there, and which games hear of it.

use std::time::Duration;

use session::{PlayerId, Report};
use store::{Page, Stage, Summary};

use super::Host;
use crate::game::Message;
use crate::nodes::Arriving;
use crate::{Connection, PlayerEvent, Subscriber};

/// A player who has lost the connection is gone only after this.
const BLINK: Duration = Duration::from_secs(5);

/// Games of a player looked at when the player comes or goes.
const GAMES_AT_ONCE: u32 = 50;

impl Host {
    /// A player is connected, until the connection is dropped.
    pub fn connect(&self, player: &PlayerId, subscriber: &Subscriber) -> Connection {
        let is_back = self.0.switchboard.connect(player, subscriber.clone());
        if is_back {
            self.note_moved(player);
            self.bring_together(player.clone());
            let nodes = self.nodes();
            let arriving = (!nodes.is_alone()).then(|| nodes.arrivals.begin(player));
            let player = player.clone();
            self.report(player.clone(), Report::Back { player }, arriving);
        }
        Connection {
            host: self.clone(),
            player: player.clone(),
            id: subscriber.id(),
        }
    }

    pub(crate) fn hang_up(&self, player: &PlayerId, id: u64) {
        if self.0.switchboard.disconnect(player, id) && !self.is_stopping() {
            self.note_moved(player);
            // Players who are sent away come back elsewhere; if they do not, others notice.
            if self.is_closing() || self.nodes().is_cut_off() {
                return;
            }
            let (host, player) = (self.clone(), player.clone());
            tokio::spawn(async move {
                tokio::time::sleep(BLINK).await;
                if host.is_present_anywhere(&player).await == Ok(false) {
                    host.report(player.clone(), Report::Gone { player }, None);
                }
            });
        }
    }

    /// A player who has no connection of this host has done something.
    pub fn touch(&self, player: &PlayerId) {
        if self.0.switchboard.touch(player, self.now()) {
            self.note_moved(player);
            self.bring_together(player.clone());
        }
    }

    /// Whether a player is connected, or was there a moment ago; to another node as far as this one has heard.
    pub fn is_present(&self, player: &PlayerId) -> bool {
        self.is_present_here(player) || self.nodes().presence.is_there(player)
    }

    /// Whether a player is connected to this node, or was there a moment ago.
    pub(crate) fn is_present_here(&self, player: &PlayerId) -> bool {
        self.0.switchboard.is_present(player, self.now())
    }

    /// Tells the connections of a player to this node.
    pub(crate) fn tell_here(&self, player: &PlayerId, event: PlayerEvent) {
        self.0.switchboard.tell(player, event);
    }

    pub(crate) fn players_here(&self) -> Vec<PlayerId> {
        self.0.switchboard.players()
    }

    fn note_moved(&self, player: &PlayerId) {
        if !self.nodes().is_alone() {
            self.nodes().presence.moved_here(player);
        }
    }

    /// Players without a connection who have not been heard of for a while have left.
    pub(crate) fn note_lingering(&self) {
        for player in self.0.switchboard.take_lingerers(self.now()) {
            self.note_moved(&player);
        }
    }

    /// Reports to the timed games of a player, and to the lobby.
    fn report(&self, player: PlayerId, report: Report, arriving: Option<Arriving>) {
        self.show_seeks_here(&player);
        let host = self.clone();
        tokio::spawn(async move {
            if let Some(arriving) = arriving {
                if let Err(error) = host.welcome(&player).await {
                    tracing::debug!(%error, "it is not known where a player comes from");
                }
                drop(arriving);
            }
            let page = Page::first(GAMES_AT_ONCE);
            let games = host.0.store.games_of(&player, page).await;
            let is_running = |game: &Summary| game.stage == Stage::Running;
            let running: Vec<Summary> = games.into_iter().flatten().filter(is_running).collect();
            host.show_games(&running, &report);
            let is_timed = |game: &Summary| Host::grace(game.clock).is_some();
            for summary in running.into_iter().filter(is_timed) {
                if let Ok(game) = host.game(&summary.game) {
                    let report = report.clone();
                    let answer = None;
                    drop(game.send_surely(Message::Report { report, answer }).await);
                }
            }
        });
    }
}
