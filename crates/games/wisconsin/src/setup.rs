//! What a game may start from: a position, or two armies.

use std::fmt;
use std::str::FromStr;

use rules::{BySeat, Preset, Seat, SplitMix};

use crate::army::{Army, ArmyError, line_up};
use crate::illegal::Illegal;
use crate::wfen::Position;

/// A setup as somebody wrote it: `army:WHITE/BLACK`, or a position in WFEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Two armies face each other, White begins.
    Armies(BySeat<Army>),
    /// Any position.
    Position(Box<Position>),
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::Armies(BySeat::default())
    }
}

impl Setup {
    /// The position it describes.
    pub fn position(&self) -> Position {
        match self {
            Setup::Position(position) => (**position).clone(),
            Setup::Armies(armies) => Position {
                board: line_up(armies),
                active: Seat::White,
                previous: None,
                mover: None,
                quiet_turns: 0,
            },
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setup::Position(position) => position.fmt(f),
            Setup::Armies(armies) => write!(f, "army:{}/{}", armies.white, armies.black),
        }
    }
}

impl FromStr for Setup {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Setup, Illegal> {
        match text.trim().strip_prefix("army:") {
            Some(armies) => read_armies(armies)
                .map(Setup::Armies)
                .map_err(Illegal::Army),
            None => Ok(Setup::Position(Box::new(text.parse()?))),
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
    Some(Setup::Armies(armies))
}
