//! After a game: do both want another one?

use rules::Seat;

use crate::session::{Phase, Work};
use crate::{Arrival, Disconnect, Effect, Fault, Message, Request, Session, Vote};

impl Session {
    /// The game is over; both may vote.
    pub(crate) fn vote(&mut self) {
        let until = self.now + self.settings.vote_patience;
        self.phase = Phase::Voting { until };
    }

    /// Counts one more vote, or everything that is not one.
    pub(crate) fn count(&mut self) -> bool {
        if Seat::BOTH.iter().all(|seat| self.players[*seat].decided()) {
            self.conclude(self.wish());
            return true;
        }
        Seat::BOTH.into_iter().any(|seat| self.ballot(seat))
    }

    /// Another game needs two who want it and are there.
    fn wish(&self) -> Vote {
        let willing = |seat: &Seat| {
            let player = &self.players[*seat];
            player.vote == Some(Vote::Yes) && !player.gone
        };
        match Seat::BOTH.iter().all(willing) {
            true => Vote::Yes,
            false => Vote::No,
        }
    }

    /// Looks at the next thing from a player. What comes after a vote belongs to the next game and waits.
    fn ballot(&mut self, seat: Seat) -> bool {
        let request = match self.players[seat].next() {
            None => return false,
            Some(Arrival::Left | Arrival::Asked(Request::Leave)) => {
                self.players[seat].gone = true;
                self.players[seat].take();
                return true;
            }
            Some(Arrival::Asked(_)) if self.players[seat].decided() => return false,
            Some(Arrival::Asked(request)) => request,
        };
        self.players[seat].take();
        match request {
            Request::Replay(Ok(vote)) => {
                self.players[seat].vote = Some(vote);
                self.players[seat].retry_by = None;
            }
            Request::Replay(Err(fault)) => self.fault(seat, fault),
            Request::Complaint => {}
            Request::Move(_) | Request::Promotion(_) | Request::Leave | Request::Unknown => {
                self.fault(seat, Fault::Unexpected);
            }
        }
        true
    }

    /// Answers the votes. Whoever has not voted may still think that the game goes on, and is told in the
    /// way that is understood there.
    pub(crate) fn conclude(&mut self, vote: Vote) {
        if vote == Vote::Yes {
            return self.again();
        }
        for seat in Seat::BOTH {
            match (self.players[seat].vote, self.settings.disconnect) {
                (Some(_), _) => self.send(seat, Message::Replay(Vote::No)),
                (None, Disconnect::Told) => self.send(seat, Message::Error(6)),
                (None, Disconnect::Closed) => {}
            }
        }
        self.close();
    }

    fn again(&mut self) {
        let Ok(game) = self.settings.variant.start(&self.settings.setup) else {
            return self.conclude(Vote::No);
        };
        self.game = game;
        for seat in Seat::BOTH {
            self.players[seat].forget_game();
        }
        self.phase = Phase::Working(Work::Again);
        self.effect(Effect::Begin);
    }
}
