//! Where a line of play ends.

use std::fmt;
use std::str::FromStr;

use rules::Reason;

/// How a position ends the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is attacked and has no legal move.
    Checkmate,
    /// The side to move is not attacked and has no legal move.
    Stalemate,
    /// Nobody could mate with what is left.
    Material,
    /// The fifth time, counting positions after real moves.
    Fivefold,
    /// 150 half-moves without a capture or a pawn move.
    SeventyFive,
    /// The longest history this game allows.
    Horizon,
}

impl Ending {
    const ALL: [Ending; 6] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::Material,
        Ending::Fivefold,
        Ending::SeventyFive,
        Ending::Horizon,
    ];

    /// The word in state lines.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Material => "material",
            Ending::Fivefold => "fivefold",
            Ending::SeventyFive => "seventyfive",
            Ending::Horizon => "horizon",
        }
    }

    /// What it is called, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Material => "draw by insufficient material",
            Ending::Fivefold => "draw by fivefold repetition",
            Ending::SeventyFive => "draw by the 75-move rule",
            Ending::Horizon => "draw at the horizon",
        }
    }

    /// The word that all games share.
    pub const fn reason(self) -> Reason {
        match self {
            Ending::Checkmate => Reason::CHECKMATE,
            Ending::Stalemate => Reason::STALEMATE,
            Ending::Material => Reason::INSUFFICIENT_MATERIAL,
            Ending::Fivefold => Reason::FIVEFOLD_REPETITION,
            Ending::SeventyFive => Reason::SEVENTYFIVE_MOVE_RULE,
            Ending::Horizon => Reason::new("horizon"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Ending {
    type Err = ();

    fn from_str(text: &str) -> Result<Ending, ()> {
        let all = Ending::ALL.into_iter();
        all.into_iter()
            .find(|ending| ending.as_str() == text)
            .ok_or(())
    }
}

/// The first position of a history that ends the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminus {
    /// The ply after which it stands.
    pub ply: usize,
    /// How it ends.
    pub ending: Ending,
}

impl fmt::Display for Terminus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.ending, self.ply)
    }
}
