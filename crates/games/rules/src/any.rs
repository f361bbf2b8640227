//! The text face: what everything outside the rules crates sees.

use std::any::Any;

use serde::{Deserialize, Serialize};

use crate::sheet::SheetForm;
use crate::{
    CellId, Events, Explanation, Judged, Meta, Premove, Preview, Reach, Refusal, Scenario, Scene,
    SceneChange, Seat, Status, Written,
};

/// A kind of chess, by text.
pub trait AnyVariant: Send + Sync {
    /// Facts about this game.
    fn meta(&self) -> &'static Meta;

    /// Starts from a setup text. The empty text is the start of stored games that have none; what people
    /// begin with is [`AnyVariant::usual_start`].
    ///
    /// # Errors
    /// The text is not a position of this game.
    fn start(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal>;

    /// The same for a game that is made now, with a text that anybody may have sent: it must not be too long, nor offer too
    /// much. Nothing that is stored, saved or replayed is asked this.
    ///
    /// # Errors
    /// The text is not a position of this game, or more than a new game may begin with.
    fn begin(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal>;

    /// The setup text of a preset. `seed` decides what is random in it.
    fn preset(&self, id: &str, seed: u64) -> Option<String>;

    /// How a game begins when nobody has chosen: with the first preset, written out. The empty setup text is
    /// what stored games mean by it, which may be something else.
    fn usual_start(&self, seed: u64) -> UsualStart {
        let first = self.meta().presets.first().map(|preset| preset.id);
        let setup = first.and_then(|id| self.preset(id, seed));
        UsualStart {
            preset: first,
            setup: setup.unwrap_or_default(),
        }
    }

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
    fn sheet(&self, game: &Written, result: &str) -> Result<String, Refusal> {
        self.sheet_with(game, &[], result)
    }

    /// The same with comments behind the moves: one for each action or none at all. A sheet that holds no moves has no
    /// place for them.
    ///
    /// # Errors
    /// The setup or an action is refused.
    fn sheet_with(
        &self,
        game: &Written,
        notes: &[Option<String>],
        result: &str,
    ) -> Result<String, Refusal>;

    /// What its score sheets hold.
    fn sheet_form(&self) -> SheetForm;

    /// Starts where the tags of a score sheet say that the game began.
    ///
    /// # Errors
    /// They are those of another game, or what they say is not a position.
    fn start_of_tags(&self, tags: &[(String, String)]) -> Result<Box<dyn AnyGame>, Refusal>;

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

/// The start of a game that nobody has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualStart {
    /// The first preset, if the game has presets.
    pub preset: Option<&'static str>,
    /// Its whole setup text.
    pub setup: String,
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
    /// How many legal actions there are, which some games know without making the list.
    fn count(&self) -> usize;
    /// All legal actions with what a person needs to choose among them.
    fn offers(&self) -> Vec<Offer>;
    /// The offers whose taps begin like this; labels are made for these alone.
    fn offers_after(&self, taps: &[CellId]) -> Vec<Offer>;
    /// The same, with a label only where the taps leave several offers or there are none: elsewhere it is empty.
    /// Writing all labels can take longer than finding the actions.
    fn short_offers_after(&self, taps: &[CellId]) -> Vec<Offer>;
    /// All legal actions as their taps, a line for each with spaces between the taps, if for each of them the taps
    /// written together are the action text.
    fn plain_offers(&self) -> Option<String>;
    /// The label of one action, without making the others.
    ///
    /// # Errors
    /// The text is not an action.
    fn label(&self, action: &str) -> Result<String, Refusal>;
    /// Plays what somebody typed or sent, an action text or the notation of a score sheet: the text is
    /// read once and judged once. This game stays as it is.
    ///
    /// # Errors
    /// The text is not an action, or the action is not legal for this seat now.
    fn play(&self, seat: Seat, text: &str) -> Result<Judged, Refusal>;
    /// Judges an action text and says what it leads to, without writing its notation; this game stays as
    /// it is. [`AnyGame::play`] is for everything that keeps a score sheet.
    ///
    /// # Errors
    /// The action is not legal for this seat now.
    fn apply(&self, seat: Seat, action: &str) -> Result<AnyStep, Refusal>;
    /// The picture.
    fn scene(&self) -> Scene;
    /// What can differ between the picture of another state of the game and that of this one, where the game knows
    /// that without drawing both. A game says always or never.
    fn scene_change(&self, before: &dyn AnyGame) -> Option<SceneChange>;
    /// The picture of a moment of the timeline, where the game has one.
    fn scene_at(&self, moment: usize) -> Option<Scene>;
    /// The action text of what a person typed.
    ///
    /// # Errors
    /// The text is not an action, or no such action is legal.
    fn read(&self, text: &str) -> Result<String, Refusal>;
    /// An action as people write it.
    ///
    /// # Errors
    /// The text is not an action.
    fn notation(&self, action: &str) -> Result<String, Refusal>;
    /// The state after a turn in which nothing is played, for people who study a game; see
    /// [`crate::Variant::null_move`].
    fn null_move(&self) -> Option<Box<dyn AnyGame>>;
    /// A move of a record that goes on although the game had ended by itself; see [`crate::Variant::read_after_end`].
    fn play_after_end(&self, text: &str) -> Option<Judged>;
    /// Whether this seat could still win.
    fn can_win(&self, seat: Seat) -> bool;
    /// The number of the next move, where positions tell it; otherwise 1.
    fn move_number(&self) -> u32;
    /// What affects a place.
    fn explain(&self, cell: &str) -> Option<Explanation>;
    /// What a seat may prepare out of turn, after what it has prepared already.
    fn reach(&self, seat: Seat, prepared: &[Premove]) -> Vec<Reach>;
    /// What a legal action would do beyond the obvious.
    ///
    /// # Errors
    /// The action is not legal now.
    fn preview(&self, action: &str) -> Result<Option<Preview>, Refusal>;
    /// The typed state, for crates that know the game: `game.as_any().downcast_ref::<State>()`.
    /// [`crate::Erased::state`] does it by the name of the variant.
    fn as_any(&self) -> &dyn Any;
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
