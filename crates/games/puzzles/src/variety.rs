//! Which puzzles are still wanted: many kinds, and none twice.

use std::collections::BTreeSet;

use rules::{Puzzling, Variant};

use crate::puzzle::{Goal, Puzzle};

/// Two positions with the same goal differ in at least so many places.
const DIFFERENT: usize = 6;
/// The greatest shares in a hundred of a grade and of a goal.
const SHARE_OF_EASIEST: usize = 35;
const SHARE_OF_GRADE: usize = 50;
const SHARE_OF_GOAL: usize = 55;
const SHARE_OF_SAVES: usize = 30;
/// By how much shares grow when nothing is found.
const RELAXED: usize = 5;

/// Where which piece stands.
type Places = BTreeSet<(String, char)>;

/// The puzzles so far, as far as they decide which others are wanted.
pub(crate) struct Variety {
    wanted: usize,
    /// What is added to all shares.
    relaxed: usize,
    known: Vec<(Goal, u8, String, Places)>,
}

impl Variety {
    pub(crate) fn new(wanted: usize) -> Variety {
        Variety {
            wanted,
            relaxed: 0,
            known: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Makes room for more of what is common.
    pub(crate) fn relax(&mut self) {
        self.relaxed += RELAXED;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.known.len() >= self.wanted
    }

    pub(crate) fn has_room<V: Puzzling>(&self, puzzle: &Puzzle) -> bool {
        let theme = V::THEMES.iter().find(|theme| theme.word == puzzle.theme);
        let Some(theme) = theme else {
            return false;
        };
        let grade = if puzzle.grade == 1 {
            SHARE_OF_EASIEST
        } else {
            SHARE_OF_GRADE
        };
        let goal = if puzzle.goal == Goal::Save {
            SHARE_OF_SAVES
        } else {
            SHARE_OF_GOAL
        };
        self.below(usize::from(theme.share), |(_, _, word, _)| {
            *word == puzzle.theme
        }) && self.below(grade, |known| known.1 == puzzle.grade)
            && self.below(goal, |known| same_kind(known.0, puzzle.goal))
            && !self.is_known::<V>(puzzle)
    }

    /// Whether fewer than so many in a hundred of the wanted puzzles are like this.
    fn below(&self, percent: usize, is_like: impl Fn(&(Goal, u8, String, Places)) -> bool) -> bool {
        let most = (self.wanted * (percent + self.relaxed)).div_ceil(100);
        self.known.iter().filter(|known| is_like(known)).count() < most
    }

    /// Whether nearly the same position is there already.
    fn is_known<V: Puzzling>(&self, puzzle: &Puzzle) -> bool {
        let places = places::<V>(&puzzle.setup);
        self.known.iter().any(|(goal, _, _, known)| {
            *goal == puzzle.goal && known.symmetric_difference(&places).count() < DIFFERENT
        })
    }

    pub(crate) fn add<V: Puzzling>(&mut self, puzzle: &Puzzle) {
        let places = places::<V>(&puzzle.setup);
        let Puzzle {
            goal, grade, theme, ..
        } = puzzle;
        self.known.push((*goal, *grade, theme.clone(), places));
    }
}

fn same_kind(one: Goal, other: Goal) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

fn places<V: Variant>(setup: &str) -> Places {
    let state = setup.parse().ok().and_then(|setup| V::start(&setup).ok());
    let tokens = state.map(|state| V::scene(&state).tokens);
    let place = |token: rules::Token| (token.cell.to_string(), token.letter);
    tokens.into_iter().flatten().map(place).collect()
}

/// Whether two puzzles of a list are nearly the same, by their places in it.
pub(crate) fn twins<V: Variant>(puzzles: &[Puzzle]) -> Option<(usize, usize)> {
    let all: Vec<Places> = puzzles
        .iter()
        .map(|puzzle| places::<V>(&puzzle.setup))
        .collect();
    let is_twin = |one: usize, other: usize| {
        puzzles[one].goal == puzzles[other].goal
            && all[one].symmetric_difference(&all[other]).count() < DIFFERENT
    };
    let pairs = (0..all.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    pairs.into_iter().find(|(one, other)| is_twin(*one, *other))
}
