//! A tiny game to test sessions with: players take one to three counters, and the player who takes the last
//! one wins. `0` waits: the same seat acts again, but may not wait twice.
//!
//! It counts how often an action is parsed and judged: see [`work`].

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use rules::{
    AnyVariant, CellId, Erased, Explain, Meta, Outcome, Preset, Reason, Scene, Seat, Shape, Status,
    Step, Variant,
};

pub(crate) struct Counting;

static COUNTING: Erased<Counting> = Erased::new();

/// How often this thread has parsed and judged actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) parsed: u32,
    pub(crate) judged: u32,
}

thread_local! {
    static WORK: Cell<Work> = const { Cell::new(Work { parsed: 0, judged: 0 }) };
}

/// What `task` gives and how often actions were parsed and judged for it.
pub(crate) fn work<T>(task: impl FnOnce() -> T) -> (T, Work) {
    WORK.set(Work::default());
    let done = task();
    (done, WORK.take())
}

fn count(change: impl FnOnce(&mut Work)) {
    let mut work = WORK.get();
    change(&mut work);
    WORK.set(work);
}

/// Knows this one game.
pub(crate) fn find(id: &str) -> Option<&'static dyn AnyVariant> {
    (id == Counting::META.id).then_some(&COUNTING as &dyn AnyVariant)
}

/// `9` counters, or `9 white` if White can never win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    counters: u8,
    to_act: Seat,
    has_waited: bool,
    helpless: Option<Seat>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            counters: 9,
            to_act: Seat::White,
            has_waited: false,
            helpless: None,
        }
    }
}

impl FromStr for Setup {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Setup, Illegal> {
        let mut setup = Setup::default();
        let mut words = text.split_whitespace();
        let counters = words.next().and_then(|word| word.parse().ok());
        setup.counters = counters.ok_or(Illegal::NoSetup)?;
        for word in words {
            match (word, word.strip_prefix("helpless-")) {
                ("black", _) => setup.to_act = Seat::Black,
                ("waited", _) => setup.has_waited = true,
                (_, Some(seat)) => {
                    setup.helpless = Some(seat.parse().map_err(|()| Illegal::NoSetup)?);
                }
                _ => return Err(Illegal::NoSetup),
            }
        }
        Ok(setup)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.counters)?;
        if self.to_act == Seat::Black {
            write!(f, " black")?;
        }
        if self.has_waited {
            write!(f, " waited")?;
        }
        match self.helpless {
            Some(seat) => write!(f, " helpless-{seat}"),
            None => Ok(()),
        }
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Take(u8);

impl FromStr for Take {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Take, Illegal> {
        count(|work| work.parsed += 1);
        text.parse().map(Take).map_err(|_| Illegal::NoAction)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Illegal {
    NoSetup,
    NoAction,
    NotYourTurn,
    TooMany,
    WaitedBefore,
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NoSetup => "no-setup",
            Illegal::NoAction => "no-action",
            Illegal::NotYourTurn => "not-your-turn",
            Illegal::TooMany => "too-many",
            Illegal::WaitedBefore => "waited-before",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the counting game says {}", self.code())
    }
}

impl Variant for Counting {
    const META: Meta = Meta {
        id: "counting",
        name: "Counting",
        summary: "Take one to three counters; the player who takes the last one wins.",
        rules_version: 3,
        shape: Shape::Flat,
        presets: &[Preset {
            id: "nine",
            name: "Nine",
            summary: "Nine counters.",
        }],
        file: None,
        picture: "",
        typing: &[],
        learn: None,
    };
    type Setup = Setup;
    type State = Setup;
    type Action = Take;
    type Event = ();
    type Illegal = Illegal;

    fn start(setup: &Setup) -> Result<Setup, Illegal> {
        Ok(setup.clone())
    }

    fn setup(state: &Setup) -> Setup {
        state.clone()
    }

    fn preset(id: &str, _seed: u64) -> Option<Setup> {
        (id == "nine").then(Setup::default)
    }

    fn status(state: &Setup) -> Status {
        match state.counters {
            0 => Status::Over(Outcome::win(!state.to_act, Reason::new("last_taken"))),
            _ => Status::ToAct(state.to_act),
        }
    }

    fn legal(state: &Setup) -> impl ExactSizeIterator<Item = Take> {
        let first = u8::from(state.has_waited || state.counters == 0);
        (first..=state.counters.min(3)).map(Take)
    }

    fn apply(state: &Setup, seat: Seat, action: &Take) -> Result<Step<Setup, ()>, Illegal> {
        count(|work| work.judged += 1);
        if Counting::status(state).to_act() != Some(seat) {
            return Err(Illegal::NotYourTurn);
        }
        let mut state = state.clone();
        match action.0 {
            0 if state.has_waited => return Err(Illegal::WaitedBefore),
            0 => state.has_waited = true,
            n if n > state.counters.min(3) => return Err(Illegal::TooMany),
            n => {
                state.counters -= n;
                state.has_waited = false;
                state.to_act = !seat;
            }
        }
        let events = Vec::new();
        Ok(Step { state, events })
    }

    fn scene(_state: &Setup) -> Scene {
        Scene::empty(Shape::Flat)
    }

    fn taps(_state: &Setup, _action: &Take) -> Vec<CellId> {
        Vec::new()
    }

    fn notation(_state: &Setup, action: &Take) -> String {
        format!("x{}", action.0)
    }

    fn read(state: &Setup, text: &str) -> Result<Take, Illegal> {
        let action: Take = text.strip_prefix('x').unwrap_or(text).parse()?;
        let mut legal = Counting::legal(state);
        legal
            .find(|legal| *legal == action)
            .ok_or(Illegal::NoAction)
    }

    fn can_win(state: &Setup, seat: Seat) -> bool {
        state.helpless != Some(seat)
    }
}

#[test]
fn the_test_game_keeps_the_laws_of_games() {
    for choices in [[0; 30], [1; 30], [2; 30], [3; 30]] {
        rules::testkit::laws::check(&COUNTING, "", &choices).unwrap();
    }
}
