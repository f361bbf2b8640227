//! What is a puzzle and what is not.
//!
//! Forced wins are proved by the exhaustive solver. Everything else is proved by a search without shortcuts, which has
//! to find the solution better than every other action by a margin, down to the depth of the solution.

use std::sync::atomic::AtomicBool;

use rules::{Puzzling, Seat, Status};
use search::solver::winning_actions_among;
use search::{Limits, MATE, Progress, Score, Style, think, think_among};

use crate::flaw::Flaw;
use crate::puzzle::{Goal, Puzzle};

/// How much better than every other action the solution is, in hundredths of a pawn.
pub const MARGIN: i32 = 200;
/// From here on a position is won.
const WON: i32 = 200;
/// Down to here a position is held.
const HELD: i32 = -100;

/// A seat's decision as the search sees it.
pub(crate) struct Decision<A> {
    /// The best action.
    pub(crate) action: A,
    /// What it is worth.
    pub(crate) value: i32,
    /// What the best other action is worth.
    pub(crate) others: i32,
    /// What the search thought at each depth.
    depths: Vec<(A, i32)>,
}

impl<A: Clone + Eq> Decision<A> {
    /// What only the best action reaches, with `slack` to spare.
    pub(crate) fn goal(&self, slack: i32) -> Option<Goal> {
        goal_of(self.value, self.others, slack)
    }

    /// The depth from which on the search knew.
    pub(crate) fn known_from(&self) -> u32 {
        let least = match self.goal(0) {
            Some(Goal::Win) => WON / 2,
            Some(Goal::Mate(_) | Goal::Save) | None => HELD - MARGIN,
        };
        let knows = |(action, value): &&(A, i32)| *action == self.action && *value >= least;
        let known = self.depths.iter().rev().take_while(knows).count();
        (self.depths.len() + 1 - known) as u32
    }
}

/// What an action of this value reaches that all others miss, with `slack` to spare.
pub(crate) fn goal_of(value: i32, others: i32, slack: i32) -> Option<Goal> {
    if value.saturating_sub(others) < MARGIN + slack {
        return None;
    }
    if value >= WON + slack && others <= WON / 2 - slack {
        return Some(Goal::Win);
    }
    (value >= HELD + slack && others <= HELD - MARGIN - slack).then_some(Goal::Save)
}

/// Compares the actions of a state, `depth` actions ahead; `None` if there is nothing to compare, or too much.
pub(crate) fn decide<V: Puzzling>(state: &V::State, depth: u32) -> Option<Decision<V::Action>> {
    let mut depths = Vec::new();
    let mut note = |progress: &Progress<V::Action>| {
        depths.push((progress.action.clone(), raw(progress.score)));
    };
    let limits = exact::<V>(depth);
    let best = think::<V>(state, &[], &limits, &never(), &mut note)?;
    let others = V::legal(state)
        .filter(|action| *action != best.action)
        .collect();
    let other = think_among::<V>(state, others, &[], &limits, &never(), &mut |_| {})?;
    let finished = is_finished(&best, depth) && is_finished(&other, depth);
    finished.then_some(Decision {
        action: best.action,
        value: raw(best.score),
        others: raw(other.score),
        depths,
    })
}

/// The best action of a state, as the proof sees it.
pub(crate) fn best<V: Puzzling>(state: &V::State) -> Option<V::Action> {
    let limits = exact::<V>(V::PROOF.depth);
    Some(think::<V>(state, &[], &limits, &never(), &mut |_| {})?.action)
}

fn exact<V: Puzzling>(depth: u32) -> Limits {
    Limits {
        nodes: V::PROOF.states,
        style: Style::Exact {
            quiescence: V::PROOF.quiescence,
        },
        ..Limits::to_depth(depth)
    }
}

pub(crate) fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// Whether a search has seen everything that it was asked to look at.
fn is_finished<A>(progress: &Progress<A>, depth: u32) -> bool {
    match progress.score {
        Score::WinIn(actions) | Score::LossIn(actions) if actions <= progress.depth => true,
        Score::Balance(_) | Score::WinIn(_) | Score::LossIn(_) => progress.depth == depth,
    }
}

/// A score as a number that can be compared.
pub(crate) fn raw(score: Score) -> i32 {
    let far = |actions: u32| MATE - i32::try_from(actions).unwrap_or(MATE);
    match score {
        Score::Balance(balance) => balance,
        Score::WinIn(actions) => far(actions),
        Score::LossIn(actions) => -far(actions),
    }
}

/// How far the proof of a decision looks that is followed by so many more actions of the solution.
fn depth_of<V: Puzzling>(rest: usize) -> u32 {
    let rest = u32::try_from(rest).unwrap_or(u32::MAX);
    V::PROOF.depth.max(rest + 1)
}

/// Whether a puzzle is what it says: every action is legal, each of the solver's is the only good one, and they
/// reach the goal.
///
/// # Errors
/// It is not.
pub(crate) fn check<V: Puzzling>(puzzle: &Puzzle) -> Result<(), Flaw> {
    let line = SolutionLine::<V>::of(puzzle)?;
    match puzzle.goal {
        Goal::Mate(within) => line.prove_mate(within)?,
        Goal::Win | Goal::Save => line.prove_value(puzzle.goal)?,
    }
    let theme = line.theme();
    match puzzle.theme == theme {
        true => Ok(()),
        false => Err(Flaw::Theme(theme)),
    }
}

/// A solution that was played out.
pub(crate) struct SolutionLine<V: Puzzling> {
    solver: Seat,
    /// Each action and the state it is played in.
    steps: Vec<(V::State, V::Action)>,
    end: V::State,
}

impl<V: Puzzling> SolutionLine<V> {
    /// Plays out the solution of a puzzle.
    fn of(puzzle: &Puzzle) -> Result<SolutionLine<V>, Flaw> {
        let refused = |why: V::Illegal| Flaw::Setup(why.to_string());
        let setup = puzzle.setup.parse().map_err(refused)?;
        let mut end = V::start(&setup).map_err(refused)?;
        let solver = V::status(&end).to_act().ok_or(Flaw::Over)?;
        let mut steps = Vec::new();
        for (index, (text, is_own)) in puzzle.line().enumerate() {
            if (V::status(&end).to_act() == Some(solver)) != is_own {
                return Err(Flaw::Turn { number: index + 1 });
            }
            let found = V::legal(&end).find(|action| action.to_string() == *text);
            let action = found.ok_or_else(|| Flaw::Illegal {
                number: index + 1,
                action: text.to_owned(),
            })?;
            let after = V::play(&end, &action);
            steps.push((std::mem::replace(&mut end, after), action));
        }
        Ok(SolutionLine { solver, steps, end })
    }

    /// The solver's decisions with their places in the line.
    fn own(&self) -> impl Iterator<Item = (usize, &V::State, &V::Action)> {
        let all = self.steps.iter().enumerate();
        all.filter(|(_, (state, _))| V::actor(state) == self.solver)
            .map(|(index, (state, action))| (index, state, action))
    }

    fn prove_mate(&self, within: u32) -> Result<(), Flaw> {
        let is_won = matches!(V::status(&self.end), Status::Over(outcome) if outcome.winner == Some(self.solver));
        if !is_won || self.own().count() != within as usize {
            return Err(Flaw::GoalNotReached);
        }
        for ((index, state, action), played) in self.own().zip(0..) {
            let number = index + 1;
            let good = only_win::<V>(state, within - played).map_err(|miss| miss.at(number))?;
            if good != *action {
                let good = vec![good.to_string()];
                return Err(Flaw::NotTheOnlyOne { number, good });
            }
        }
        Ok(())
    }

    fn prove_value(&self, goal: Goal) -> Result<(), Flaw> {
        for (index, state, action) in self.own() {
            let number = index + 1;
            let depth = depth_of::<V>(self.steps.len() - number);
            let decision = decide::<V>(state, depth).ok_or(Flaw::TooLarge { number })?;
            let found = decision.goal(0);
            if decision.action != *action {
                let good = vec![decision.action.to_string()];
                return Err(Flaw::NotTheOnlyOne { number, good });
            }
            if found != Some(goal) {
                let found = found.map(|goal| (goal, decision.value, decision.others));
                return Err(Flaw::NotProved { number, found });
            }
        }
        Ok(())
    }

    /// What the solution is an example of.
    fn theme(&self) -> &'static str {
        let words: Vec<&str> = self
            .own()
            .map(|(_, state, action)| V::theme(state, action))
            .collect();
        let first = V::THEMES.iter().find(|theme| words.contains(&theme.word));
        first.map_or("", |theme| theme.word)
    }
}

/// The theme of a solution that is known to be legal.
pub(crate) fn theme_of<V: Puzzling>(puzzle: &Puzzle) -> &'static str {
    SolutionLine::<V>::of(puzzle).map_or("", |line| line.theme())
}

/// Why there is no only win.
pub(crate) enum Miss {
    TooLarge,
    Faster,
    Several(Vec<String>),
}

impl Miss {
    fn at(self, number: usize) -> Flaw {
        match self {
            Miss::TooLarge => Flaw::TooLarge { number },
            Miss::Faster => Flaw::Faster { number },
            Miss::Several(good) => Flaw::NotTheOnlyOne { number, good },
        }
    }
}

/// The only action that wins by force within so many own actions, where none wins faster.
pub(crate) fn only_win<V: Puzzling>(state: &V::State, within: u32) -> Result<V::Action, Miss> {
    let mut states = V::PROOF.states;
    let mut winning = |within| winning_actions_among::<V>(state, within, &mut states);
    if within > 1 && !winning(within - 1).ok_or(Miss::TooLarge)?.is_empty() {
        return Err(Miss::Faster);
    }
    let mut good = winning(within).ok_or(Miss::TooLarge)?;
    match (good.pop(), good.is_empty()) {
        (Some(action), true) => Ok(action),
        (last, _) => {
            let all = good.iter().chain(&last).map(ToString::to_string);
            Err(Miss::Several(all.collect()))
        }
    }
}
