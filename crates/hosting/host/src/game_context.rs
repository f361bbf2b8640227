//! What the task of one game may use.

use std::sync::Arc;

use rules::Variants;
use session::{Created, GameId, Millis, PlayerId, Record, Session};
use store::Store;

use crate::deadline_timer::DeadlineTimer;
use crate::game_list::GameList;
use crate::host::{Absence, Absences, DamagedGames};
use crate::nodes::{DEAD, Nodes};
use crate::switchboard::Switchboard;
use crate::{Cancel, TimeSource};

/// What the task of one game may use, and nothing else: no lobby, no accounts, no other game.
pub(crate) struct GameContext {
    pub(crate) time: TimeSource,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) variants: Variants,
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) absences: Arc<Absences>,
    pub(crate) damaged: Arc<DamagedGames>,
    pub(crate) switchboard: Arc<Switchboard>,
    pub(crate) deadlines: Arc<DeadlineTimer>,
    pub(crate) games: Arc<GameList>,
    pub(crate) consequences: Arc<dyn Consequences>,
}

/// What follows outside of a game from what happens in it.
pub(crate) trait Consequences: Send + Sync {
    /// Draws consequences of what is stored now, by this node or by another one.
    fn note(&self, session: &Session, records: &[Record], is_own: bool);
    /// A game is not played any more.
    fn note_end(&self, session: &Session);
    /// The rematch of a game has begun with the agreement on it.
    fn announce_rematch(&self, rematch: Created);
    /// It is not known whether a game has begun.
    fn unconfirmed(&self, game: &GameId);
    /// Begins the rematch that was agreed on, unless it has begun: older versions stored it after the agreement.
    fn begin_rematch(&self, session: &Session);
    /// Lets the computers that sit at the game do what is theirs to do: act, if they have not been asked to, and answer.
    fn ask_computers(&self, session: &Session, act: Option<Cancel>, answer: Cancel);
}

impl GameContext {
    pub(crate) fn now(&self) -> Millis {
        self.time.now()
    }

    /// The time since the shared store was last reached, if it is not reached now as far as the host knows.
    pub(crate) fn outage(&self, now: Millis) -> Option<Absence> {
        self.absences.outage(now)
    }

    /// How often the host did not run, or did not reach the store, up to now.
    pub(crate) fn n_absences(&self, now: Millis) -> u64 {
        self.absences.count(now)
    }

    pub(crate) fn absences_after(&self, seen: u64) -> Vec<Absence> {
        self.absences.after(seen)
    }

    /// Whether a player is connected to this node.
    pub(crate) fn is_present_here(&self, player: &PlayerId) -> bool {
        self.switchboard.is_present(player, self.now())
    }

    /// Those of these players who are connected to no node. If the store cannot say, all others count as there.
    pub(crate) async fn absent(&self, players: Vec<PlayerId>) -> Vec<PlayerId> {
        let away = players
            .into_iter()
            .filter(|player| !self.is_present_here(player));
        let away: Vec<PlayerId> = away.collect();
        if self.nodes.is_alone() || away.is_empty() {
            return away;
        }
        let Ok(elsewhere) = self.store.present(&away, DEAD).await else {
            return Vec::new();
        };
        let is_elsewhere = |player: &PlayerId| {
            let mut elsewhere = elsewhere.iter();
            elsewhere.any(|found| found.player == *player && found.node != *self.nodes.id())
        };
        away.into_iter()
            .filter(|player| !is_elsewhere(player))
            .collect()
    }

    /// How much later than its time something is done that is due in a game: other nodes may be about to do it.
    pub(crate) fn delay(&self, game: &GameId) -> Millis {
        self.nodes.delay(game)
    }

    pub(crate) fn wake_at(&self, deadline: Millis, game: &GameId) {
        self.deadlines
            .set(deadline + self.delay(game), game.clone());
    }
}
