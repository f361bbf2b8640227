//! While the game goes on: moves, promotions, and players who think that it is over.

use rules::Seat;

use crate::session::{Moved, Phase, Work};
use crate::{Arrival, Effect, Ending, Fault, Message, Request, Session, Square, Verdict};

impl Moved {
    fn action(&self) -> String {
        let letter = self.kind.map(crate::Kind::letter);
        let squares = format!("{}{}", self.from.name(), self.to.name());
        squares.chars().chain(letter).collect()
    }

    /// What the opponent is told, in one piece.
    fn lines(&self) -> String {
        let (from, to) = (self.from, self.to);
        let moved = Some(Message::Move { from, to });
        let promotion = self.kind.map(|kind| Message::Promotion { kind, at: to });
        let messages = moved.into_iter().chain(promotion);
        messages.map(|message| format!("{message}\n")).collect()
    }

    /// What is wrong if the host refuses it.
    fn fault(&self) -> Fault {
        match self.kind {
            None => Fault::Move,
            Some(_) => Fault::Promotion,
        }
    }
}

impl Session {
    /// Serves the player on move, after whatever concerns both.
    pub(crate) fn turn(&mut self, mover: Seat, promoting: Option<(Square, Square)>) -> bool {
        let leaver = Seat::BOTH.into_iter().find(|seat| self.leaves(*seat));
        if let Some(seat) = leaver {
            self.leave(seat);
            return true;
        }
        if promoting.is_none() && self.players[mover].votes() {
            return self.vote_on_move(mover);
        }
        let Some(Arrival::Asked(request)) = self.players[mover].take() else {
            return false;
        };
        let fault = match promoting {
            None => self.moves(mover, request),
            Some((from, to)) => self.promotes(mover, (from, to), request),
        };
        if let Err(fault) = fault {
            self.fault(mover, fault);
        }
        true
    }

    /// A player may leave at any time, but not before its earlier lines have been read.
    fn leaves(&self, seat: Seat) -> bool {
        let next = self.players[seat].next();
        matches!(next, Some(Arrival::Left | Arrival::Asked(Request::Leave)))
    }

    /// The player on move thinks that the game is over. If the other one does, too, it is; there are
    /// clients that see mates where there are none. If the other one has played on, they must part.
    fn vote_on_move(&mut self, mover: Seat) -> bool {
        match self.players[!mover].next() {
            None => return false,
            Some(Arrival::Asked(Request::Complaint)) => {
                self.players[!mover].take();
            }
            Some(_) if self.players[!mover].votes() => {
                self.effect(Effect::End(Ending::Agreed));
                self.vote();
            }
            Some(_) => self.part(mover),
        }
        true
    }

    /// One player thinks that the game is over and the other one plays on: they cannot go on together.
    pub(crate) fn part(&mut self, voter: Seat) {
        self.dismiss_both();
        self.close();
        self.effect(Effect::End(Ending::Left(voter)));
    }

    fn moves(&mut self, mover: Seat, request: Request) -> Result<(), Fault> {
        let (from, to) = match request {
            Request::Move(squares) => squares?,
            Request::Complaint => return Ok(()),
            // A vote that can be read never comes here: it waits for the other player's.
            Request::Replay(vote) => return vote.map(drop),
            Request::Promotion(_) | Request::Leave | Request::Unknown => {
                return Err(Fault::Unexpected);
            }
        };
        self.play(Moved {
            seat: mover,
            from,
            to,
            kind: None,
        });
        Ok(())
    }

    fn promotes(
        &mut self,
        mover: Seat,
        (from, to): (Square, Square),
        request: Request,
    ) -> Result<(), Fault> {
        let (kind, at) = match request {
            Request::Promotion(choice) => choice?,
            Request::Complaint => return Ok(()),
            Request::Move(_) | Request::Replay(_) | Request::Leave | Request::Unknown => {
                return Err(Fault::Unexpected);
            }
        };
        if at.is_some_and(|at| at != to) {
            return Err(Fault::Promotion);
        }
        self.play(Moved {
            seat: mover,
            from,
            to,
            kind: Some(kind),
        });
        Ok(())
    }

    fn play(&mut self, moved: Moved) {
        self.phase = Phase::Working(Work::Move(moved));
        self.effect(Effect::Play {
            seat: moved.seat,
            action: moved.action(),
        });
    }

    /// Goes on after the host has judged a move.
    pub(crate) fn after_judgement(&mut self, moved: Moved, verdict: Verdict) {
        let Moved { seat, from, to, .. } = moved;
        let waiting = moved.kind.is_some().then_some((from, to));
        let (mover, promoting) = match (verdict, moved.kind) {
            (Verdict::Refused, _) | (Verdict::NeedsPromotion, Some(_)) => {
                self.phase = Phase::Playing {
                    mover: seat,
                    promoting: waiting,
                };
                return self.fault(seat, moved.fault());
            }
            // The move is told, and played, when the promotion is known.
            (Verdict::NeedsPromotion, None) => (Some(seat), Some((from, to))),
            (Verdict::Played { to_act }, _) => (to_act, None),
        };
        self.players[seat].retry_by = None;
        if self.players[!seat].votes() {
            return self.part(!seat);
        }
        if promoting.is_none() {
            self.effect(Effect::Send {
                seat: !seat,
                lines: moved.lines(),
            });
        }
        match mover {
            Some(mover) => self.phase = Phase::Playing { mover, promoting },
            None => self.vote(),
        }
    }
}
