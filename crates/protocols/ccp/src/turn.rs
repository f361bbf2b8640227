//! While the game goes on: moves, promotions, and players who think that it is over.

use rules::{AnyGame, Seat};

use crate::session::{Phase, Work};
use crate::{Arrival, Effect, Ending, Fault, Kind, Message, Request, Session, Square};

impl Session {
    /// Serves the player on move, after whatever concerns both.
    pub(crate) fn turn(&mut self, promoting: Option<(Square, Square)>) -> bool {
        let Some(mover) = self.game.status().to_act() else {
            self.vote();
            return true;
        };
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
        let action = format!("{}{}", from.name(), to.name());
        let step = self.game.apply(mover, &action);
        let promotes = step.is_err() && self.is_legal(mover, &promotion(&action, Kind::Queen));
        if step.is_err() && !promotes {
            return Err(Fault::Move);
        }
        self.players[mover].retry_by = None;
        if self.players[!mover].votes() {
            self.part(!mover);
            return Ok(());
        }
        match step {
            Ok(step) => self.act(mover, action, step.game, &[Message::Move { from, to }]),
            // The move is told, and played, when the promotion is known.
            Err(_) => {
                self.phase = Phase::Playing {
                    promoting: Some((from, to)),
                }
            }
        }
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
        let action = promotion(&format!("{}{}", from.name(), to.name()), kind);
        let step = self
            .game
            .apply(mover, &action)
            .map_err(|_| Fault::Promotion)?;
        self.players[mover].retry_by = None;
        let lines = [
            Message::Move { from, to },
            Message::Promotion { kind, at: to },
        ];
        self.act(mover, action, step.game, &lines);
        Ok(())
    }

    fn is_legal(&self, seat: Seat, action: &str) -> bool {
        self.game.apply(seat, action).is_ok()
    }

    fn act(&mut self, seat: Seat, action: String, after: Box<dyn AnyGame>, told: &[Message]) {
        self.phase = Phase::Working(Work::Move {
            after,
            receiver: !seat,
            lines: told.iter().map(|message| format!("{message}\n")).collect(),
        });
        self.effect(Effect::Act { seat, action });
    }
}

fn promotion(action: &str, kind: Kind) -> String {
    format!("{action}{}", kind.letter())
}
