//! The kinds of chess that a program offers, as a value.
//!
//! A new game is a crate of its own and one line in [`GAMES`]. The program makes the catalog and hands it on:
//! whatever hosts games gets [`Catalog::variants`], and nothing looks games up behind its back.

mod entry;

pub use entry::Entry;

use orthodox::Orthodox;
use puzzles::Book;
use rules::{AnyGame, Erased, Variants};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

/// How the entry of a game is made.
pub type MakeEntry = fn() -> Entry;

/// All kinds of chess of this project, in the order in which people are offered them, each by its id: a program that is built
/// for one of them takes that one alone, and nothing of the others is linked into it.
pub const GAMES: [(&str, MakeEntry); 4] = [
    ("orthodox", orthodox),
    ("wisconsin", Entry::of::<Wisconsin>),
    ("tridim", Entry::of::<Tridim>),
    ("timetravel", Entry::of::<TimeTravel>),
];

/// The puzzles of a game, which become a part of the program.
macro_rules! shipped {
    ($game:literal) => {
        include_str!(concat!("../puzzles/", $game, ".puzzles"))
    };
}

/// The puzzles of these games, in the same order. Only the whole catalog includes them.
const PUZZLES: [Book; 4] = [
    Book::of::<Orthodox>(shipped!("orthodox")),
    Book::of::<Wisconsin>(shipped!("wisconsin")),
    Book::of::<Tridim>(shipped!("tridim")),
    Book::of::<TimeTravel>(shipped!("timetravel")),
];

/// The catalog of all of them, with their puzzles.
pub fn standard() -> Catalog {
    let [(_, first), others @ ..] = GAMES;
    let [book, books @ ..] = PUZZLES;
    let others = others.iter().zip(books);
    let others = others.map(|((_, entry), book)| entry().with_puzzles(book));
    let first = Catalog::starting_with(first().with_puzzles(book));
    others.fold(first, Catalog::with)
}

/// The game with this id, found when a program is compiled.
///
/// # Panics
/// There is none, which is an error of the compilation.
pub const fn find(id: &str) -> MakeEntry {
    let mut index = 0;
    while index < GAMES.len() {
        if same(GAMES[index].0.as_bytes(), id.as_bytes()) {
            return GAMES[index].1;
        }
        index += 1;
    }
    panic!("there is no game with this id")
}

/// Whether two texts are the same; `==` cannot be asked while compiling.
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

fn orthodox() -> Entry {
    Entry::of::<Orthodox>().known_to_uci(is_chess960)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_by_their_own_ids() {
        for (id, entry) in GAMES {
            assert_eq!(entry().id(), id);
            assert_eq!(find(id)().id(), id);
        }
        assert!(!same(b"tridim", b"tridimx") && !same(b"", b"x"));
    }
}
