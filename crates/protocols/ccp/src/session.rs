//! The server's side of one pair of players, from `COLOR` to the last `REPLAY`.
//!
//! The session knows the protocol, not the game: the host judges every move and says whose turn it is.

use std::time::Duration;

use rules::{BySeat, Seat};

use crate::player::Player;
use crate::{Arrival, Disconnect, Fault, Kind, Message, Settings, Square, Vote};

/// What the server is to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Begin a game, then call [`Session::begun`] or [`Session::stop`].
    Begin,
    /// Judge this action and store it, then call [`Session::judged`] or [`Session::unstored`]. The opponent
    /// hears of it only then.
    Play {
        /// Who plays.
        seat: Seat,
        /// The action text.
        action: String,
    },
    /// Send these lines, in one piece.
    Send {
        /// The receiver.
        seat: Seat,
        /// One line or two, with their ends.
        lines: String,
    },
    /// End the stream to this player. What still arrives from it is to be read and thrown away for some
    /// seconds, so that the last line is not lost.
    Close(Seat),
    /// The game has ended for a reason that the rules do not know.
    End(Ending),
}

/// What the host says about an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was legal and is stored.
    Played {
        /// Whose turn it is now; nobody's when the game is over.
        to_act: Option<Seat>,
    },
    /// It is a pawn's move that is legal once the new piece is named.
    NeedsPromotion,
    /// It is not legal. Nothing has changed.
    Refused,
}

/// A legal move that could not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unstored {
    /// It would have ended the game, so its player waits for the answer to a vote.
    LastMove,
    /// The game would have gone on, or nobody knows.
    Move,
}

/// How a game ends apart from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player left, or misbehaved as if it had.
    Left(Seat),
    /// Both players think that the game is over.
    Agreed,
    /// The server cannot go on with it, which is nobody's fault.
    Broken,
}

/// One pair of players. Times are counted from any moment the caller likes.
pub struct Session {
    pub(crate) settings: Settings,
    pub(crate) phase: Phase,
    pub(crate) players: BySeat<Player>,
    pub(crate) now: Duration,
    effects: Vec<Effect>,
}

pub(crate) enum Phase {
    /// Nothing is served until the host has answered.
    Working(Work),
    /// The player on move is served. A pawn may be waiting for its promotion.
    Playing {
        mover: Seat,
        promoting: Option<(Square, Square)>,
    },
    /// Both are served.
    Voting { until: Duration },
    /// Both connections are closed or closing.
    Over,
}

#[derive(Clone, Copy)]
pub(crate) enum Work {
    First,
    Again,
    Move(Moved),
}

/// A move that the host judges.
#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) seat: Seat,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) kind: Option<Kind>,
}

impl Session {
    /// Two players have come; White came first. The first effect is to begin a game.
    pub fn new(settings: Settings, now: Duration) -> (Session, Vec<Effect>) {
        let session = Session {
            settings,
            phase: Phase::Working(Work::First),
            players: BySeat::default(),
            now,
            effects: Vec::new(),
        };
        (session, vec![Effect::Begin])
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Something came from a player.
    pub fn arrived(&mut self, now: Duration, seat: Seat, arrival: Arrival) -> Vec<Effect> {
        self.players[seat].arrived(arrival);
        self.run(now)
    }

    /// The game has begun that the last effect asked for.
    pub fn begun(&mut self, now: Duration, to_act: Seat) -> Vec<Effect> {
        let message: fn(Seat) -> Message = match &self.phase {
            Phase::Working(Work::First) => Message::Color,
            Phase::Working(Work::Again) => |_| Message::Replay(Vote::Yes),
            Phase::Working(Work::Move(_))
            | Phase::Playing { .. }
            | Phase::Voting { .. }
            | Phase::Over => return self.run(now),
        };
        for seat in Seat::BOTH {
            self.send(seat, message(seat));
        }
        self.phase = Phase::Playing {
            mover: to_act,
            promoting: None,
        };
        self.run(now)
    }

    /// The host has judged the action that the last effect asked for.
    pub fn judged(&mut self, now: Duration, verdict: Verdict) -> Vec<Effect> {
        self.now = now;
        if let Phase::Working(Work::Move(moved)) = self.phase {
            self.after_judgement(moved, verdict);
        }
        self.run(now)
    }

    /// The action that the last effect asked for could not be stored, so the session ends.
    pub fn unstored(&mut self, now: Duration, unstored: Unstored) -> Vec<Effect> {
        self.now = now;
        match (&self.phase, unstored) {
            (Phase::Working(Work::Move(moved)), Unstored::LastMove) => {
                // The player who has ended the game knows it and votes, now or in a moment.
                let seat = moved.seat;
                self.send(seat, Message::Replay(Vote::No));
                self.dismiss(!seat);
                self.close();
                self.effect(Effect::End(Ending::Broken));
                std::mem::take(&mut self.effects)
            }
            (_, Unstored::LastMove | Unstored::Move) => self.stop(now),
        }
    }

    /// The server cannot go on with this game. What a player is told, if anything, is what its client waits for
    /// at this moment: anything else would be misunderstood.
    pub fn stop(&mut self, now: Duration) -> Vec<Effect> {
        self.now = now;
        let is_running = match &self.phase {
            Phase::Over => return Vec::new(),
            // Nothing may come before the colour.
            Phase::Working(Work::First) => true,
            Phase::Working(Work::Again) => {
                for seat in Seat::BOTH {
                    self.send(seat, Message::Replay(Vote::No));
                }
                true
            }
            Phase::Working(Work::Move(_)) | Phase::Playing { .. } => {
                self.dismiss_both();
                true
            }
            Phase::Voting { .. } => {
                self.dismiss_both();
                false
            }
        };
        self.close();
        if is_running {
            self.effect(Effect::End(Ending::Broken));
        }
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn dismiss_both(&mut self) {
        for seat in Seat::BOTH {
            self.dismiss(seat);
        }
    }

    /// When [`Session::tick`] is due, if nothing happens before.
    pub fn deadline(&self) -> Option<Duration> {
        let until = match self.phase {
            Phase::Playing { .. } => None,
            Phase::Voting { until } => Some(until),
            Phase::Working(_) | Phase::Over => return None,
        };
        let early_votes = Seat::BOTH.map(|seat| self.players[seat].early_vote_by);
        let retries = Seat::BOTH.map(|seat| self.retry_by(seat));
        let limits = early_votes.into_iter().chain(retries).chain([until]);
        limits.flatten().min()
    }

    /// When something sensible must have followed an error of this player. After a game there is no hurry until
    /// the other player has voted and waits for this one.
    fn retry_by(&self, seat: Seat) -> Option<Duration> {
        match self.phase {
            Phase::Playing { .. } => self.players[seat].retry_by,
            Phase::Voting { .. } if self.players[!seat].decided() => self.players[seat].retry_by,
            Phase::Voting { .. } | Phase::Working(_) | Phase::Over => None,
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) -> Vec<Effect> {
        let due = |limit: Option<Duration>| limit.is_some_and(|limit| limit <= now);
        self.now = now;
        for seat in Seat::BOTH {
            let is_expelled = due(self.retry_by(seat));
            match self.phase {
                Phase::Playing { .. } if due(self.players[seat].early_vote_by) => self.part(seat),
                Phase::Playing { .. } | Phase::Voting { .. } if is_expelled => self.expel(seat),
                Phase::Voting { until } if until <= now => self.conclude(Vote::No),
                Phase::Playing { .. } | Phase::Voting { .. } | Phase::Working(_) | Phase::Over => {}
            }
        }
        self.run(now)
    }

    fn run(&mut self, now: Duration) -> Vec<Effect> {
        self.now = now;
        while self.step() {}
        self.time_early_votes();
        std::mem::take(&mut self.effects)
    }

    /// Serves one thing that has arrived. False when there is nothing to serve.
    fn step(&mut self) -> bool {
        match self.phase {
            Phase::Working(_) | Phase::Over => false,
            Phase::Playing { mover, promoting } => self.turn(mover, promoting),
            Phase::Voting { .. } => self.count(),
        }
    }

    fn time_early_votes(&mut self) {
        let playing = matches!(
            self.phase,
            Phase::Playing { .. } | Phase::Working(Work::Move(_))
        );
        let limit = self.now + self.settings.early_vote_patience;
        for seat in Seat::BOTH {
            let player = &mut self.players[seat];
            let early = playing && player.votes();
            player.early_vote_by = early.then(|| player.early_vote_by.unwrap_or(limit));
        }
    }

    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn send(&mut self, seat: Seat, message: Message) {
        self.effects.push(Effect::Send {
            seat,
            lines: format!("{message}\n"),
        });
    }

    /// Answers a bad line. A player who sends too many counts as gone.
    pub(crate) fn fault(&mut self, seat: Seat, fault: Fault) {
        let number = self.settings.error_base.number(fault);
        self.send(seat, Message::Error(number));
        let player = &mut self.players[seat];
        player.errors += 1;
        player.retry_by = Some(self.now + self.settings.error_patience);
        if player.errors >= self.settings.max_errors {
            self.expel(seat);
        }
    }

    /// From now on this player counts as gone.
    pub(crate) fn expel(&mut self, seat: Seat) {
        match self.phase {
            Phase::Voting { .. } => {
                self.players[seat].gone = true;
                self.players[seat].retry_by = None;
            }
            Phase::Playing { .. } | Phase::Working(_) | Phase::Over => self.leave(seat),
        }
    }

    /// A player has left a game that was not over.
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.dismiss(!seat);
        self.close();
        self.effect(Effect::End(Ending::Left(seat)));
    }

    /// Tells a player that there is no opponent any more. A player who has voted waits for the answer to that
    /// and would misunderstand anything else.
    pub(crate) fn dismiss(&mut self, seat: Seat) {
        let player = &self.players[seat];
        if player.vote.is_some() || player.votes() {
            self.send(seat, Message::Replay(Vote::No));
        } else if self.settings.disconnect == Disconnect::Told {
            self.send(seat, Message::Error(6));
        }
    }

    pub(crate) fn close(&mut self) {
        self.phase = Phase::Over;
        for seat in Seat::BOTH {
            self.effect(Effect::Close(seat));
        }
    }
}
