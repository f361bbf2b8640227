//! From records to a session.

use rules::{AnyGame, BySeat, Judged};

use crate::examine::Effect;
use crate::{Change, Ending, Millis, Played, Record, ReplayError, Session};

const OTHER_EFFECT: ReplayError = ReplayError::Impossible {
    what: "the effect belongs to another record",
};

impl Session {
    /// Adds a record.
    ///
    /// Records of [`Session::decide`] always fit. Others are examined: a record which `decide` would
    /// never have made at this point does not fit, whatever it claims.
    ///
    /// # Errors
    /// The record does not fit; the session stays as it was.
    pub fn evolve(&mut self, record: &Record) -> Result<(), ReplayError> {
        ReplayError::check_frame(record, self.seq, self.last_at)?;
        let effect = self.examine(record)?;
        self.add(record, effect)
    }

    /// Adds a record that fits, and whose effect is known.
    ///
    /// # Errors
    /// The effect is not that of the record; the session stays as it was.
    pub(crate) fn add(&mut self, record: &Record, effect: Effect) -> Result<(), ReplayError> {
        let (at, change) = (record.at, &record.change);
        match effect {
            Effect::Acted(judged) => self.settle_action(at, change, judged)?,
            Effect::TakenBack(game) => self.settle_takeback(at, change, game)?,
            Effect::None => self.settle(at, change)?,
        }
        self.seq += 1;
        self.last_at = at;
        if let (Some(player), Some(tag)) = (&record.by, &record.tag) {
            self.recent_requests
                .remember(player.clone(), tag.clone(), record.seq);
        }
        Ok(())
    }

    fn settle(&mut self, at: Millis, change: &Change) -> Result<(), ReplayError> {
        match change {
            Change::Created(_) | Change::Acted { .. } | Change::TakenBack { .. } => {
                return Err(OTHER_EFFECT);
            }
            Change::Sat { seat, sitter } => {
                self.seating.sitters[*seat] = Some(sitter.clone());
                self.start_clock_if_seated(at);
            }
            Change::Proposed { seat, proposal } => self.proposals.propose(*seat, *proposal),
            Change::Declined { seat, proposal } => self.proposals.remove(!*seat, *proposal),
            Change::Withdrawn { seat, proposal } => self.proposals.remove(*seat, *proposal),
            Change::Ended { ending } => self.settle_end(at, ending),
            Change::RematchAgreed { game } => {
                self.proposals.clear();
                self.rematch = Some(game.clone());
            }
            Change::Gone { seat } => self.seating.gone[*seat] = Some(at),
            Change::Back { seat } => self.seating.gone[*seat] = None,
            Change::Resumed { since } => {
                self.clocks.forgive(at - *since);
                self.seating.restart_grace(at);
            }
        }
        Ok(())
    }

    /// Whether enough has been played for a clock to run.
    fn runs_clocks(&self) -> bool {
        self.played().len() >= self.created.clock_start.n_actions()
    }

    fn settle_end(&mut self, at: Millis, ending: &Ending) {
        self.clocks.stop(at);
        self.proposals.clear();
        self.seating.gone = BySeat::default();
        self.ending = Some(ending.clone());
    }

    fn settle_action(
        &mut self,
        at: Millis,
        change: &Change,
        judged: Judged,
    ) -> Result<(), ReplayError> {
        let Change::Acted { seat, .. } = *change else {
            return Err(OTHER_EFFECT);
        };
        let played = Played {
            seat,
            action: judged.action,
            notation: judged.notation,
            at,
            left: None,
        };
        self.board.push(played, judged.step);
        self.proposals.acted(seat);
        match self.game().status().to_act() {
            Some(next) if self.runs_clocks() => self.clocks.pass(at, next),
            Some(_) => {}
            None => self.clocks.stop(at),
        }
        let left = self.clocks.read(at).left.map(|left| left[seat]);
        if let Some(played) = self.board.last_mut() {
            played.left = left;
        }
        Ok(())
    }

    fn settle_takeback(
        &mut self,
        at: Millis,
        change: &Change,
        game: Box<dyn AnyGame>,
    ) -> Result<(), ReplayError> {
        let Change::TakenBack { to } = *change else {
            return Err(OTHER_EFFECT);
        };
        self.board.truncate(to as usize, game);
        self.proposals.clear();
        self.clocks.stop(at);
        let to_act = self.game().status().to_act();
        if let (Some(seat), true) = (to_act, self.runs_clocks()) {
            self.clocks.start(at, seat);
        }
        Ok(())
    }
}
