//! The server's side of one pair of players, from `COLOR` to the last `REPLAY`.

use std::time::Duration;

use rules::{AnyGame, BySeat, Refusal, Seat};

use crate::player::Player;
use crate::{Arrival, Disconnect, Fault, Message, Settings, Square, Vote};

/// What the server is to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Begin a game, then say [`Session::done`] or [`Session::stop`].
    Begin,
    /// Play this action in the game and keep it safe, then say [`Session::done`] or [`Session::stop`].
    /// The opponent hears of it only then.
    Act {
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
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) phase: Phase,
    pub(crate) players: BySeat<Player>,
    pub(crate) now: Duration,
    effects: Vec<Effect>,
}

pub(crate) enum Phase {
    /// Nothing is served until the server has done what it was asked for.
    Working(Work),
    /// The player on move is served. A pawn may be waiting for its promotion.
    Playing { promoting: Option<(Square, Square)> },
    /// Both are served.
    Voting { until: Duration },
    /// Both connections are closed or closing.
    Over,
}

pub(crate) enum Work {
    First,
    Again,
    Move {
        after: Box<dyn AnyGame>,
        receiver: Seat,
        lines: String,
    },
}

impl Session {
    /// Two players have come; White came first. The first effect is to begin a game.
    ///
    /// # Errors
    /// The settings name a setup that cannot be played.
    pub fn new(settings: Settings, now: Duration) -> Result<(Session, Vec<Effect>), Refusal> {
        let game = settings.variant.start(&settings.setup)?;
        let session = Session {
            settings,
            game,
            phase: Phase::Working(Work::First),
            players: BySeat::default(),
            now,
            effects: Vec::new(),
        };
        Ok((session, vec![Effect::Begin]))
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

    /// The server has done what the last effect asked for.
    pub fn done(&mut self, now: Duration) -> Vec<Effect> {
        let playing = Phase::Playing { promoting: None };
        self.now = now;
        match std::mem::replace(&mut self.phase, playing) {
            Phase::Working(Work::First) => {
                for seat in Seat::BOTH {
                    self.send(seat, Message::Color(seat));
                }
            }
            Phase::Working(Work::Again) => {
                for seat in Seat::BOTH {
                    self.send(seat, Message::Replay(Vote::Yes));
                }
            }
            Phase::Working(Work::Move {
                after,
                receiver,
                lines,
            }) => {
                self.game = after;
                self.effects.push(Effect::Send {
                    seat: receiver,
                    lines,
                });
                if self.game.status().to_act().is_none() {
                    self.vote();
                }
            }
            other @ (Phase::Playing { .. } | Phase::Voting { .. } | Phase::Over) => {
                self.phase = other;
            }
        }
        self.run(now)
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
            // Whoever has ended the game knows it and votes, now or in a moment.
            Phase::Working(Work::Move {
                after, receiver, ..
            }) if after.status().to_act().is_none() => {
                let receiver = *receiver;
                self.send(!receiver, Message::Replay(Vote::No));
                self.dismiss(receiver);
                true
            }
            Phase::Working(Work::Move { .. }) | Phase::Playing { .. } => {
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
        let players = Seat::BOTH.map(|seat| &self.players[seat]);
        let limits = players.map(|player| [player.retry_by, player.early_vote_by]);
        limits.into_iter().flatten().chain([until]).flatten().min()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) -> Vec<Effect> {
        let due = |limit: Option<Duration>| limit.is_some_and(|limit| limit <= now);
        self.now = now;
        for seat in Seat::BOTH {
            match self.phase {
                Phase::Playing { .. } if due(self.players[seat].early_vote_by) => self.part(seat),
                Phase::Playing { .. } | Phase::Voting { .. } if due(self.players[seat].retry_by) => {
                    self.expel(seat);
                }
                Phase::Voting { until } if until <= now => self.conclude(Vote::No),
                Phase::Working(_) | Phase::Playing { .. } | Phase::Voting { .. } | Phase::Over => {}
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
            Phase::Playing { promoting } => self.turn(promoting),
            Phase::Voting { .. } => self.count(),
        }
    }

    fn time_early_votes(&mut self) {
        let playing = matches!(self.phase, Phase::Playing { .. });
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

    /// Answers a bad line. Whoever sends too many has left.
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
            Phase::Working(_) | Phase::Playing { .. } | Phase::Over => self.leave(seat),
        }
    }

    /// A player has left a game that was not over.
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.dismiss(!seat);
        self.close();
        self.effect(Effect::End(Ending::Left(seat)));
    }

    /// Tells a player that there is no opponent any more. Whoever has voted waits for the answer to that
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
