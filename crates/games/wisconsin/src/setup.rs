//! What a game may start from: a position, or two armies.

use std::fmt;
use std::str::FromStr;

use rules::{BySeat, Preset, Seat, SplitMix};

use crate::army::{Army, ArmyError, line_up};
use crate::illegal::Illegal;
use crate::repetition::Repetition;
use crate::wfen::Wfen;

/// A setup as somebody wrote it: `army:WHITE/BLACK` or a position in WFEN, and `; repetition=threefold` where a position
/// that comes for the third time is a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What stands on the board.
    pub start: Start,
    /// Whether positions are counted.
    pub repetition: Repetition,
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Two armies face each other, White begins.
    Armies(BySeat<Army>),
    /// Any position.
    Position(Box<Wfen>),
}

impl Default for Start {
    fn default() -> Start {
        Start::Armies(BySeat::default())
    }
}

/// The option as it is written.
const THREEFOLD: &str = "repetition=threefold";

impl Setup {
    /// A new game of two armies.
    pub fn new_game(armies: BySeat<Army>) -> Setup {
        Setup {
            start: Start::Armies(armies),
            repetition: Repetition::Threefold,
        }
    }

    /// The position it describes.
    pub fn position(&self) -> Wfen {
        match &self.start {
            Start::Position(position) => (**position).clone(),
            Start::Armies(armies) => Wfen {
                board: line_up(armies),
                active: Seat::White,
                previous: None,
                mover: None,
                quiet_turns: 0,
                number: None,
            },
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Position(position) => position.fmt(f)?,
            Start::Armies(armies) => write!(f, "army:{}/{}", armies.white, armies.black)?,
        }
        match self.repetition {
            Repetition::Uncounted => Ok(()),
            Repetition::Threefold => write!(f, "; {THREEFOLD}"),
        }
    }
}

impl FromStr for Setup {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Setup, Illegal> {
        let (start, option) = match text.split_once(';') {
            Some((start, option)) => (start, option.trim()),
            None => (text, ""),
        };
        let repetition = match option {
            "" => Repetition::Uncounted,
            THREEFOLD => Repetition::Threefold,
            _ => {
                let why = format!("`{option}` is not an option; there is `{THREEFOLD}`");
                return Err(Illegal::UnreadableSetup(why));
            }
        };
        let start = start.trim().parse()?;
        Ok(Setup { start, repetition })
    }
}

impl FromStr for Start {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Start, Illegal> {
        match text.strip_prefix("army:") {
            Some(armies) => read_armies(armies)
                .map(Start::Armies)
                .map_err(Illegal::Army),
            None => Ok(Start::Position(Box::new(text.parse()?))),
        }
    }
}

fn read_armies(text: &str) -> Result<BySeat<Army>, ArmyError> {
    let (white, black) = text.split_once('/').ok_or(ArmyError::NotTwo)?;
    Ok(BySeat {
        white: white.parse()?,
        black: black.parse()?,
    })
}

/// Ready-made setups.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        id: "special",
        name: "Special armies",
        summary: "Each side gets a random army of its own, from all twenty-three kinds.",
    },
    Preset {
        id: "twins",
        name: "Twin armies",
        summary: "Both sides get the same random army.",
    },
    Preset {
        id: "regular",
        name: "Regular armies",
        summary: "The pieces of ordinary chess.",
    },
    Preset {
        id: "powder",
        name: "Powder kegs",
        summary: "Wars in front and simples in the corners: every capture may be an explosion.",
    },
    Preset {
        id: "garden",
        name: "Garden walls",
        summary: "Asserting, stopping and protective pieces: come near at your own risk.",
    },
    Preset {
        id: "circus",
        name: "Circus",
        summary: "Jumps over forms, rallies beside confined pieces, and captives that come back.",
    },
];

/// The setup of a preset. `seed` decides what is random in it.
pub(crate) fn preset(id: &str, seed: u64) -> Option<Setup> {
    let mut random = SplitMix::new(seed);
    let both = |army: Army| BySeat {
        white: army,
        black: army,
    };
    let fixed = |text: &str| text.parse().ok().map(both);
    let armies = match id {
        "special" => BySeat::new_with(|_| Army::random(&mut random)),
        "twins" => both(Army::random(&mut random)),
        "regular" => BySeat::default(),
        "powder" => fixed("WPWPPWPWSNBQKBNS")?,
        "garden" => fixed("JPPEEPPJMCOQKVAI")?,
        "circus" => fixed("DFGPPGFDZLXQKXTR")?,
        _ => return None,
    };
    Some(Setup::new_game(armies))
}
