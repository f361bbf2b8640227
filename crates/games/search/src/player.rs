//! From a game as it is stored to a choice.

use std::sync::atomic::AtomicBool;

use rules::{Evaluate, Refusal, RefusalKind, mix};

use crate::analysis::View;
use crate::any::FullThinking;
use crate::dice::Dice;
use crate::full::{Found, Root, deepen};
use crate::level::{Level, REFLEX};
use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Progress, think};
use crate::table::SearchMemory;

/// What a computer player does, and what it thinks of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action text.
    pub action: String,
    /// What the game is worth to the seat that acts.
    pub score: Score,
    /// How many actions were looked ahead in full.
    pub depth: u32,
    /// How many states were looked at.
    pub nodes: u64,
}

impl Choice {
    pub(crate) fn of<V: Evaluate>(progress: &Progress<V::Action>) -> Choice {
        Choice {
            action: progress.action.to_string(),
            score: progress.score,
            depth: progress.depth,
            nodes: progress.nodes,
        }
    }

    /// An action that was not thought about.
    fn unsearched<V: Evaluate>(state: &V::State, action: &V::Action) -> Choice {
        Choice {
            action: action.to_string(),
            score: Score::new(V::evaluate(state, V::actor(state))),
            depth: 0,
            nodes: 0,
        }
    }
}

/// A game as a computer player sees it.
pub struct Game<V: Evaluate> {
    /// The state now.
    pub state: V::State,
    /// The keys of all earlier states, oldest first.
    pub past: Vec<u64>,
}

/// The game after these actions from a setup; the empty text is the usual start.
///
/// # Errors
/// The setup or an action is refused.
pub fn replay<V: Evaluate>(setup: &str, actions: &[String]) -> Result<Game<V>, Refusal> {
    replay_with(setup, actions, V::key)
}

/// The same with other keys.
pub(crate) fn replay_with<V: Evaluate>(
    setup: &str,
    actions: &[String],
    key: fn(&V::State) -> u64,
) -> Result<Game<V>, Refusal> {
    let refusal = |illegal: V::Illegal| Refusal::from_illegal(&illegal);
    let setup = match setup.trim() {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal)?,
    };
    let mut state = V::start(&setup).map_err(refusal)?;
    let mut past = Vec::with_capacity(actions.len());
    for text in actions {
        past.push(key(&state));
        let action = text.parse().map_err(refusal)?;
        let seat = V::status(&state).seat_to_act()?;
        state = V::apply(&state, seat, &action).map_err(refusal)?.state;
    }
    Ok(Game { state, past })
}

/// What a player of this level does. The seed decides its mistakes and its taste.
pub(crate) fn choose<V: Evaluate>(
    game: &Game<V>,
    level: u8,
    seed: u64,
    within: &Limits,
    cancel: &AtomicBool,
) -> Result<Choice, Refusal> {
    let Game { state, past } = game;
    let actions: Vec<V::Action> = V::legal(state).collect();
    let Some(first) = actions.first() else {
        return Err(over());
    };
    if level == REFLEX {
        let action = V::reflex(state, seed).ok_or_else(|| no_level(level))?;
        return Ok(Choice::unsearched::<V>(state, &action));
    }
    let level = Level::find(level).ok_or_else(|| no_level(level))?;
    // The same seed makes different mistakes in different positions, also when a position comes again.
    let mut dice = Dice::new(mix(seed) ^ mix(V::key(state).wrapping_add(past.len() as u64)));
    if level.blunders > 0 && dice.happens(level.blunders) {
        let action = dice.pick(&actions).unwrap_or(first);
        return Ok(Choice::unsearched::<V>(state, action));
    }
    if actions.len() == 1 {
        return Ok(Choice::unsearched::<V>(state, first));
    }
    let limits = level.limits(V::EFFORT, seed).within(within);
    let progress = think::<V>(state, past, &limits, cancel, &mut |_| {}).ok_or_else(over)?;
    Ok(Choice::of::<V>(&progress))
}

/// What full strength thinks of a game. Where not even one action could be looked at, the first is the line.
pub(crate) fn think_fully<V: Evaluate>(
    setup: &str,
    actions: &[String],
    table: &mut SearchMemory,
    thinking: FullThinking<'_>,
) -> Result<View, Refusal> {
    let Game { state, past } = replay_with::<V>(setup, actions, V::place)?;
    let FullThinking {
        effort,
        is_allowed,
        cancel,
        report,
    } = thinking;
    let is_allowed = |action: &V::Action| is_allowed(&action.to_string());
    let first = V::legal(&state).find(&is_allowed).ok_or_else(over)?;
    table.grow_older();
    let root = Root {
        state: &state,
        past: &past,
        is_allowed: &is_allowed,
    };
    let mut tell = |number, found: &Found<V::Action>, depth, nodes| {
        report(number, &found.told(depth), nodes);
    };
    let (mut found, depth, nodes) = deepen::<V>(table.get(), &root, &effort, cancel, &mut tell);
    let seat = V::actor(&state);
    if found.is_empty() {
        let value = V::assess(&state, seat);
        found.push(Found {
            line: vec![first],
            value,
        });
    }
    Ok(View {
        seat,
        lines: found.iter().map(|line| line.told(depth)).collect(),
        depth,
        nodes,
        is_finished: false,
    })
}

pub(crate) fn over() -> Refusal {
    Refusal::new("game-over", "the game is over: there is nothing to choose")
        .of_kind(RefusalKind::GameOver)
}

fn no_level(level: u8) -> Refusal {
    let message = format!("this game has no computer player of level {level}");
    Refusal::new("no-such-level", message)
}
