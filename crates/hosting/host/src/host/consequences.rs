//! What follows from what is stored: counts, the lobby and rematches.

use std::sync::atomic::Ordering;

use rules::Seat;
use session::{Change, Created, GameId, Record, Session};

use super::Host;
use crate::LobbyChange;
use crate::game_context::Consequences;
use crate::{Cancel, PlayerEvent};

impl Host {
    /// Tells both players, wherever they are connected, that their game has ended.
    fn tell_end(&self, session: &Session) {
        let Some(ending) = session.ending() else {
            return;
        };
        for seat in Seat::BOTH {
            if let Some(sitter) = &session.seats()[seat] {
                let (game, ending) = (session.id().clone(), ending.clone());
                self.tell_player(&sitter.player, PlayerEvent::Ended { game, seat, ending });
            }
        }
    }
}

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
                | Change::Renamed { .. }
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
        if self.was_counted(session.id()) {
            let running = &self.0.counters.running;
            let less = |count: u64| Some(count.saturating_sub(1));
            // The closure never gives `None`, so this cannot fail.
            let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
        self.thinking().forget(session.id());
        self.note_result(session);
        self.tell_end(session);
        if !session.created().unlisted {
            let change = LobbyChange::GameEnded {
                game: session.id().clone(),
            };
            self.lobby().publish(self.n_running(), change);
        }
    }

    fn announce_rematch(&self, rematch: Created) {
        let host = self.clone();
        tokio::spawn(async move { host.announce_once(&rematch.game, &rematch.seats).await });
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
