//! What follows from what is stored: counts, the lobby and rematches.

use std::sync::atomic::Ordering;

use rules::{BySeat, Seat};
use session::{Change, Created, Ending, GameId, Record, Session, Sitter};

use super::Host;
use crate::LobbyChange;
use crate::game_context::Consequences;
use crate::{Cancel, PlayerEvent};

impl Host {
    /// Tells both players, if they are connected here, that their game has ended.
    fn tell_end(&self, game: &GameId, seats: &BySeat<Option<Sitter>>, ending: Option<&Ending>) {
        let Some(ending) = ending else {
            return;
        };
        for seat in Seat::BOTH {
            if let Some(sitter) = &seats[seat] {
                let (game, ending) = (game.clone(), ending.clone());
                self.tell_here(&sitter.player, PlayerEvent::Ended { game, seat, ending });
            }
        }
    }

    /// A game is over, as another node says.
    pub(crate) fn hear_ended(
        &self,
        game: &GameId,
        seats: &BySeat<Option<Sitter>>,
        ending: Option<&Ending>,
        unlisted: bool,
    ) {
        if self.nodes().ended.is_new(game) {
            self.note_ended(game, seats, ending, unlisted);
        }
    }

    /// Draws the consequences of an end at this node. The lobby does not hear of a game it never listed: its id is the
    /// link to it.
    fn note_ended(
        &self,
        game: &GameId,
        seats: &BySeat<Option<Sitter>>,
        ending: Option<&Ending>,
        unlisted: bool,
    ) {
        if self.was_counted(game) {
            let running = &self.0.counters.running;
            let less = |count: u64| Some(count.saturating_sub(1));
            // The closure never gives `None`, so this cannot fail.
            let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
        self.thinking().forget(game);
        if !unlisted {
            self.note_result(game);
        }
        self.tell_end(game, seats, ending);
        if !unlisted {
            let game = game.clone();
            self.publish_here(LobbyChange::GameEnded { game });
        }
    }
}

impl Consequences for Host {
    fn note(&self, session: &Session, records: &[Record], is_own: bool) {
        let counts = is_own || self.nodes().is_alone();
        for record in records {
            match &record.change {
                Change::Acted { .. } if !counts => {}
                Change::Acted { .. } => {
                    self.0.counters.actions.fetch_add(1, Ordering::Relaxed);
                }
                Change::Ended { .. } if is_own => self.note_end(session),
                Change::Ended { .. } => {
                    let unlisted = session.created().unlisted;
                    self.hear_ended(session.id(), session.seats(), session.ending(), unlisted);
                }
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

    fn note_end(&self, session: &Session) {
        let (game, seats) = (session.id(), session.seats());
        let (ending, unlisted) = (session.ending(), session.created().unlisted);
        self.tell_nodes_ended(game, seats, ending, unlisted);
        self.hear_ended(game, seats, ending, unlisted);
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
                if let Err(error) = host.begin_missing(created).await {
                    tracing::error!(%error, "a rematch could not begin");
                }
            });
        }
    }

    fn ask_computers(&self, session: &Session, act: Option<Cancel>, answer: Cancel) {
        self.let_computers_act(session, act, answer);
    }
}
