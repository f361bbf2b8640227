//! What follows from what is stored: counts, the lobby, rematches, and answers of computers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rules::Seat;
use session::{Ask, Change, Record, Session};

use super::Host;
use crate::lobby::LobbyChange;

impl Host {
    /// Draws consequences of what is stored now.
    pub(crate) fn note(&self, session: &Session, records: &[Record]) {
        for record in records {
            match &record.change {
                Change::Acted { .. } => {
                    self.0.actions.fetch_add(1, Ordering::Relaxed);
                }
                Change::Ended { .. } => {
                    let running = &self.0.running;
                    let less = |count: u64| Some(count.saturating_sub(1));
                    // The closure never gives `None`, so this cannot fail.
                    let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
                    let change = LobbyChange::GameEnded(session.id().clone());
                    self.lobby().publish(self.n_running(), change);
                }
                Change::RematchAgreed { .. } => self.begin_rematch(session),
                _ => {}
            }
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

    /// Lets a computer think about a position, on one of a few threads.
    pub(crate) fn ask_computer(&self, session: &Session, seat: Seat, level: u8) {
        let Some(computer) = self.computer().cloned() else {
            return;
        };
        let Some(sitter) = session.seats()[seat].clone() else {
            return;
        };
        let (host, id) = (self.clone(), session.id().clone());
        let game = session.game().clone_game();
        let after = u32::try_from(session.played().len()).ok();
        let places = Arc::clone(&self.0.thinking);
        tokio::spawn(async move {
            let Ok(_place) = places.acquire_owned().await else {
                return;
            };
            let choose = move || computer.choose(&*game, seat, level);
            let action = tokio::task::spawn_blocking(choose).await.ok().flatten();
            let ask = match action {
                Some(action) => Ask::Act { action, after },
                None => Ask::Resign,
            };
            if let Err(error) = host.ask(&id, &sitter.player, Some(seat), None, ask).await {
                tracing::debug!(game = %id, %error, "what the computer chose was not played");
            }
        });
    }
}
