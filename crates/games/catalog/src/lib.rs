//! The kinds of chess that a program offers, as a value.
//!
//! A new game is a crate of its own and one line in [`standard`]. The program makes the catalog and hands it on:
//! whatever hosts games gets [`Catalog::variants`], and nothing looks games up behind its back.

mod entry;

pub use entry::Entry;

use orthodox::Orthodox;
use rules::{AnyGame, Erased, Variants};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

/// All kinds of chess of this project, in the order in which people are offered them.
pub fn standard() -> Catalog {
    Catalog::starting_with(Entry::of::<Orthodox>().known_to_uci(is_chess960))
        .with(Entry::of::<Wisconsin>())
        .with(Entry::of::<Tridim>())
        .with(Entry::of::<TimeTravel>())
}

fn is_chess960(game: &dyn AnyGame) -> bool {
    Erased::<Orthodox>::state(game).is_some_and(orthodox::State::is_chess960)
}

/// The games of a program. The first is the one that people mean when they name none.
#[derive(Clone)]
pub struct Catalog {
    first: Entry,
    others: Vec<Entry>,
}

impl Catalog {
    /// A catalog with one game.
    pub fn starting_with(first: Entry) -> Catalog {
        Catalog {
            first,
            others: Vec::new(),
        }
    }

    /// The same games and one more. It takes the place of a game with the same id.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Catalog {
        let known = std::iter::once(&mut self.first).chain(&mut self.others);
        match known.into_iter().find(|known| known.id() == entry.id()) {
            Some(known) => *known = entry,
            None => self.others.push(entry),
        }
        self
    }

    /// The game that is played where none is named.
    pub fn first(&self) -> &Entry {
        &self.first
    }

    /// The game with this id.
    pub fn find(&self, id: &str) -> Option<&Entry> {
        self.iter().find(|entry| entry.id() == id)
    }

    /// All games, in the order in which people are offered them.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The rules of all games, for whatever hosts them.
    pub fn variants(&self) -> Variants {
        self.iter().map(Entry::variant).collect()
    }
}
