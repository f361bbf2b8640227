//! From records to a session.

use rules::{AnyGame, BySeat, Judged, Seat};

use crate::examine::Effect;
use crate::{Ending, Millis, Played, Record, ReplayError, Session};

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
        self.add(record, effect);
        Ok(())
    }

    /// Adds a record that fits, by its effect.
    pub(crate) fn add(&mut self, record: &Record, effect: Effect<'_>) {
        if effect.concerns_clocks() {
            self.clocks_at = record.at;
        }
        self.settle(record.at, effect);
        self.seq += 1;
        self.last_at = record.at;
        if let (Some(player), Some(tag)) = (&record.by, &record.tag) {
            self.recent_requests
                .remember(player.clone(), tag.clone(), record.seq);
        }
    }

    fn settle(&mut self, at: Millis, effect: Effect<'_>) {
        match effect {
            Effect::Acted { seat, judged } => self.settle_action(at, seat, judged),
            Effect::TakenBack { to, game } => self.settle_takeback(at, to, game),
            Effect::Sat { seat, sitter } => {
                self.seating.sitters[seat] = Some(sitter.clone());
                self.start_clock_if_seated(at);
            }
            Effect::Renamed { seat, name } => {
                if let Some(sitter) = &mut self.seating.sitters[seat] {
                    name.clone_into(&mut sitter.name);
                }
            }
            Effect::Proposed { seat, proposal } => self.proposals.propose(seat, proposal),
            Effect::ProposalGone { proposer, proposal } => {
                self.proposals.remove(proposer, proposal);
            }
            Effect::Ended { ending } => self.settle_end(at, ending),
            Effect::RematchAgreed { game } => {
                self.proposals.clear();
                self.rematch = Some(game.clone());
            }
            Effect::Gone { seat } => self.seating.gone[seat] = Some(at),
            Effect::Back { seat } => self.seating.gone[seat] = None,
            Effect::Resumed { since } => {
                self.clocks.forgive(at - since);
                self.seating.restart_grace(at);
            }
        }
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

    fn settle_action(&mut self, at: Millis, seat: Seat, judged: Judged) {
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
    }

    fn settle_takeback(&mut self, at: Millis, to: u32, game: Box<dyn AnyGame>) {
        self.board.truncate(to as usize, game);
        self.proposals.clear();
        self.clocks.stop(at);
        let to_act = self.game().status().to_act();
        if let (Some(seat), true) = (to_act, self.runs_clocks()) {
            self.clocks.start(at, seat);
        }
    }
}
