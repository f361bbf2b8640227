//! The typed trait of a rules crate.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::sheet::{self, MoveStyle, SheetForm, SheetMove};
use crate::{
    CellId, Explain, NewGameLimits, Note, Refusal, Scenario, Scene, SceneChange, Seat, Shape,
    Status,
};

/// Facts about a kind of chess.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Meta {
    /// The stable name in protocols and stores.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence for people who have never seen it.
    pub summary: &'static str,
    /// Grows whenever a recorded game could replay differently. Stored with every game.
    pub rules_version: u32,
    /// How its boards are arranged.
    pub shape: Shape,
    /// Ready-made setups; the first is what a lobby offers first.
    pub presets: &'static [Preset],
    /// The file in which [`Variant::file`] writes a game, for a game that has one.
    pub file: Option<FileForm>,
    /// A picture for the card of the game, as SVG text. A page colours it by the classes that it gives to the
    /// cells and pieces of its boards; the attributes of the picture are for everybody else.
    #[serde(skip)]
    pub picture: &'static str,
    /// What people type in this game besides the moves of ordinary chess: an example and what it does.
    #[serde(skip)]
    pub typing: &'static [(&'static str, &'static str)],
    /// The page that teaches the game: an address, or a path on the server's own page.
    pub learn: Option<&'static str>,
}

/// A form of its own in which a game can be saved.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FileForm {
    /// The name for people.
    pub name: &'static str,
    /// How names of such files end, without the dot.
    pub extension: &'static str,
}

/// A ready-made setup.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Preset {
    /// The stable name.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence for people.
    pub summary: &'static str,
}

/// What a legal action leads to.
#[derive(Clone, Debug)]
pub struct Step<S, E> {
    /// The state afterwards.
    pub state: S,
    /// What happened, in the order in which it is to be shown.
    pub events: Vec<E>,
}

/// An action of a variant and what it leads to.
pub type Applied<V> = (
    <V as Variant>::Action,
    Step<<V as Variant>::State, <V as Variant>::Event>,
);

/// A game read from a text that people exchange, such as PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The canonical text of its start position.
    pub setup: String,
    /// Its actions.
    pub actions: Vec<String>,
}

/// What affects a place, for people who ask "why?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// What was asked about.
    pub cell: CellId,
    /// What is there, in words.
    pub title: String,
    /// Everything that affects it.
    pub notes: Vec<Note>,
}

/// A piece, or another thing that can be moved, and where it could get out of turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reach {
    /// What is pointed at first.
    pub from: CellId,
    /// What may be pointed at then.
    pub to: Vec<CellId>,
}

/// A move that a player prepares out of turn: what is pointed at first, and then.
pub type Premove = [CellId; 2];

/// What an action would do beyond the obvious, shown before it is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The action this is about.
    pub action: String,
    /// The status afterwards.
    pub status: Status,
    /// The position text afterwards.
    pub setup: String,
    /// Moments of the timeline that would lose their move.
    pub lost: Vec<usize>,
    /// The moment at which the line would then end, if it ends.
    pub terminus: Option<usize>,
    /// Sentences for people.
    pub notes: Vec<Note>,
}

/// A kind of chess.
///
/// All functions are pure: the same arguments give the same answer, on every machine.
///
/// The required part is what a game is; the provided part is what some games have more to say about.
pub trait Variant: Send + Sync + Sized + 'static {
    /// Facts about this game.
    const META: Meta;
    /// What a position may be with which a new game begins.
    const NEW_GAME: NewGameLimits = NewGameLimits::USUAL;
    /// What its score sheets hold.
    const SHEET: SheetForm = SheetForm::Moves(MoveStyle::PLAIN);
    /// A position as somebody wrote it; it may be nonsense.
    type Setup: Clone + Default + FromStr<Err = Self::Illegal> + Display;
    /// A position that may be played, with the history that its rules need; always playable.
    type State: Clone + Send + Sync + 'static;
    /// What a seat asks of the rules: one token without spaces.
    type Action: Clone + Eq + FromStr<Err = Self::Illegal> + Display;
    /// What happened, as a JSON object with a `type`. See [`Scene::replay`] for the types that move
    /// tokens.
    type Event: Serialize + Send + Sync + 'static;
    /// Why not.
    type Illegal: Explain;

    /// Makes a state of a setup, or says what is wrong with it.
    ///
    /// # Errors
    /// The setup is not a position of this game.
    fn start(setup: &Self::Setup) -> Result<Self::State, Self::Illegal>;

    /// Why no new game should begin with this state, besides [`Variant::NEW_GAME`].
    fn too_complex(_state: &Self::State) -> Option<&'static str> {
        None
    }

    /// The state as a setup: the canonical text of the position now.
    fn setup(state: &Self::State) -> Self::Setup;

    /// The setup of a preset. `seed` decides what is random in it.
    fn preset(id: &str, seed: u64) -> Option<Self::Setup>;

    /// Who acts next, or how the game ended.
    fn status(state: &Self::State) -> Status;

    /// All legal actions in a fixed order; none when the game is over.
    fn legal(state: &Self::State) -> impl ExactSizeIterator<Item = Self::Action>;

    /// How many legal actions there are. Some games can tell without making the list.
    fn count(state: &Self::State) -> usize {
        Self::legal(state).len()
    }

    /// Judges an action and says what it leads to. A refusal changes nothing, since nothing is changed
    /// here: the old state stays as it was.
    ///
    /// # Errors
    /// The action is not legal for this seat now.
    fn apply(
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<Step<Self::State, Self::Event>, Self::Illegal>;

    /// The state after an action which [`Variant::legal`] gave for this very state.
    ///
    /// This is the road of perft and of search: implementations may skip judging and telling. With an
    /// action of another state the answer is meaningless.
    fn play(state: &Self::State, action: &Self::Action) -> Self::State {
        let step = Self::status(state)
            .to_act()
            .map(|seat| Self::apply(state, seat, action));
        match step {
            Some(Ok(step)) => step.state,
            _ => state.clone(),
        }
    }

    /// The picture.
    fn scene(state: &Self::State) -> Scene;

    /// What can differ between the pictures of two states of one game, where the game knows that without drawing both.
    /// With `None` whole pictures are compared. A game says always or never.
    fn scene_change(_before: &Self::State, _after: &Self::State) -> Option<SceneChange> {
        None
    }

    /// What a person points at, one after the other, to choose this action.
    fn taps(state: &Self::State, action: &Self::Action) -> Vec<CellId>;

    /// All legal actions as their taps, if for each of them the taps written together are the action text: a line for
    /// each, with spaces between the taps. No label is needed then, for no two actions have the same taps.
    fn plain_offers(state: &Self::State) -> Option<String> {
        crate::plain_offers::write::<Self>(state)
    }

    /// The action in a few words, for the moment when the taps leave several: `Queen`, `rotated`.
    fn label(_state: &Self::State, action: &Self::Action) -> String {
        action.to_string()
    }

    /// The action as people write it on a score sheet.
    fn notation(_state: &Self::State, action: &Self::Action) -> String {
        action.to_string()
    }

    /// Reads an action as people type it: the action text, or the score-sheet notation.
    ///
    /// # Errors
    /// The text is not an action, or no such action is legal.
    fn read(_state: &Self::State, text: &str) -> Result<Self::Action, Self::Illegal> {
        text.parse()
    }

    /// Reads what a seat typed or sent and judges it. A game whose [`Variant::read`] already judges what
    /// it reads overrides this, so that a move is judged once.
    ///
    /// # Errors
    /// The text is not an action, or the action is not legal for this seat now.
    fn read_and_apply(
        state: &Self::State,
        seat: Seat,
        text: &str,
    ) -> Result<Applied<Self>, Self::Illegal> {
        let action = Self::read(state, text)?;
        let step = Self::apply(state, seat, &action)?;
        Ok((action, step))
    }

    /// [`Variant::notation`] of a legal action whose result is known: a game that writes signs for check
    /// and mate need not play the action again.
    fn notation_with(state: &Self::State, action: &Self::Action, _after: &Self::State) -> String {
        Self::notation(state, action)
    }

    /// The game as it is printed after the tags of a PGN-like text, without the result.
    fn movetext(start: &Self::State, actions: &[Self::Action]) -> String {
        sheet::words(&Self::sheet_moves(start, actions), &[]).join(" ")
    }

    /// The words of the movetext, where [`Variant::SHEET`] says that it holds moves.
    fn sheet_moves(start: &Self::State, actions: &[Self::Action]) -> Vec<SheetMove> {
        let mut state = start.clone();
        let mut moves = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            moves.push(SheetMove {
                turn: None,
                word: Self::notation(&state, action),
                n_actions: index + 1,
            });
            state = Self::play(&state, action);
        }
        moves
    }

    /// The tags of a score sheet that say what game this is and where it began.
    fn tags(start: &Self::State) -> Vec<(String, String)> {
        let mut tags = vec![("Variant".to_owned(), Self::META.name.to_owned())];
        let setup = Self::setup(start).to_string();
        let usual = Self::start(&Self::Setup::default());
        if usual.map_or(true, |usual| Self::setup(&usual).to_string() != setup) {
            tags.push(("SetUp".to_owned(), "1".to_owned()));
            tags.push(("FEN".to_owned(), setup));
        }
        tags
    }

    /// The setup that the tags of a score sheet tell of: what [`Variant::tags`] writes, and what others write.
    ///
    /// # Errors
    /// They are those of another game, or what they say is not a position.
    fn read_tags(tags: &[(String, String)]) -> Result<Self::Setup, Refusal> {
        sheet::read_tags::<Self>(tags)
    }

    /// The state after a turn in which nothing is played, which people write down when they study a game. No game is
    /// played like this. `None` where that makes no sense.
    fn null_move(_state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Reads a move of a record that goes on although the game had ended by itself, as games between people often do: by
    /// repetition, or because nobody could win any more. Gives the move and the state after it. `None` where there is no
    /// such move. No game is played like this.
    fn read_after_end(_state: &Self::State, _text: &str) -> Option<(Self::Action, Self::State)> {
        None
    }

    /// The game as a file in a form of its own, for a game that has one: then [`Meta::file`] says which.
    /// [`Variant::import`] reads it.
    fn file(
        _tags: &[(String, String)],
        _start: &Self::State,
        _actions: &[Self::Action],
    ) -> Option<String> {
        None
    }

    /// Reads games from the text in which people exchange them.
    ///
    /// # Errors
    /// The text holds no game of this kind, or a move in it is not legal.
    fn import(text: &str) -> Result<Vec<Written>, Refusal> {
        sheet::read::<Self>(text)
    }

    /// Whether this seat could still win by any sequence of legal actions. Decides what a lost clock is
    /// worth to the opponent.
    fn can_win(_state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// The number of the next move, where positions tell it: a game that begins in the middle of another goes on counting.
    fn move_number(_state: &Self::State) -> u32 {
        1
    }

    /// What affects a place, where the game has something to say about it.
    fn explain(_state: &Self::State, _cell: &str) -> Option<Explanation> {
        None
    }

    /// What a legal action would do beyond the obvious, where the game has something to say about it.
    fn preview(_state: &Self::State, _action: &Self::Action) -> Option<Preview> {
        None
    }

    /// Where the pieces of a seat could get if it had the turn, whatever the opponent does first: what a player may
    /// prepare out of turn. It holds every legal action of two taps, and more, since pieces in the way may be gone by
    /// then. `prepared` are the moves prepared already, in order. A game without premoves lists nothing, and one in
    /// which nothing can be prepared after them lists nothing then.
    fn reach(_state: &Self::State, _seat: Seat, _prepared: &[Premove]) -> Vec<Reach> {
        Vec::new()
    }

    /// The picture of a moment of the timeline, where the game has one.
    fn scene_at(_state: &Self::State, _moment: usize) -> Option<Scene> {
        None
    }

    /// What of this game is worth timing.
    fn scenarios() -> Vec<Scenario> {
        Vec::new()
    }
}
