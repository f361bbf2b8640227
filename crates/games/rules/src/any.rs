//! The text face: what everything outside the rules crates sees.

use std::marker::PhantomData;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::{
    CellId, Events, Explanation, Meta, Preview, Refusal, Scenario, Scene, Seat, Status, Variant,
    Written, sheet,
};

/// A kind of chess, by text.
pub trait AnyVariant: Send + Sync {
    /// Facts about this game.
    fn meta(&self) -> &'static Meta;

    /// Starts from a setup text; the empty text is the usual start.
    ///
    /// # Errors
    /// The text is not a position of this game.
    fn start(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal>;

    /// The setup text of a preset. `seed` decides whatever is random in it.
    fn preset(&self, id: &str, seed: u64) -> Option<String>;

    /// Counts sequences of `depth` legal actions from a setup: [`crate::perft`] at full speed.
    ///
    /// # Errors
    /// The text is not a position of this game.
    fn perft(&self, setup: &str, depth: u32) -> Result<u64, Refusal>;

    /// The same below each legal action.
    ///
    /// # Errors
    /// The text is not a position of this game.
    fn divide(&self, setup: &str, depth: u32) -> Result<Vec<(String, u64)>, Refusal>;

    /// The game as it is printed after the tags of a PGN-like text.
    ///
    /// # Errors
    /// The setup or an action is refused.
    fn movetext(&self, setup: &str, actions: &[String]) -> Result<String, Refusal>;

    /// The game as a score sheet: these tags, those that say what game it is, the moves, the result.
    /// [`AnyVariant::import`] reads it.
    ///
    /// # Errors
    /// The setup or an action is refused.
    fn sheet(&self, game: &Written, result: &str) -> Result<String, Refusal>;

    /// The game as a file in a form of its own, where this kind of chess has one.
    /// [`AnyVariant::import`] reads it.
    ///
    /// # Errors
    /// The setup or an action is refused.
    fn file(&self, game: &Written) -> Result<Option<String>, Refusal>;

    /// Reads games from the text in which people exchange them.
    ///
    /// # Errors
    /// The text holds no game of this kind, or a move in it is not legal.
    fn import(&self, text: &str) -> Result<Vec<Written>, Refusal>;

    /// What of this game is worth timing.
    fn scenarios(&self) -> Vec<Scenario>;
}

/// One state of one game, by text.
pub trait AnyGame: Send + Sync {
    /// Facts about this game.
    fn meta(&self) -> &'static Meta;
    /// The canonical text of the position now.
    fn setup(&self) -> String;
    /// Who acts next, or how the game ended.
    fn status(&self) -> Status;
    /// All legal actions in a fixed order.
    fn legal(&self) -> Vec<String>;
    /// All legal actions with what a person needs to choose among them.
    fn offers(&self) -> Vec<Offer>;
    /// Judges an action and says what it leads to; this game stays as it is.
    ///
    /// # Errors
    /// The action is not legal for this seat now.
    fn apply(&self, seat: Seat, action: &str) -> Result<AnyStep, Refusal>;
    /// The picture.
    fn scene(&self) -> Scene;
    /// The picture of a moment of the timeline, where the game has one.
    fn scene_at(&self, moment: usize) -> Option<Scene>;
    /// The action text of what a person typed.
    ///
    /// # Errors
    /// The text is no action, or no such action is legal.
    fn read(&self, text: &str) -> Result<String, Refusal>;
    /// An action as people write it.
    ///
    /// # Errors
    /// The text is not an action.
    fn notation(&self, action: &str) -> Result<String, Refusal>;
    /// Whether this seat could still win.
    fn can_win(&self, seat: Seat) -> bool;
    /// What affects a place.
    fn explain(&self, cell: &str) -> Option<Explanation>;
    /// What a legal action would do beyond the obvious.
    ///
    /// # Errors
    /// The action is not legal now.
    fn preview(&self, action: &str) -> Result<Option<Preview>, Refusal>;
    /// Another handle to the same state.
    fn clone_game(&self) -> Box<dyn AnyGame>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_game()
    }
}

/// What a legal action leads to, by text.
pub struct AnyStep {
    /// The game afterwards.
    pub game: Box<dyn AnyGame>,
    /// What happened, in the order in which it is to be shown.
    pub events: Events,
}

/// A legal action with what a person needs to choose it: filter offers by taps so far; where several
/// remain after the last tap, show their labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The action text to send.
    pub action: String,
    /// What to point at, one after the other.
    pub taps: Vec<CellId>,
    /// The action in a few words.
    pub label: String,
}

/// The only adapter from a typed variant to the text face.
pub struct Erased<V>(PhantomData<fn() -> V>);

impl<V> Erased<V> {
    /// The adapter holds nothing.
    pub const fn new() -> Erased<V> {
        Erased(PhantomData)
    }
}

impl<V> Default for Erased<V> {
    fn default() -> Erased<V> {
        Erased::new()
    }
}

pub(crate) fn refusal<V: Variant>(illegal: V::Illegal) -> Refusal {
    Refusal::from_illegal(&illegal)
}

fn start<V: Variant>(setup: &str) -> Result<V::State, Refusal> {
    let setup = match setup.trim() {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal::<V>)?,
    };
    V::start(&setup).map_err(refusal::<V>)
}

fn parse<V: Variant>(action: &str) -> Result<V::Action, Refusal> {
    action.parse().map_err(refusal::<V>)
}

impl<V: Variant> AnyVariant for Erased<V> {
    fn meta(&self) -> &'static Meta {
        &V::META
    }

    fn start(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
        Ok(Game::<V>::new(start::<V>(setup)?))
    }

    fn preset(&self, id: &str, seed: u64) -> Option<String> {
        V::preset(id, seed).map(|setup| setup.to_string())
    }

    fn perft(&self, setup: &str, depth: u32) -> Result<u64, Refusal> {
        Ok(crate::perft::<V>(&start::<V>(setup)?, depth))
    }

    fn divide(&self, setup: &str, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        let counts = crate::divide::<V>(&start::<V>(setup)?, depth);
        Ok(counts
            .into_iter()
            .map(|(action, count)| (action.to_string(), count))
            .collect())
    }

    fn movetext(&self, setup: &str, actions: &[String]) -> Result<String, Refusal> {
        let (start, actions) = played::<V>(setup, actions)?;
        Ok(V::movetext(&start, &actions))
    }

    fn sheet(&self, game: &Written, result: &str) -> Result<String, Refusal> {
        let (start, actions) = played::<V>(&game.setup, &game.actions)?;
        let mut tags = game.tags.clone();
        tags.extend(V::tags(&start));
        Ok(sheet::write(&tags, &V::movetext(&start, &actions), result))
    }

    fn file(&self, game: &Written) -> Result<Option<String>, Refusal> {
        let (start, actions) = played::<V>(&game.setup, &game.actions)?;
        Ok(V::file(&game.tags, &start, &actions))
    }

    fn import(&self, text: &str) -> Result<Vec<Written>, Refusal> {
        V::import(text)
    }

    fn scenarios(&self) -> Vec<Scenario> {
        V::scenarios()
    }
}

/// The start of a game and its actions, once all of them have proved to be legal.
fn played<V: Variant>(
    setup: &str,
    actions: &[String],
) -> Result<(V::State, Vec<V::Action>), Refusal> {
    let start = start::<V>(setup)?;
    let mut state = start.clone();
    let mut parsed = Vec::with_capacity(actions.len());
    for text in actions {
        let action = parse::<V>(text)?;
        state = step::<V>(&state, &action)?.state;
        parsed.push(action);
    }
    Ok((start, parsed))
}

/// Lets whoever is to act do it. After the end any seat will do: the rules refuse both.
fn step<V: Variant>(
    state: &V::State,
    action: &V::Action,
) -> Result<crate::Step<V::State, V::Event>, Refusal> {
    let seat = V::status(state).to_act().unwrap_or(Seat::White);
    V::apply(state, seat, action).map_err(refusal::<V>)
}

struct Game<V: Variant> {
    state: V::State,
    /// Asked for again and again between two actions, and for most games as dear as all legal actions.
    status: OnceLock<Status>,
}

impl<V: Variant> Game<V> {
    fn new(state: V::State) -> Box<Game<V>> {
        let status = OnceLock::new();
        Box::new(Game { state, status })
    }
}

impl<V: Variant> AnyGame for Game<V> {
    fn meta(&self) -> &'static Meta {
        &V::META
    }

    fn setup(&self) -> String {
        V::setup(&self.state).to_string()
    }

    fn status(&self) -> Status {
        let status = self.status.get_or_init(|| V::status(&self.state));
        status.clone()
    }

    fn legal(&self) -> Vec<String> {
        V::legal(&self.state)
            .map(|action| action.to_string())
            .collect()
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |action: V::Action| Offer {
            action: action.to_string(),
            taps: V::taps(&self.state, &action),
            label: V::label(&self.state, &action),
        };
        V::legal(&self.state).map(offer).collect()
    }

    fn apply(&self, seat: Seat, action: &str) -> Result<AnyStep, Refusal> {
        let step = V::apply(&self.state, seat, &parse::<V>(action)?).map_err(refusal::<V>)?;
        Ok(AnyStep {
            events: Events::new(step.events),
            game: Game::<V>::new(step.state),
        })
    }

    fn scene(&self) -> Scene {
        V::scene(&self.state)
    }

    fn scene_at(&self, moment: usize) -> Option<Scene> {
        V::scene_at(&self.state, moment)
    }

    fn read(&self, text: &str) -> Result<String, Refusal> {
        V::read(&self.state, text)
            .map(|action| action.to_string())
            .map_err(refusal::<V>)
    }

    fn notation(&self, action: &str) -> Result<String, Refusal> {
        Ok(V::notation(&self.state, &parse::<V>(action)?))
    }

    fn can_win(&self, seat: Seat) -> bool {
        V::can_win(&self.state, seat)
    }

    fn explain(&self, cell: &str) -> Option<Explanation> {
        V::explain(&self.state, cell)
    }

    fn preview(&self, action: &str) -> Result<Option<Preview>, Refusal> {
        let action = parse::<V>(action)?;
        step::<V>(&self.state, &action)?;
        Ok(V::preview(&self.state, &action))
    }

    fn clone_game(&self) -> Box<dyn AnyGame> {
        Box::new(Game::<V> {
            state: self.state.clone(),
            status: self.status.clone(),
        })
    }
}
