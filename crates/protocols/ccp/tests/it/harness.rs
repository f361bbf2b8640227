//! A server without a network: bytes go in at two sides, bytes come out.

use std::time::Duration;

use ccp::{
    Arrival, Disconnect, Effect, Ending, Lines, Request, Session, Settings, Unstored, Verdict,
};
use rules::{AnyGame, BySeat, Seat};

/// One session with whatever came out of it so far.
pub(crate) struct Harness {
    session: Session,
    settings: Settings,
    /// Stands in for the host, which judges moves.
    game: Box<dyn AnyGame>,
    lines: BySeat<Lines>,
    /// What was sent to each side and is not looked at yet.
    pub(crate) sent: BySeat<String>,
    pub(crate) closed: BySeat<bool>,
    pub(crate) actions: Vec<String>,
    pub(crate) n_games: usize,
    pub(crate) ending: Option<Ending>,
    /// Whether the server fails to do what it is asked for.
    pub(crate) fails: bool,
    now: Duration,
}

pub(crate) const SETUP: &str = "startpos; draws=plain";

pub(crate) fn settings(setup: &str) -> Settings {
    let variant = catalog::standard().first().variant();
    Settings::new(variant, setup)
}

/// Settings with which a player is told that the opponent is gone.
pub(crate) fn telling_settings(setup: &str) -> Settings {
    Settings {
        disconnect: Disconnect::Told,
        ..settings(setup)
    }
}

impl Harness {
    pub(crate) fn new(settings: Settings) -> Harness {
        let (mut harness, effects) = Harness::unbegun(settings);
        harness.perform(effects);
        harness
    }

    /// A harness whose first game cannot begin.
    pub(crate) fn broken(settings: Settings) -> Harness {
        let (mut harness, effects) = Harness::unbegun(settings);
        harness.fails = true;
        harness.perform(effects);
        harness
    }

    fn unbegun(settings: Settings) -> (Harness, Vec<Effect>) {
        let (session, effects) = Session::new(settings.clone(), Duration::ZERO);
        let harness = Harness {
            session,
            game: start(&settings),
            settings,
            lines: BySeat::default(),
            sent: BySeat::default(),
            closed: BySeat::default(),
            actions: Vec::new(),
            n_games: 0,
            ending: None,
            fails: false,
            now: Duration::ZERO,
        };
        (harness, effects)
    }

    pub(crate) fn receive(&mut self, seat: Seat, bytes: &[u8]) {
        for line in self.lines[seat].push(bytes) {
            if let Some(request) = Request::read(&line) {
                self.arrived(seat, Arrival::Asked(request));
            }
        }
    }

    pub(crate) fn leave(&mut self, seat: Seat) {
        let last = self.lines[seat].finish();
        if let Some(request) = last.as_ref().and_then(Request::read) {
            self.arrived(seat, Arrival::Asked(request));
        }
        self.arrived(seat, Arrival::Left);
    }

    fn arrived(&mut self, seat: Seat, arrival: Arrival) {
        let effects = self.session.arrived(self.now, seat, arrival);
        self.perform(effects);
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        let effects = self.session.tick(self.now);
        self.perform(effects);
    }

    pub(crate) fn stop(&mut self) {
        let effects = self.session.stop(self.now);
        self.perform(effects);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over()
    }

    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.session.deadline()
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        let mut next = Vec::new();
        for effect in effects {
            match effect {
                Effect::Begin => next = self.begin(),
                Effect::Play { seat, action } => next = self.play(seat, &action),
                Effect::Send { seat, lines } => {
                    assert!(!self.closed[seat], "{seat} is closed: {lines:?}");
                    self.sent[seat].push_str(&lines);
                }
                Effect::Close(seat) => self.closed[seat] = true,
                Effect::End(ending) => {
                    assert_eq!(self.ending.replace(ending), None, "a game ends once");
                }
            }
        }
        if !next.is_empty() {
            self.perform(next);
        }
    }

    fn begin(&mut self) -> Vec<Effect> {
        self.n_games += 1;
        self.ending = None;
        if self.fails {
            return self.session.stop(self.now);
        }
        self.game = start(&self.settings);
        let to_act = self.game.status().to_act().expect("the game has begun");
        self.session.begun(self.now, to_act)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Vec<Effect> {
        let legal = self.game.legal();
        let verdict = match self.game.apply(seat, action) {
            Ok(step) if self.fails => {
                let unstored = match step.game.status().to_act() {
                    None => Unstored::LastMove,
                    Some(_) => Unstored::Move,
                };
                return self.session.unstored(self.now, unstored);
            }
            Ok(step) => {
                self.actions.push(format!("{seat} {action}"));
                self.game = step.game;
                let to_act = self.game.status().to_act();
                Verdict::Played { to_act }
            }
            Err(_) if legal.contains(&format!("{action}q")) => Verdict::NeedsPromotion,
            Err(_) => Verdict::Refused,
        };
        self.session.judged(self.now, verdict)
    }
}

fn start(settings: &Settings) -> Box<dyn AnyGame> {
    let started = settings.variant.start(&settings.setup);
    started.expect("a legal setup")
}
