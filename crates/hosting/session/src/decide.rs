//! From a command to what it changes.

use rules::{Refusal, Seat};

use crate::plan::{Acted, Decision};
use crate::refusal::SessionRefusal;
use crate::seating::is_name;
use crate::{Ask, Change, Ending, Millis, PlayerId, Proposal, Report, Session, Sitter, reason};

type Decided = Result<Decision, Refusal>;

/// Before this many actions a game can be called off, and no clock runs: a player who has just been
/// paired may still be on the way to the board.
pub(crate) const WARM_UP: usize = 2;

impl Session {
    pub(crate) fn report(&self, now: Millis, report: &Report) -> Vec<Change> {
        if self.ending.is_some() {
            return Vec::new();
        }
        match report {
            Report::Tick => self.flag_fall(now).into_iter().map(ended).collect(),
            Report::Resume { since } => {
                let since = (*since).max(self.clocks_at);
                let matters = since < now && self.is_waiting();
                matters
                    .then_some(Change::Resumed { since })
                    .into_iter()
                    .collect()
            }
            Report::Gone { player } => self.presence(player, |is_gone, seat| {
                (!is_gone).then_some(Change::Gone { seat })
            }),
            Report::Back { player } => self.presence(player, |is_gone, seat| {
                is_gone.then_some(Change::Back { seat })
            }),
            Report::Renamed { player, name } => self.renamed(player, name),
            Report::Left { player } => self.left(now, player).into_iter().map(ended).collect(),
        }
    }

    /// Whether time that passes makes a difference to anybody.
    fn is_waiting(&self) -> bool {
        let is_gone = |&seat: &Seat| self.seating.gone[seat].is_some();
        self.deadline().is_some() || Seat::BOTH.iter().any(is_gone)
    }

    /// Where nothing can be claimed, coming and going is nobody's business.
    fn presence(
        &self,
        player: &PlayerId,
        change: impl Fn(bool, Seat) -> Option<Change>,
    ) -> Vec<Change> {
        if self.created.grace.is_none() {
            return Vec::new();
        }
        self.seating
            .of(player)
            .filter_map(|seat| change(self.seating.gone[seat].is_some(), seat))
            .collect()
    }

    /// What others cannot be shown, and what they are shown already, changes nothing.
    fn renamed(&self, player: &PlayerId, name: &str) -> Vec<Change> {
        let is_new = |seat: &Seat| {
            let sitter = self.seating.sitters[*seat].as_ref();
            is_name(name) && sitter.is_some_and(|sitter| sitter.name != name)
        };
        let seats = self.seating.of(player).filter(is_new);
        let renamed = seats.map(|seat| Change::Renamed {
            seat,
            name: name.to_owned(),
        });
        renamed.collect()
    }

    /// How a running game ends when a player leaves it for good.
    fn left(&self, now: Millis, player: &PlayerId) -> Option<Ending> {
        self.running(now).ok()?;
        let mut seats = self.seating.of(player);
        match (seats.next(), seats.next()) {
            (Some(seat), None) => Some(Ending::win(!seat, reason::ABANDONMENT)),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// How the game ends if a clock has run out.
    pub(crate) fn flag_fall(&self, now: Millis) -> Option<Ending> {
        let flagged = self.clocks.read(now).running?;
        if self.clocks.flag_at()? > now {
            return None;
        }
        Some(if self.game().can_win(!flagged) {
            Ending::win(!flagged, reason::TIMEOUT)
        } else {
            Ending::draw(reason::TIMEOUT_INSUFFICIENT_MATERIAL)
        })
    }

    pub(crate) fn ask(
        &self,
        now: Millis,
        player: &PlayerId,
        seat: Option<Seat>,
        ask: &Ask,
    ) -> Decided {
        match (ask, self.seat_of(player, seat)) {
            (Ask::Sit { seat, name }, _) => self.sit(player, *seat, name),
            (_, None) => Err(SessionRefusal::NotSeated.into()),
            (Ask::Act { action, after }, Some(seat)) => self.act(now, seat, action, *after),
            (ask, Some(seat)) => {
                self.may_ask(now, seat, ask)?;
                Ok(self
                    .granted(seat, ask)
                    .into_iter()
                    .collect::<Vec<_>>()
                    .into())
            }
        }
    }

    /// Whether a seat may ask for this now, besides sitting down and acting. Nothing is made for it, so that clients
    /// can be told which buttons work.
    pub(crate) fn may_ask(&self, now: Millis, seat: Seat, ask: &Ask) -> Result<(), SessionRefusal> {
        match *ask {
            Ask::Sit { .. } => Err(SessionRefusal::AlreadySeated),
            Ask::Act { .. } => self.running(now),
            Ask::Propose { proposal } => self.may_propose_now(now, seat, proposal),
            Ask::Accept { proposal } => self.may_accept(now, seat, proposal),
            Ask::Decline { proposal } => self.pending(!seat, proposal),
            Ask::Withdraw { proposal } => self.pending(seat, proposal),
            Ask::Resign => self.running(now),
            Ask::Abort => self.may_abort(),
            Ask::ClaimWin => {
                self.claim(now, seat)?;
                match self.game().can_win(seat) {
                    true => Ok(()),
                    false => Err(SessionRefusal::CannotWin),
                }
            }
            Ask::ClaimDraw => self.claim(now, seat),
        }
    }

    /// What changes when a seat gets what it may ask for.
    fn granted(&self, seat: Seat, ask: &Ask) -> Option<Change> {
        Some(match *ask {
            Ask::Sit { .. } | Ask::Act { .. } => return None,
            Ask::Propose { proposal } => match self.proposals.is_pending(!seat, proposal) {
                true => self.accepted(proposal),
                false => Change::Proposed { seat, proposal },
            },
            Ask::Accept { proposal } => self.accepted(proposal),
            Ask::Decline { proposal } => Change::Declined { seat, proposal },
            Ask::Withdraw { proposal } => Change::Withdrawn { seat, proposal },
            Ask::Resign => ended(Ending::win(!seat, reason::RESIGNATION)),
            Ask::Abort => ended(Ending::ABORTED),
            Ask::ClaimWin => ended(Ending::win(seat, reason::ABANDONMENT)),
            Ask::ClaimDraw => ended(Ending::draw(reason::ABANDONMENT)),
        })
    }

    fn not_over(&self) -> Result<(), SessionRefusal> {
        match self.ending {
            Some(_) => Err(SessionRefusal::GameOver),
            None => Ok(()),
        }
    }

    /// Both sit, nothing has ended, and no flag has fallen.
    pub(crate) fn running(&self, now: Millis) -> Result<(), SessionRefusal> {
        self.not_over()?;
        if !self.seating.is_full() {
            return Err(SessionRefusal::NotStarted);
        }
        match self.flag_fall(now) {
            Some(_) => Err(SessionRefusal::TimeUp),
            None => Ok(()),
        }
    }

    fn pending(&self, seat: Seat, proposal: Proposal) -> Result<(), SessionRefusal> {
        match self.proposals.is_pending(seat, proposal) {
            true => Ok(()),
            false => Err(SessionRefusal::NoProposal),
        }
    }

    fn sit(&self, player: &PlayerId, wanted: Option<Seat>, name: &str) -> Decided {
        self.not_over()?;
        if self.seating.of(player).next().is_some() {
            return Err(SessionRefusal::AlreadySeated.into());
        }
        let seat = match wanted {
            Some(seat) if self.seating.sitters[seat].is_some() => {
                return Err(SessionRefusal::SeatTaken.into());
            }
            Some(seat) => seat,
            None => self.seating.first_open().ok_or(SessionRefusal::NoSeat)?,
        };
        if !is_name(name) {
            return Err(SessionRefusal::BadName.into());
        }
        let (player, name) = (player.clone(), name.to_owned());
        let sitter = Sitter {
            player,
            name,
            bot: false,
        };
        Ok(Change::Sat { seat, sitter }.into())
    }

    fn act(&self, now: Millis, seat: Seat, text: &str, after: Option<u32>) -> Decided {
        self.running(now)?;
        if after.is_some_and(|after| after as usize != self.played().len()) {
            return Err(SessionRefusal::Stale.into());
        }
        if self.game().status().to_act() != Some(seat) {
            return Err(SessionRefusal::NotYourTurn.into());
        }
        let judged = self.game().play(seat, text)?;
        Ok(Decision::Acted(Acted { seat, judged }))
    }

    /// Whether a seat may make this proposal now. One that the opponent has made already is agreed to.
    fn may_propose_now(
        &self,
        now: Millis,
        seat: Seat,
        proposal: Proposal,
    ) -> Result<(), SessionRefusal> {
        self.may_propose(now, proposal)?;
        let kind = proposal.kind();
        match self.proposals.pending_of(!seat, kind) {
            Some(theirs) if theirs == proposal => return Ok(()),
            Some(_) => return Err(SessionRefusal::ProposalPending),
            None => {}
        }
        if self.proposals.pending_of(seat, kind).is_some() {
            return Err(SessionRefusal::ProposalPending);
        }
        match self.proposals.is_spent(seat, kind) {
            true => Err(SessionRefusal::ProposalTooSoon),
            false => Ok(()),
        }
    }

    /// Whether the moment is right for such a proposal of either seat.
    pub(crate) fn may_propose(
        &self,
        now: Millis,
        proposal: Proposal,
    ) -> Result<(), SessionRefusal> {
        match proposal {
            Proposal::Draw => self.running(now),
            Proposal::Takeback { to } => {
                self.running(now)?;
                match (to as usize) < self.played().len() {
                    true => Ok(()),
                    false => Err(SessionRefusal::NothingToTakeBack),
                }
            }
            Proposal::Rematch if self.ending.is_none() => Err(SessionRefusal::NotOver),
            Proposal::Rematch if !self.seating.is_full() => Err(SessionRefusal::NotStarted),
            Proposal::Rematch if self.rematch.is_some() => Err(SessionRefusal::RematchAgreed),
            Proposal::Rematch => Ok(()),
        }
    }

    fn may_accept(
        &self,
        now: Millis,
        seat: Seat,
        proposal: Proposal,
    ) -> Result<(), SessionRefusal> {
        self.pending(!seat, proposal)?;
        self.may_propose(now, proposal)
    }

    fn accepted(&self, proposal: Proposal) -> Change {
        match proposal {
            Proposal::Draw => ended(Ending::draw(reason::DRAW_AGREEMENT)),
            Proposal::Takeback { to } => Change::TakenBack { to },
            Proposal::Rematch => Change::RematchAgreed {
                game: self.id().rematch(),
            },
        }
    }

    fn may_abort(&self) -> Result<(), SessionRefusal> {
        self.not_over()?;
        match self.played().len() < WARM_UP {
            true => Ok(()),
            false => Err(SessionRefusal::TooLateToAbort),
        }
    }

    /// Whether the opponent has been gone for too long.
    pub(crate) fn claim(&self, now: Millis, seat: Seat) -> Result<(), SessionRefusal> {
        self.running(now)?;
        if self.created.grace.is_none() {
            return Err(SessionRefusal::NoClaims);
        }
        if self.played().len() < WARM_UP {
            return Err(SessionRefusal::AbortInstead);
        }
        match self.claimable_at(!seat) {
            None => Err(SessionRefusal::OpponentPresent),
            Some(moment) if moment > now => Err(SessionRefusal::GraceRunning),
            Some(_) => Ok(()),
        }
    }
}

fn ended(ending: Ending) -> Change {
    Change::Ended { ending }
}
