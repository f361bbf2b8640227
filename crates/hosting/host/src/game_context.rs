//! What the task of one game may use of its host.

use std::sync::Arc;

use rules::Variants;
use session::{GameId, Millis, PlayerId, Record, Session};
use store::Store;
use tokio::sync::mpsc;

use crate::Host;
use crate::game::{Game, Message};
use crate::host::Absence;

/// What the task of one game may use of its host, and nothing else of it.
#[derive(Clone)]
pub(crate) struct GameContext(Host);

impl GameContext {
    pub(crate) fn new(host: Host) -> GameContext {
        GameContext(host)
    }

    pub(crate) fn now(&self) -> Millis {
        self.0.now()
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        self.0.store()
    }

    pub(crate) fn variants(&self) -> &Variants {
        self.0.variants()
    }

    pub(crate) fn started_at(&self) -> Millis {
        self.0.started_at()
    }

    /// When the host was last alive before it started.
    pub(crate) fn last_alive(&self) -> Millis {
        self.0.last_alive()
    }

    /// How often the host did not run, up to now.
    pub(crate) fn n_absences(&self) -> u64 {
        self.0.n_absences()
    }

    pub(crate) fn absences_after(&self, seen: u64) -> Vec<Absence> {
        self.0.absences_after(seen)
    }

    pub(crate) fn is_present(&self, player: &PlayerId) -> bool {
        self.0.is_present(player)
    }

    /// Draws consequences of what is stored now.
    pub(crate) fn note(&self, session: &Session, records: &[Record]) {
        self.0.note(session, records);
    }

    /// A running game was removed.
    pub(crate) fn note_end(&self, session: &Session) {
        self.0.note_end(session);
    }

    pub(crate) fn begin_rematch(&self, session: &Session) {
        self.0.begin_rematch(session);
    }

    /// Lets the computers that sit at the game do what is theirs to do.
    pub(crate) fn ask_computers(&self, session: &Session) {
        self.0.ask_computers(session);
    }

    /// Takes a game that fell asleep off the list, unless a message waits for it.
    pub(crate) fn retire(&self, game: &Game, messages: &mut mpsc::Receiver<Message>) -> bool {
        self.0.retire(game, messages)
    }

    pub(crate) fn forget(&self, game: &Game) {
        self.0.forget(game);
    }

    pub(crate) fn wake_at(&self, deadline: Millis, game: &GameId) {
        self.0.wake_at(deadline, game);
    }
}
