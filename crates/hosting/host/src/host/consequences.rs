//! What follows from what is stored: counts, the lobby and rematches.

use std::sync::atomic::Ordering;

use session::{Change, Record, Session};

use super::Host;
use crate::lobby::LobbyChange;

impl Host {
    /// Draws consequences of what is stored now.
    pub(crate) fn note(&self, session: &Session, records: &[Record]) {
        for record in records {
            match &record.change {
                Change::Acted { .. } => {
                    self.0.counters.actions.fetch_add(1, Ordering::Relaxed);
                }
                Change::Ended { .. } => self.note_end(session),
                Change::RematchAgreed { .. } => self.begin_rematch(session),
                Change::Created(_)
                | Change::Sat { .. }
                | Change::Proposed { .. }
                | Change::Declined { .. }
                | Change::Withdrawn { .. }
                | Change::TakenBack { .. }
                | Change::Gone { .. }
                | Change::Back { .. }
                | Change::Resumed { .. } => {}
            }
        }
    }

    /// A game is no longer being played. The lobby does not hear of one it never listed: its id is the link to it.
    pub(crate) fn note_end(&self, session: &Session) {
        let running = &self.0.counters.running;
        let less = |count: u64| Some(count.saturating_sub(1));
        // The closure never gives `None`, so this cannot fail.
        let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        if !session.created().unlisted {
            let change = LobbyChange::GameEnded(session.id().clone());
            self.lobby().publish(self.n_running(), change);
        }
    }

    /// Begins the agreed rematch; after a crash in between, again when the old game is looked at.
    pub(crate) fn begin_rematch(&self, session: &Session) {
        if let Some(created) = session.rematch() {
            let host = self.clone();
            tokio::spawn(async move {
                if let Err(error) = host.begin(created).await {
                    tracing::error!(%error, "a rematch could not begin");
                }
            });
        }
    }
}
