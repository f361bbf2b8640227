//! From a game as it is stored to a choice.

use std::sync::atomic::AtomicBool;

use rules::{Evaluate, Refusal, RefusalKind, mix};

use crate::dice::Dice;
use crate::level::{Level, REFLEX};
use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Progress, think};

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
    let refusal = |illegal: V::Illegal| Refusal::from_illegal(&illegal);
    let setup = match setup.trim() {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal)?,
    };
    let mut state = V::start(&setup).map_err(refusal)?;
    let mut past = Vec::with_capacity(actions.len());
    for text in actions {
        past.push(V::key(&state));
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

pub(crate) fn over() -> Refusal {
    Refusal::new("game-over", "the game is over: there is nothing to choose")
        .of_kind(RefusalKind::GameOver)
}

fn no_level(level: u8) -> Refusal {
    let message = format!("this game has no computer player of level {level}");
    Refusal::new("no-such-level", message)
}
