//! From records to a session.

use std::fmt;

use rules::{AnyGame, AnyStep, BySeat, Events, Refusal, Seat};

use crate::decide::WARM_UP;
use crate::examine::Effect;
use crate::{Change, Ending, Millis, Played, Record, Session, VERSION};

/// Why a record cannot follow the records before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The record is of a format this crate does not read.
    Version {
        /// Which.
        found: u32,
    },
    /// The record has another place in the order.
    Sequence {
        /// The place it should have.
        expected: u64,
        /// The place it has.
        found: u64,
    },
    /// The record is earlier than the one before.
    Time,
    /// A game begins with its creation, and only once.
    NotCreated,
    /// The rules of the game do not allow it.
    Refused(Refusal),
    /// This could not happen then.
    Impossible {
        /// What could not.
        what: &'static str,
    },
}

impl Misfit {
    /// Checks what surrounds a change.
    pub(crate) fn check_frame(
        record: &Record,
        expected: u64,
        last_at: Millis,
    ) -> Result<(), Misfit> {
        let found = record.seq;
        match record {
            Record { v, .. } if *v != VERSION => Err(Misfit::Version { found: *v }),
            _ if found != expected => Err(Misfit::Sequence { expected, found }),
            Record { at, .. } if *at < last_at => Err(Misfit::Time),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Version { found } => write!(f, "format {found} is not known here"),
            Misfit::Sequence { expected, found } => {
                write!(f, "record {found} stands where record {expected} should")
            }
            Misfit::Time => write!(f, "it is earlier than the record before"),
            Misfit::NotCreated => write!(f, "a game begins with its creation, and only once"),
            Misfit::Refused(refusal) => write!(f, "{refusal}"),
            Misfit::Impossible { what } => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for Misfit {}

impl Session {
    /// Adds a record.
    ///
    /// Records of [`Session::decide`] always fit. Others are examined: a record which `decide` would
    /// never have made at this point does not fit, whatever it claims.
    ///
    /// # Errors
    /// The record does not fit; the session stays as it was.
    pub fn evolve(&mut self, record: &Record) -> Result<(), Misfit> {
        Misfit::check_frame(record, self.seq, self.last_at)?;
        let effect = self.examine(record)?;
        self.add(record, effect);
        Ok(())
    }

    /// Adds a record that fits, and whose effect is known.
    pub(crate) fn add(&mut self, record: &Record, effect: Effect) {
        self.seq += 1;
        self.last_at = record.at;
        if let (Some(player), Some(tag)) = (&record.by, &record.tag) {
            self.answered
                .remember(player.clone(), tag.clone(), record.seq);
        }
        self.settle(record.at, &record.change, effect);
    }

    fn settle(&mut self, at: Millis, change: &Change, effect: Effect) {
        match (change, effect) {
            (Change::Acted { seat, action }, Effect::Step(step, notation)) => {
                self.settle_action(at, *seat, action, step, notation);
            }
            (Change::TakenBack { to }, Effect::Replayed(game)) => {
                self.settle_takeback(at, *to, game);
            }
            (Change::Sat { seat, sitter }, _) => {
                self.seating.sitters[*seat] = Some(sitter.clone());
            }
            (Change::Proposed { seat, proposal }, _) => self.table.propose(*seat, *proposal),
            (Change::Declined { seat, proposal }, _) => self.table.remove(!*seat, *proposal),
            (Change::Withdrawn { seat, proposal }, _) => self.table.remove(*seat, *proposal),
            (Change::Ended { ending }, _) => self.settle_end(at, ending),
            (Change::RematchAgreed { game }, _) => {
                self.table.clear();
                self.rematch = Some(game.clone());
            }
            (Change::Gone { seat }, _) => self.seating.gone[*seat] = Some(at),
            (Change::Back { seat }, _) => self.seating.gone[*seat] = None,
            (Change::Resumed { since }, _) => {
                self.clocks.forgive(at - *since);
                self.seating.restart_grace(at);
            }
            // Examined records come with the effect that belongs to them.
            (Change::Created(_) | Change::Acted { .. } | Change::TakenBack { .. }, _) => {}
        }
    }

    fn settle_end(&mut self, at: Millis, ending: &Ending) {
        self.clocks.stop(at);
        self.table.clear();
        self.seating.gone = BySeat::default();
        self.ending = Some(ending.clone());
    }

    fn settle_action(
        &mut self,
        at: Millis,
        seat: Seat,
        action: &str,
        step: AnyStep,
        notation: String,
    ) {
        self.game = step.game;
        self.events = step.events;
        self.table.acted(seat);
        self.played.push(Played {
            seat,
            action: action.to_owned(),
            notation,
            at,
            left: None,
        });
        match self.game.status().to_act() {
            Some(next) if self.played.len() >= WARM_UP => self.clocks.pass(at, next),
            Some(_) => {}
            None => self.clocks.stop(at),
        }
        let left = self.clocks.read(at).left.map(|left| left[seat]);
        if let Some(played) = self.played.last_mut() {
            played.left = left;
        }
    }

    fn settle_takeback(&mut self, at: Millis, to: u32, game: Box<dyn AnyGame>) {
        self.game = game;
        self.events = Events::default();
        self.played.truncate(to as usize);
        self.table.clear();
        self.clocks.stop(at);
        if let (Some(seat), true) = (self.game.status().to_act(), self.played.len() >= WARM_UP) {
            self.clocks.start(at, seat);
        }
    }
}
