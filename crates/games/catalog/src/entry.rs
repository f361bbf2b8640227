//! One game of the catalog.

use rules::{AnyVariant, Erased, Evaluate, Meta};
use search::{AnyBot, Bot};

/// Everything that is particular to one game: its rules with what people are shown of it ([`Meta`]), and its
/// computer player.
#[derive(Clone, Copy)]
pub struct Entry {
    variant: &'static dyn AnyVariant,
    bot: &'static dyn AnyBot,
    is_known_to_uci: bool,
}

impl Entry {
    /// The game of a rules crate.
    pub fn of<V: Evaluate>() -> Entry {
        Entry {
            variant: const { &Erased::<V>::new() },
            bot: const { &Bot::<V>::new() },
            is_known_to_uci: false,
        }
    }

    /// The same game, which programs that speak UCI play too.
    #[must_use]
    pub fn known_to_uci(self) -> Entry {
        Entry {
            is_known_to_uci: true,
            ..self
        }
    }

    /// The id of the game.
    pub fn id(&self) -> &'static str {
        self.meta().id
    }

    /// Facts about the game.
    pub fn meta(&self) -> &'static Meta {
        self.variant.meta()
    }

    /// Its rules.
    pub fn variant(&self) -> &'static dyn AnyVariant {
        self.variant
    }

    /// Its computer player.
    pub fn bot(&self) -> &'static dyn AnyBot {
        self.bot
    }

    /// Whether programs that speak UCI play this game.
    pub fn is_known_to_uci(&self) -> bool {
        self.is_known_to_uci
    }
}
