//! One game of the catalog.

use puzzles::Book;
use rules::{AnyGame, AnyVariant, Erased, Evaluate, Meta};
use search::{AnyBot, Bot};

/// Everything that is particular to one game: its rules with what people are shown of it ([`Meta`]), its computer
/// player, and its puzzles.
#[derive(Clone, Copy)]
pub struct Entry {
    variant: &'static dyn AnyVariant,
    bot: &'static dyn AnyBot,
    uci: Option<UciGame>,
    puzzles: Option<Book>,
}

/// What programs that speak UCI have to be told about a game.
#[derive(Clone, Copy)]
struct UciGame {
    is_chess960: fn(&dyn AnyGame) -> bool,
}

impl Entry {
    /// The game of a rules crate.
    pub fn of<V: Evaluate>() -> Entry {
        Entry {
            variant: const { &Erased::<V>::new() },
            bot: const { &Bot::<V>::new() },
            uci: None,
            puzzles: None,
        }
    }

    /// The same game with puzzles.
    #[must_use]
    pub fn with_puzzles(self, book: Book) -> Entry {
        Entry {
            puzzles: Some(book),
            ..self
        }
    }

    /// The same game, which programs that speak UCI play too. The function says whether castling in a game is that of
    /// Chess960, which such programs have to be told.
    #[must_use]
    pub fn known_to_uci(self, is_chess960: fn(&dyn AnyGame) -> bool) -> Entry {
        Entry {
            uci: Some(UciGame { is_chess960 }),
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

    /// Its puzzles, if it has any.
    pub fn puzzles(&self) -> Option<&Book> {
        self.puzzles.as_ref()
    }

    /// Whether programs that speak UCI play this game.
    pub fn is_known_to_uci(&self) -> bool {
        self.uci.is_some()
    }

    /// Whether programs that speak UCI are to be told that castling in this game is that of Chess960.
    pub fn is_chess960(&self, game: &dyn AnyGame) -> bool {
        self.uci.is_some_and(|uci| (uci.is_chess960)(game))
    }
}
