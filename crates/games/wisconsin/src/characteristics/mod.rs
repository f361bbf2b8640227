//! The thirteen characteristics. Each file holds one, or a family of those that work alike.

pub(crate) mod asserts;
pub(crate) mod blast;
pub(crate) mod extricates;
pub(crate) mod fantasy;
pub(crate) mod immunity;
pub(crate) mod marks;
pub(crate) mod reveals;

use crate::kind::Kind;

/// What a kind of piece can do besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Characteristic {
    /// Captured, it takes its captor and its neighbours along.
    Neutralizes,
    /// Captures an enemy piece that arrives next to it.
    Asserts,
    /// Gives adjacent own pieces their rally moves.
    Enables,
    /// Lets adjacent own pieces jump over it.
    Reveals,
    /// Adjacent enemy pieces cannot move.
    Stops,
    /// Pawns cannot capture it.
    Immaterial,
    /// Only a king or a queen can capture it.
    Tense,
    /// Captured, it returns to where it began.
    Fantasy,
    /// Pawns cannot capture adjacent own pieces.
    Keep,
    /// Two of them side by side cannot be captured.
    Protective,
    /// The king in check may move onto it from anywhere.
    Extricates,
    /// Switches off the characteristics of adjacent pieces.
    Normalizes,
    /// Adjacent pieces neutralize.
    Orders,
}

use Characteristic::{
    Asserts, Enables, Extricates, Fantasy, Immaterial, Keep, Neutralizes, Normalizes, Orders,
    Protective, Reveals, Stops, Tense,
};

impl Characteristic {
    /// All of them.
    pub const ALL: [Characteristic; 13] = [
        Neutralizes,
        Asserts,
        Enables,
        Reveals,
        Stops,
        Immaterial,
        Tense,
        Fantasy,
        Keep,
        Protective,
        Extricates,
        Normalizes,
        Orders,
    ];

    /// The kinds that have it. A test compares this with the table of kinds.
    pub(crate) const fn kinds(self) -> &'static [Kind] {
        match self {
            Neutralizes => &[Kind::War],
            Asserts => &[Kind::Constructive, Kind::Original, Kind::Imperfect],
            Enables => &[Kind::Confined],
            Reveals => &[Kind::Form],
            Stops => &[Kind::Original],
            Immaterial => &[Kind::Irrelevant, Kind::Line],
            Tense => &[Kind::Evident, Kind::Brilliant],
            Fantasy => &[Kind::Line, Kind::Derange],
            Keep => &[Kind::Impossible],
            Protective => &[Kind::Convenient, Kind::Appropriate],
            Extricates => &[Kind::Warp],
            Normalizes | Orders => &[Kind::Simple],
        }
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Neutralizes => "neutralizes",
            Asserts => "asserts",
            Enables => "enables",
            Reveals => "reveals",
            Stops => "stops",
            Immaterial => "immaterial",
            Tense => "tense",
            Fantasy => "fantasy",
            Keep => "keep",
            Protective => "protective",
            Extricates => "extricates",
            Normalizes => "normalizes",
            Orders => "orders",
        }
    }

    /// What it does, in one sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Neutralizes => {
                "When it is captured, its captor and the pieces around it are captured as well."
            }
            Asserts => "It captures an enemy piece that arrives next to it.",
            Enables => "Own pieces next to it have their rally moves.",
            Reveals => "Own pieces next to it may jump straight over it.",
            Stops => "Enemy pieces next to it cannot move, except kings and queens.",
            Immaterial => "Pawn-based pieces cannot capture it.",
            Tense => "Only a king or a queen can capture it.",
            Fantasy => "When it is captured, it returns to its start square if that is empty.",
            Keep => "Pawn-based pieces cannot capture own pieces next to it.",
            Protective => "It cannot be captured while another protective piece is next to it.",
            Extricates => "Its king may move onto it from anywhere when in check.",
            Normalizes => "It switches off the characteristics of the pieces next to it.",
            Orders => "Pieces next to it neutralize when they are captured.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_kinds_agree_with_the_table() {
        for characteristic in Characteristic::ALL {
            let having = Kind::ALL
                .into_iter()
                .filter(|kind| kind.has(characteristic));
            assert!(
                having.eq(characteristic.kinds().iter().copied()),
                "{characteristic:?}"
            );
        }
    }
}
