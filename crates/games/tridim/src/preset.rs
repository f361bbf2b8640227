//! The two rule sets, which differ in three switches.

/// Which rules are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Meder's tournament rules with half turns of boards and promotion after a ride.
    #[default]
    Standard,
    /// Meder's tournament rules to the letter.
    Strict,
}

impl Preset {
    /// Both.
    pub const ALL: [Preset; 2] = [Preset::Standard, Preset::Strict];

    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Preset::Standard => "standard",
            Preset::Strict => "strict",
        }
    }

    /// The preset with this name.
    pub fn from_id(id: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.id() == id)
    }

    /// Whether a board with a rider may arrive turned by 180°.
    pub const fn arrival_choice(self) -> bool {
        matches!(self, Preset::Standard)
    }

    /// Whether a board with a rider may be turned by 180° on its pin.
    pub const fn rotate_in_place(self) -> bool {
        matches!(self, Preset::Standard)
    }

    /// Whether a pawn carried onto its furthest rank is promoted by that very board move.
    pub const fn promotes_riders_at_once(self) -> bool {
        matches!(self, Preset::Strict)
    }
}
