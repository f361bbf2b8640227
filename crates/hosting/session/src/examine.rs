//! Whether a record can follow those before it.

use rules::{AnyGame, Judged, Seat};

use crate::decide::WARM_UP;
use crate::seating::is_name;
use crate::{
    Change, Ending, GameId, Millis, Proposal, Record, ReplayError, Score, Session, Sitter, reason,
};

/// A change that can follow, together with what it comes to. Whatever carries it out needs nothing else.
pub(crate) enum Effect<'r> {
    /// A seat has acted; the judgement has the notation and the board after it.
    Acted {
        seat: Seat,
        judged: Judged,
    },
    /// The board is as it was after so many actions.
    TakenBack {
        to: u32,
        game: Box<dyn AnyGame>,
    },
    Sat {
        seat: Seat,
        sitter: &'r Sitter,
    },
    Renamed {
        seat: Seat,
        name: &'r str,
    },
    Proposed {
        seat: Seat,
        proposal: Proposal,
    },
    /// A proposal is declined or withdrawn.
    ProposalGone {
        proposer: Seat,
        proposal: Proposal,
    },
    Ended {
        ending: &'r Ending,
    },
    RematchAgreed {
        game: &'r GameId,
    },
    Gone {
        seat: Seat,
    },
    Back {
        seat: Seat,
    },
    Resumed {
        since: Millis,
    },
}

impl Effect<'_> {
    /// Whether clocks are started, stopped or set by it.
    pub(crate) fn concerns_clocks(&self) -> bool {
        match self {
            Effect::Acted { .. }
            | Effect::TakenBack { .. }
            | Effect::Sat { .. }
            | Effect::Ended { .. }
            | Effect::Resumed { .. } => true,
            Effect::Renamed { .. }
            | Effect::Proposed { .. }
            | Effect::ProposalGone { .. }
            | Effect::RematchAgreed { .. }
            | Effect::Gone { .. }
            | Effect::Back { .. } => false,
        }
    }
}

type Examined = Result<(), ReplayError>;

impl Session {
    /// Finds out whether a record can be the next one, and what it comes to.
    pub(crate) fn examine<'r>(&self, record: &'r Record) -> Result<Effect<'r>, ReplayError> {
        let (at, change) = (record.at, &record.change);
        let must_end = self.ending.is_none() && self.game().status().to_act().is_none();
        let ends = matches!(change, Change::Ended { .. });
        require(!must_end || ends, "the rules had ended the game")?;
        self.examine_author(record)?;
        match change {
            Change::Created(_) => Err(ReplayError::NotCreated),
            Change::Acted { seat, action } => self.examine_action(at, *seat, action),
            Change::TakenBack { to } => self.examine_takeback(at, *to),
            Change::Sat { seat, sitter } => {
                require(self.ending.is_none(), "the game was over")?;
                require(self.seating.sitters[*seat].is_none(), "the seat was taken")?;
                require(is_name(&sitter.name), "this is not a name")?;
                let seat = *seat;
                Ok(Effect::Sat { seat, sitter })
            }
            Change::Renamed { seat, name } => {
                require(self.ending.is_none(), "the game was over")?;
                let is_taken = self.seating.sitters[*seat].is_some();
                require(is_taken && is_name(name), "nobody could be named like this")?;
                Ok(Effect::Renamed { seat: *seat, name })
            }
            Change::Proposed { seat, proposal } => {
                let (seat, proposal) = (*seat, *proposal);
                let may = self.may_propose(at, proposal).is_ok();
                let first = self.proposals.pending_of(seat, proposal.kind()).is_none();
                require(may && first, "this could not be proposed")?;
                Ok(Effect::Proposed { seat, proposal })
            }
            Change::Declined { seat, proposal } => self.examine_pending(!*seat, *proposal),
            Change::Withdrawn { seat, proposal } => self.examine_pending(*seat, *proposal),
            Change::Ended { ending } => {
                let can = self.ending.is_none() && self.can_end(record, ending);
                require(can, "it could not end like this")?;
                Ok(Effect::Ended { ending })
            }
            Change::RematchAgreed { game } => {
                let proposed = self.is_proposed(Proposal::Rematch);
                require(proposed, "nobody had proposed a rematch")?;
                require(*game == self.id().rematch(), "a rematch has another name")?;
                Ok(Effect::RematchAgreed { game })
            }
            Change::Gone { seat } => {
                let was_there = self.seating.gone[*seat].is_none();
                require(was_there && self.ending.is_none(), "nobody could go")?;
                Ok(Effect::Gone { seat: *seat })
            }
            Change::Back { seat } => {
                let was_gone = self.seating.gone[*seat].is_some();
                require(was_gone, "nobody could come back")?;
                Ok(Effect::Back { seat: *seat })
            }
            Change::Resumed { since } => {
                let pause = self.clocks_at..=at;
                require(pause.contains(since), "the pause was at another time")?;
                Ok(Effect::Resumed { since: *since })
            }
        }
    }

    /// What a seat does is done by its player, and nobody else decides what happens around the
    /// game.
    fn examine_author(&self, record: &Record) -> Examined {
        let holds = |seat: Seat| {
            let author = record.by.as_ref();
            author.is_some_and(|player| self.seating.holds(seat, player))
        };
        let is_right = match &record.change {
            Change::Sat { sitter, .. } => record.by.as_ref() == Some(&sitter.player),
            Change::Acted { seat, .. }
            | Change::Proposed { seat, .. }
            | Change::Declined { seat, .. }
            | Change::Withdrawn { seat, .. } => holds(*seat),
            Change::TakenBack { .. } | Change::RematchAgreed { .. } => {
                Seat::BOTH.into_iter().any(holds)
            }
            Change::Renamed { .. }
            | Change::Gone { .. }
            | Change::Back { .. }
            | Change::Resumed { .. } => record.by.is_none(),
            Change::Created(_) | Change::Ended { .. } => true,
        };
        require(is_right, "this player could not do it")
    }

    fn examine_action<'r>(
        &self,
        at: Millis,
        seat: Seat,
        action: &str,
    ) -> Result<Effect<'r>, ReplayError> {
        require(self.running(at).is_ok(), "the game did not run")?;
        let judged = self.game().play(seat, action);
        let judged = judged.map_err(ReplayError::Refused)?;
        // A decision writes the action text, never another spelling of it.
        require(
            judged.action == *action,
            "this is not how the action is stored",
        )?;
        Ok(Effect::Acted { seat, judged })
    }

    fn examine_takeback<'r>(&self, at: Millis, to: u32) -> Result<Effect<'r>, ReplayError> {
        let proposal = Proposal::Takeback { to };
        let may = self.may_propose(at, proposal).is_ok();
        let proposed = may && self.is_proposed(proposal);
        require(proposed, "nobody had proposed this takeback")?;
        let game = self.board.game_after(to as usize);
        let game = game.map_err(ReplayError::Refused)?;
        Ok(Effect::TakenBack { to, game })
    }

    fn examine_pending<'r>(
        &self,
        proposer: Seat,
        proposal: Proposal,
    ) -> Result<Effect<'r>, ReplayError> {
        let pending = self.proposals.is_pending(proposer, proposal);
        require(pending, "nobody had proposed this")?;
        Ok(Effect::ProposalGone { proposer, proposal })
    }

    fn is_proposed(&self, proposal: Proposal) -> bool {
        let mut seats = Seat::BOTH.iter();
        seats.any(|&seat| self.proposals.is_pending(seat, proposal))
    }

    /// Whether a game can end like this because a player has left it for good.
    fn can_be_left(&self, at: Millis, ending: &Ending) -> bool {
        let sitters = [&self.seating.sitters.white, &self.seating.sitters.black];
        let [white, black] = sitters.map(|sitter| sitter.as_ref().map(|sitter| &sitter.player));
        let is_won = ending.winner().is_some() && ending.reason == reason::ABANDONMENT;
        is_won && white != black && self.running(at).is_ok()
    }

    /// Whether the game can end like this at this point.
    fn can_end(&self, record: &Record, ending: &Ending) -> bool {
        if let Some(outcome) = self.game().status().outcome() {
            return Ending::from(outcome.clone()) == *ending;
        }
        let Some(author) = &record.by else {
            return self.flag_fall(record.at).as_ref() == Some(ending)
                || self.can_be_left(record.at, ending);
        };
        let is_draw = ending.score == Score::Draw;
        let mut seats = self.seating.of(author);
        match &ending.reason {
            reason if *reason == reason::ABORTED => {
                *ending == Ending::ABORTED && self.played().len() < WARM_UP
            }
            reason if *reason == reason::RESIGNATION => {
                self.running(record.at).is_ok() && seats.any(|seat| ending.winner() == Some(!seat))
            }
            reason if *reason == reason::DRAW_AGREEMENT => {
                is_draw && seats.any(|seat| self.proposals.is_pending(!seat, Proposal::Draw))
            }
            reason if *reason == reason::ABANDONMENT => seats.any(|seat| {
                let wins = ending.winner() == Some(seat) && self.game().can_win(seat);
                (wins || is_draw) && self.claim(record.at, seat).is_ok()
            }),
            _ => false,
        }
    }
}

fn require(fits: bool, what: &'static str) -> Examined {
    match fits {
        true => Ok(()),
        false => Err(ReplayError::Impossible { what }),
    }
}
