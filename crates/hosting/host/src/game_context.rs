//! What the task of one game may use.

use std::sync::Arc;

use rules::Variants;
use session::{Created, GameId, Millis, PlayerId, Record, Session};
use store::Store;

use crate::deadline_timer::DeadlineTimer;
use crate::game_list::GameList;
use crate::host::{Absence, Absences, DamagedGames};
use crate::switchboard::Switchboard;
use crate::{Cancel, TimeSource};

/// What the task of one game may use, and nothing else: no lobby, no accounts, no other game.
pub(crate) struct GameContext {
    pub(crate) time: TimeSource,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) variants: Variants,
    /// When the host started.
    pub(crate) started_at: Millis,
    /// When the host was last alive before it started.
    pub(crate) last_alive: Millis,
    pub(crate) absences: Arc<Absences>,
    pub(crate) damaged: Arc<DamagedGames>,
    pub(crate) switchboard: Arc<Switchboard>,
    pub(crate) deadlines: Arc<DeadlineTimer>,
    pub(crate) games: Arc<GameList>,
    pub(crate) consequences: Arc<dyn Consequences>,
}

/// What follows outside of a game from what happens in it.
pub(crate) trait Consequences: Send + Sync {
    /// Draws consequences of what is stored now.
    fn note(&self, session: &Session, records: &[Record]);
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

    /// How often the host did not run, up to now.
    pub(crate) fn n_absences(&self) -> u64 {
        self.absences.count(self.now())
    }

    pub(crate) fn absences_after(&self, seen: u64) -> Vec<Absence> {
        self.absences.after(seen)
    }

    pub(crate) fn is_present(&self, player: &PlayerId) -> bool {
        self.switchboard.is_present(player, self.now())
    }

    pub(crate) fn wake_at(&self, deadline: Millis, game: &GameId) {
        self.deadlines.set(deadline, game.clone());
    }
}
