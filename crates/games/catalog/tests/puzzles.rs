//! The puzzles that are shipped: all can be read, and a sample is proved. `cargo xtask puzzles` proves all of them.

use std::collections::BTreeSet;

use catalog::{Entry, standard};
use puzzles::{AnyMaker, Book, Flaw, Goal, Puzzle};

/// How many of each game are proved here.
const SAMPLE: usize = 5;
/// How many each game has at least.
const FEWEST: [(&str, usize); 4] = [
    ("orthodox", 105),
    ("wisconsin", 12),
    ("tridim", 20),
    ("timetravel", 4),
];

fn books() -> Vec<Book> {
    let catalog = standard();
    catalog.iter().filter_map(Entry::puzzles).copied().collect()
}

fn puzzles(book: &Book) -> Vec<Puzzle> {
    let variant = book.maker.variant();
    book.puzzles()
        .unwrap_or_else(|why| panic!("{variant}: {why}"))
}

fn first(variant: &str, goal: impl Fn(Goal) -> bool) -> (&'static dyn AnyMaker, Puzzle) {
    let book = books()
        .into_iter()
        .find(|book| book.maker.variant() == variant);
    let book = book.unwrap_or_else(|| panic!("{variant} has puzzles"));
    let found = puzzles(&book).into_iter().find(|puzzle| goal(puzzle.goal));
    (
        book.maker,
        found.unwrap_or_else(|| panic!("{variant} has such a puzzle")),
    )
}

#[test]
fn every_game_has_puzzles_and_says_how_they_were_made() {
    assert_eq!(books().len(), FEWEST.len());
    for (book, (id, fewest)) in books().iter().zip(FEWEST) {
        let (variant, puzzles) = (book.maker.variant(), puzzles(book));
        assert_eq!(variant, id);
        assert!(puzzles.len() >= fewest, "{variant}: {}", puzzles.len());
        let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| &puzzle.id[..]).collect();
        assert_eq!(ids.len(), puzzles.len(), "{variant}: an id comes twice");
        let themes: Vec<&str> = book.maker.themes().iter().map(|theme| theme.word).collect();
        for puzzle in &puzzles {
            assert!(themes.contains(&&puzzle.theme[..]), "{variant}: {puzzle}");
        }
        let made_by = format!("# rookery puzzles make --variant {variant} ");
        assert!(
            book.text.starts_with(&made_by),
            "{variant}: how were they made?"
        );
    }
}

#[test]
fn no_two_puzzles_are_nearly_the_same() {
    for book in books() {
        let puzzles = puzzles(&book);
        let twins = book
            .maker
            .twins(&puzzles)
            .map(|(one, other)| (&puzzles[one], &puzzles[other]));
        assert_eq!(twins, None, "{}", book.maker.variant());
    }
}

#[test]
fn a_sample_is_proved() {
    for book in books() {
        let all = puzzles(&book);
        let step = all.len().div_ceil(SAMPLE);
        for puzzle in all.iter().step_by(step.max(1)) {
            let proved = book.maker.check(puzzle);
            assert_eq!(proved, Ok(()), "{}: {puzzle}", book.maker.variant());
        }
    }
}

#[test]
fn a_wrong_solution_is_found_out() {
    let (maker, puzzle) = first("orthodox", |goal| goal == Goal::Mate(2));
    let mut short = puzzle.clone();
    short.solution.truncate(1);
    short.solution[0].replies.clear();
    assert_eq!(maker.check(&short), Err(Flaw::GoalNotReached));
    let mut illegal = puzzle.clone();
    illegal.solution[0].action = "a1a1".to_owned();
    assert!(matches!(
        maker.check(&illegal),
        Err(Flaw::Illegal { number: 1, .. })
    ));
    let mut swapped = puzzle.clone();
    swapped.solution[0].replies.clear();
    assert_eq!(maker.check(&swapped), Err(Flaw::Turn { number: 2 }));
    let longer = Puzzle {
        goal: Goal::Mate(3),
        ..puzzle.clone()
    };
    assert_eq!(maker.check(&longer), Err(Flaw::GoalNotReached));
    let theme = Puzzle {
        theme: "fork and pin".to_owned(),
        ..puzzle
    };
    assert!(matches!(maker.check(&theme), Err(Flaw::Theme(_))));
}

/// A position written like a puzzle.
fn written(goal: Goal, setup: &str, solution: &str) -> Puzzle {
    let id = Puzzle::id_of(setup);
    let line = format!("{id}\t{goal}\t1\tcheck\t{setup}\t{solution}");
    line.parse().unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn a_double_solution_is_found_out() {
    let (maker, _) = first("orthodox", |_| true);
    let both = written(Goal::Mate(1), "6k1/5ppp/8/8/8/8/8/R2RK3 w - - 0 1", "a1a8");
    let good = vec!["a1a8".to_owned(), "d1d8".to_owned()];
    assert_eq!(
        maker.check(&both),
        Err(Flaw::NotTheOnlyOne { number: 1, good })
    );
    let one = written(Goal::Mate(1), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
    assert_eq!(maker.check(&one), Ok(()));
    let slow = written(
        Goal::Mate(2),
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "a1a7 ..g8f8 a7a8",
    );
    assert_eq!(maker.check(&slow), Err(Flaw::GoalNotReached));
    // A queen more wins whatever is played.
    let won = written(Goal::Win, "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "d1b3");
    assert!(maker.check(&won).is_err());
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    for book in books().iter().take(1) {
        let make = |seed| {
            let mut lines = Vec::new();
            book.maker
                .make(2, seed, &mut |puzzle| lines.push(puzzle.to_string()));
            lines
        };
        let lines = make(5);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines, make(5));
        assert_ne!(lines, make(6));
    }
}
