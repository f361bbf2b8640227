//! The pieces that each side has captured, which a game's page shows.
//!
//! Nobody keeps what every action did, so the first page of a game replays it. What was found is cached, and a later
//! page replays only what was played since.

use std::sync::{Mutex, PoisonError};

use rules::{AnyGame, BySeat, Seat};
use server::{Idle, IdleMap};
use session::{GameId, Session};
use wisconsin::Kind;

use crate::replay;

/// Captured pieces of recently seen games.
#[derive(Default)]
pub(crate) struct CaptureCache(IdleMap<GameId, Entry>);

/// One game of the cache.
#[derive(Default)]
pub(crate) struct Entry(Mutex<Captures>);

impl Idle for Entry {
    /// A new entry comes to the same, only later.
    fn is_idle(&self) -> bool {
        true
    }
}

/// What was captured in the first actions of a game.
#[derive(Default)]
struct Captures {
    actions: Vec<String>,
    after: Option<Box<dyn AnyGame>>,
    by: BySeat<Vec<Kind>>,
}

impl CaptureCache {
    /// The place of a game in the cache; a new one if the cache is full.
    pub(crate) fn entry(&self, game: &GameId) -> std::sync::Arc<Entry> {
        let cached = self.0.of(game.clone(), Entry::default);
        cached.unwrap_or_default()
    }
}

impl Entry {
    /// What each side has captured so far.
    pub(crate) fn captures(&self, session: &Session) -> BySeat<Vec<Kind>> {
        let mut captures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let played = session.played().iter();
        let is_known = |(known, played): (&String, &session::Played)| *known == played.action;
        // After a takeback the known actions are not those of the game any more.
        let fits = captures.actions.len() <= session.played().len()
            && captures.actions.iter().zip(played).all(is_known);
        if !fits {
            *captures = Captures::default();
        }
        captures.follow(session);
        captures.by.clone()
    }
}

impl Captures {
    fn follow(&mut self, session: &Session) {
        let start = || session.board().start().clone_game();
        let mut game = self.after.take().unwrap_or_else(start);
        for played in &session.played()[self.actions.len()..] {
            // A stored game always replays; should one not, the page shows less.
            let Ok(step) = game.apply(played.seat, &played.action) else {
                break;
            };
            let events = step.events.typed().unwrap_or_default();
            for seat in Seat::BOTH {
                self.by[seat].extend(replay::captures(events, seat));
            }
            self.actions.push(played.action.clone());
            game = step.game;
        }
        self.after = Some(game);
    }
}
