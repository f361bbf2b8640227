//! A server without a network: bytes go in at two sides, bytes come out.

use std::time::Duration;

use ccp::{Arrival, Effect, Ending, Lines, Request, Session, Settings};
use rules::{BySeat, Seat};

/// One session with whatever came out of it so far.
pub(crate) struct Table {
    session: Session,
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

impl Table {
    pub(crate) fn new(settings: Settings) -> Table {
        let (mut table, effects) = Table::unbegun(settings);
        table.perform(effects);
        table
    }

    /// A table whose first game cannot begin.
    pub(crate) fn broken(settings: Settings) -> Table {
        let (mut table, effects) = Table::unbegun(settings);
        table.fails = true;
        table.perform(effects);
        table
    }

    fn unbegun(settings: Settings) -> (Table, Vec<Effect>) {
        let (session, effects) = Session::new(settings, Duration::ZERO).expect("a legal setup");
        let table = Table {
            session,
            lines: BySeat::default(),
            sent: BySeat::default(),
            closed: BySeat::default(),
            actions: Vec::new(),
            n_games: 0,
            ending: None,
            fails: false,
            now: Duration::ZERO,
        };
        (table, effects)
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
        let mut is_asked = false;
        for effect in effects {
            match effect {
                Effect::Begin => {
                    self.n_games += 1;
                    self.ending = None;
                    is_asked = true;
                }
                Effect::Act { seat, action } => {
                    self.actions.push(format!("{seat} {action}"));
                    is_asked = true;
                }
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
        if is_asked {
            let effects = match self.fails {
                false => self.session.done(self.now),
                true => self.session.stop(self.now),
            };
            self.perform(effects);
        }
    }
}
