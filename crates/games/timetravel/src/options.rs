//! How much of the past may be changed.

use std::fmt;
use std::str::FromStr;

use rules::Preset;

/// The limits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How often a move may be put at one ply.
    pub max_writes: u8,
    /// The longest history, in plies.
    pub horizon: usize,
    /// Replacements and fills of each player in the whole game; `None` is any number.
    pub max_jumps: Option<u32>,
}

impl Options {
    /// Faithful to the original idea: travel as often as you like.
    pub const CLASSIC: Options = Options {
        max_writes: 9,
        horizon: 600,
        max_jumps: None,
    };
    /// Ten jumps each: mate becomes final, games stay playable.
    pub const STANDARD: Options = Options {
        max_writes: 9,
        horizon: 300,
        max_jumps: Some(10),
    };
    /// Five jumps each and a short history.
    pub const QUICK: Options = Options {
        max_writes: 9,
        horizon: 160,
        max_jumps: Some(5),
    };

    /// The options of a preset.
    pub fn preset(id: &str) -> Option<Options> {
        match id {
            "standard" => Some(Options::STANDARD),
            "classic" => Some(Options::CLASSIC),
            "quick" => Some(Options::QUICK),
            _ => None,
        }
    }

    /// Whether every limit is one that games may have.
    pub fn is_allowed(self) -> bool {
        (1..=99).contains(&self.max_writes) && (2..=2000).contains(&self.horizon)
    }
}

/// The presets, in the order in which they are offered.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        id: "standard",
        name: "Standard",
        summary: "Ten jumps into the past for each player, at most 300 plies.",
    },
    Preset {
        id: "classic",
        name: "Classic",
        summary: "As many jumps as you like, at most 600 plies. Beware: a mated player nearly always finds a way \
                  out, so a game hardly ever ends unless somebody resigns or both agree.",
    },
    Preset {
        id: "quick",
        name: "Quick",
        summary: "Five jumps for each player, at most 160 plies.",
    },
];

impl Default for Options {
    fn default() -> Options {
        Options::CLASSIC
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/", self.max_writes, self.horizon)?;
        match self.max_jumps {
            Some(jumps) => write!(f, "{jumps}"),
            None => f.write_str("-"),
        }
    }
}

impl FromStr for Options {
    type Err = ();

    fn from_str(text: &str) -> Result<Options, ()> {
        let mut fields = text.split('/');
        let mut field = || fields.next().ok_or(());
        let options = Options {
            max_writes: field()?.parse().map_err(drop)?,
            horizon: field()?.parse().map_err(drop)?,
            max_jumps: match field()? {
                "-" => None,
                jumps => Some(jumps.parse().map_err(drop)?),
            },
        };
        match fields.next() {
            Some(_) => Err(()),
            None => Ok(options),
        }
    }
}
