//! What a node does when another one is dead or has said goodbye: its players get back the time that it cost them, and what only
//! it would have done is done by others.

use rules::Seat;
use session::{Clock, GameId, Millis, Phase, PlayerId, Report, Session};
use store::{Member, NodeId, Page, Stage, Summary};
use tokio::task::JoinSet;

use super::{DEAD, NodeCounters};
use crate::game::Message;
use crate::{Host, HostError, Occupant};

/// Players whose games are looked at, at the same time.
const AT_ONCE: usize = 64;

/// Games of a player that are looked at, the newest first.
const GAMES: u32 = 50;

/// A player who comes to this node while it is noted at another that has been silent for so long had to leave that one.
const SUSPICIOUS: Millis = Millis(1200);

impl Host {
    /// Takes over from a node, as far as it is this one's part.
    pub(super) async fn take_over(&self, dead: Member) {
        NodeCounters::count(&self.nodes().counters.takeovers);
        let mut after: Option<PlayerId> = None;
        let mut working = JoinSet::new();
        loop {
            let page = self.store().present_at(&dead.node, after.as_ref()).await;
            let players = match page {
                Ok(players) => players,
                Err(error) => {
                    tracing::warn!(%error, node = %dead.node, "players of a dead node could not be read");
                    break;
                }
            };
            let Some(last) = players.last() else {
                break;
            };
            after = Some(last.clone());
            for player in players {
                if working.len() >= AT_ONCE {
                    drop(working.join_next().await);
                }
                let (host, dead) = (self.clone(), dead.clone());
                working.spawn(async move { host.take_player_over(player, &dead).await });
            }
        }
        while working.join_next().await.is_some() {}
    }

    /// A player of a dead node: nobody pays for the time since its last sign of life, and the opponent may claim the
    /// game if the player does not come back.
    async fn take_player_over(&self, player: PlayerId, dead: &Member) {
        let is_there = self.is_present_here(&player)
            || self
                .is_elsewhere_than(&player, &dead.node)
                .await
                .unwrap_or(true);
        for summary in self.running_games(&player).await {
            if !self.nodes().is_mine(&summary.game) {
                continue;
            }
            // One who is back elsewhere has got the time back there.
            if !is_there {
                self.forgive(&summary, &player, dead.last_beat).await;
            }
            if !is_there && Host::grace(summary.clock).is_some() {
                let player = player.clone();
                let report = Report::Gone { player };
                drop(self.report_to(&summary.game, report).await);
            }
            if has_computer(&summary) {
                self.poke(&summary.game).await;
            }
        }
    }

    async fn running_games(&self, player: &PlayerId) -> Vec<Summary> {
        let games = self.store().games_of(player, Page::first(GAMES)).await;
        let is_running = |game: &Summary| game.stage == Stage::Running;
        games.into_iter().flatten().filter(is_running).collect()
    }

    /// Charges nobody for a time, if it was the player's turn.
    async fn forgive(&self, game: &Summary, player: &PlayerId, since: Millis) {
        if game.clock == Clock::Untimed {
            return;
        }
        let id = player.clone();
        let is_to_act = move |session: &Session, _| match session.phase() {
            Phase::Running { to_act } => session.seat_of(&id, Some(to_act)) == Some(to_act),
            Phase::Open | Phase::Over { .. } => false,
        };
        if self.look(&game.game, is_to_act).await == Ok(true) {
            let report = Report::Resume { since };
            if let Err(error) = self.report_to(&game.game, report).await {
                tracing::warn!(%error, game = %game.game, "a game could not be resumed");
            }
        }
    }

    /// A player has come here. If it was at a node that may be dead, it does not pay for the time since that node's last
    /// sign of life; before it can act, and before that node is known to be dead.
    pub(crate) async fn welcome(&self, player: &PlayerId) -> Result<(), HostError> {
        let players = [player.clone()];
        let week = Millis::from_days(7);
        for presence in self.store().present(&players, week).await? {
            if presence.node == *self.nodes().id() {
                continue;
            }
            let Some(since) = self.nodes().silent_since(&presence.node, SUSPICIOUS) else {
                continue;
            };
            for summary in self.running_games(player).await {
                self.forgive(&summary, player, since).await;
            }
            // Once is enough: from now on the player is here.
            self.store().see(&presence.node, &[], &players).await?;
        }
        Ok(())
    }

    /// Whether a player is connected to this node or another one, as the store knows it now.
    ///
    /// # Errors
    /// The store fails.
    pub async fn is_present_anywhere(&self, player: &PlayerId) -> Result<bool, HostError> {
        match self.is_present_here(player) {
            true => Ok(true),
            false => self.is_elsewhere(player).await,
        }
    }

    /// Whether a player is connected to another node, as the store knows it now.
    ///
    /// # Errors
    /// The store fails.
    pub async fn is_elsewhere(&self, player: &PlayerId) -> Result<bool, HostError> {
        match self.nodes().is_alone() {
            true => Ok(false),
            false => self.is_elsewhere_than(player, self.nodes().id()).await,
        }
    }

    /// The same, at a node that is neither this one nor one that does not count.
    async fn is_elsewhere_than(&self, player: &PlayerId, node: &NodeId) -> Result<bool, HostError> {
        let players = [player.clone()];
        let presences = self.store().present(&players, DEAD).await?;
        let not_counted = [self.nodes().id(), node];
        let mut nodes = presences.iter().map(|presence| &presence.node);
        Ok(nodes.any(|node| !not_counted.contains(&node)))
    }

    /// Lets the computers of a game do what is theirs, if they were asked by a node that is dead.
    async fn poke(&self, game: &GameId) {
        if let Ok(game) = self.game_handle(game) {
            drop(game.send_surely(Message::Poke).await);
        }
    }

    /// Loads the games whose deadline only a node may have known that has gone.
    pub(super) async fn cover_deadlines(&self) {
        let known = self.known_deadlines();
        let mut page = Page::first(Page::MAX);
        loop {
            let games = match self.store().live_games(page).await {
                Ok(games) => games,
                Err(error) => {
                    tracing::warn!(%error, "games of a node that has gone could not be read");
                    return;
                }
            };
            let Some(last) = games.last() else {
                return;
            };
            page = Page::after(last, Page::MAX);
            let is_due = |game: &&Summary| {
                game.clock != Clock::Untimed
                    && self.nodes().is_mine(&game.game)
                    && !self.is_awake(&game.game)
                    && !known.contains(&game.game)
            };
            let due: Vec<GameId> = games
                .iter()
                .filter(is_due)
                .map(|game| game.game.clone())
                .collect();
            // A game for which there is no room now is looked at when somebody comes.
            drop(self.try_resume(due).await);
        }
    }
}

fn has_computer(summary: &Summary) -> bool {
    let sitters = Seat::BOTH
        .into_iter()
        .filter_map(|seat| summary.seats[seat].as_ref());
    sitters
        .into_iter()
        .any(|sitter| Occupant::of(&sitter.player).is_computer())
}
