//! What follows from what is stored: counts, the lobby and rematches.

use std::sync::atomic::Ordering;

use session::{Change, Created, GameId, Record, Session};

use super::Host;
use crate::Cancel;
use crate::game_context::Consequences;
use crate::lobby::LobbyChange;

impl Consequences for Host {
    fn note(&self, session: &Session, records: &[Record]) {
        for record in records {
            match &record.change {
                Change::Acted { .. } => {
                    self.0.counters.actions.fetch_add(1, Ordering::Relaxed);
                }
                Change::Ended { .. } => self.note_end(session),
                Change::Created(_)
                | Change::Sat { .. }
                | Change::Proposed { .. }
                | Change::Declined { .. }
                | Change::Withdrawn { .. }
                | Change::TakenBack { .. }
                | Change::Gone { .. }
                | Change::Back { .. }
                | Change::Resumed { .. }
                | Change::RematchAgreed { .. } => {}
            }
        }
    }

    /// The lobby does not hear of a game it never listed: its id is the link to it.
    fn note_end(&self, session: &Session) {
        let running = &self.0.counters.running;
        let less = |count: u64| Some(count.saturating_sub(1));
        // The closure never gives `None`, so this cannot fail.
        let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.thinking().forget(session.id());
        if !session.created().unlisted {
            let change = LobbyChange::GameEnded {
                game: session.id().clone(),
            };
            self.lobby().publish(self.n_running(), change);
        }
    }

    fn announce_rematch(&self, rematch: Created) {
        let host = self.clone();
        tokio::spawn(async move { host.announce(&rematch.game, &rematch.seats).await });
    }

    fn unconfirmed(&self, game: &GameId) {
        self.note_unconfirmed(game);
    }

    fn begin_rematch(&self, session: &Session) {
        if let Some(created) = session.rematch() {
            let host = self.clone();
            tokio::spawn(async move {
                if let Err(error) = host.begin(created).await {
                    tracing::error!(%error, "a rematch could not begin");
                }
            });
        }
    }

    fn ask_computers(&self, session: &Session, act: Option<Cancel>, answer: Cancel) {
        self.let_computers_act(session, act, answer);
    }
}
