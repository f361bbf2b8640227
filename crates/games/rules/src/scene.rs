//! A neutral picture of a state: boards, cells and tokens. A client that can draw a scene and point at
//! its cells can play any game of the catalog.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Args, Seat};

/// A name in a picture. Most are known at compile time, so that making a picture does not copy them.
pub type Name = Cow<'static, str>;

/// Names a place that can be pointed at: a square, a board, a moment of the past, a choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellId(pub Name);

impl CellId {
    /// An id that is known at compile time.
    pub const fn of(id: &'static str) -> CellId {
        CellId(Cow::Borrowed(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for CellId {
    fn from(id: &str) -> CellId {
        CellId(Name::Owned(id.to_owned()))
    }
}

impl From<String> for CellId {
    fn from(id: String) -> CellId {
        CellId(Name::Owned(id))
    }
}

/// How the boards of a game are arranged, so that a client can choose a way of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Shape {
    /// One flat board.
    Flat,
    /// Several boards at different heights.
    Levels,
    /// One flat board that can be looked at in every moment of a timeline.
    Timeline,
}

/// Everything there is to see in one state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// How the boards are arranged.
    pub shape: Shape,
    /// The boards, lowest first.
    pub boards: Vec<Board>,
    /// All cells of all boards.
    pub cells: Vec<Cell>,
    /// Places that can be tapped although no token stands there: pins of movable boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Spot>>", optional))]
    pub spots: Vec<Spot>,
    /// All pieces.
    pub tokens: Vec<Token>,
    /// Cells to paint: last move, check and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Mark>>", optional))]
    pub marks: Vec<Mark>,
    /// The past as something to look at and point at, where the game has such a thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub timeline: Option<Timeline>,
    /// Sentences about the state that have no place on a board ("Waiting for promotion").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Badge>>", optional))]
    pub notes: Vec<Badge>,
}

/// A board: a group of cells that lie, and perhaps move, together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// Its name in cells.
    pub id: Name,
    /// Its name for people.
    pub name: Name,
    /// What to tap in order to choose the board itself, where that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tap: Option<CellId>,
    /// Who controls it, where boards have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// Small signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Badge>>", optional))]
    pub badges: Vec<Badge>,
}

impl Board {
    /// A board that nobody chooses or controls, without signs.
    pub fn plain(id: impl Into<Name>, name: impl Into<Name>) -> Board {
        Board {
            id: id.into(),
            name: name.into(),
            tap: None,
            seat: None,
            badges: Vec::new(),
        }
    }
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Shade {
    /// Like h1.
    Light,
    /// Like a1.
    Dark,
}

/// A place a token can stand on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// What to tap.
    pub id: CellId,
    /// The board it belongs to.
    pub board: Name,
    /// To the right, as White sees it.
    pub x: i16,
    /// Away from White.
    pub y: i16,
    /// Upwards.
    pub z: i16,
    /// Its colour.
    pub shade: Shade,
}

/// A place that can be tapped although no token stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// What to tap.
    pub id: CellId,
    /// Its name for people.
    pub name: String,
    /// To the right, as White sees it.
    pub x: i16,
    /// Away from White.
    pub y: i16,
    /// Upwards.
    pub z: i16,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    /// Where it stands.
    pub cell: CellId,
    /// What it is: a stable lower-case word such as `knight`.
    pub kind: Name,
    /// Whose it is.
    pub seat: Seat,
    /// One letter, upper case for White, as in position texts.
    pub letter: char,
    /// What it is called, for people: `white knight`.
    pub label: Name,
    /// Small signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Badge>>", optional))]
    pub badges: Vec<Badge>,
}

/// A small sign with words. The macro [`badge!`](crate::badge) makes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Badge {
    /// A stable word for the sign: `crown`, `lock`.
    pub kind: Name,
    /// What it means, for people.
    pub text: String,
    /// The values in these words by their names, so that they can be said in another language.
    #[serde(default, skip_serializing_if = "Args::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Args>"))]
    pub args: Args,
}

/// Cells to paint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// A stable word: `last`, `check`.
    pub kind: Name,
    /// The cells it covers.
    pub cells: Vec<CellId>,
}

/// The past as something to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeline {
    /// Every moment in order. Moment 0 is the start; moment n is after entry n of this list.
    pub moments: Vec<Moment>,
    /// The moment whose board this scene shows.
    pub shown: usize,
}

/// What stands at one place of a timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// What to tap in order to choose this moment.
    pub tap: CellId,
    /// Whose place it is.
    pub seat: Seat,
    /// What stands there.
    pub kind: MomentKind,
    /// In words or notation: `Nf3`.
    pub label: String,
    /// Small signs: `check`, `terminus`, `upgradable`, `dormant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Badge>>", optional))]
    pub badges: Vec<Badge>,
}

/// What stands at one place of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MomentKind {
    /// A move.
    Move,
    /// A hole that can be filled.
    Blank,
    /// A place given up for good.
    Pass,
}

impl Scene {
    /// The token on a cell.
    pub fn token_at(&self, cell: &str) -> Option<&Token> {
        self.tokens.iter().find(|token| token.cell.as_str() == cell)
    }

    /// The king in check, if one is: the first token on a cell that is marked `check`.
    pub fn checked(&self) -> Option<&Token> {
        let mut checks = self.marks.iter().filter(|mark| mark.kind == "check");
        let cells = checks.next().map(|mark| mark.cells.as_slice());
        let mut cells = cells.unwrap_or_default().iter();
        cells.find_map(|cell| self.token_at(cell.as_str()))
    }

    /// Everything that can be tapped: cells, spots, boards and moments.
    pub fn taps(&self) -> impl Iterator<Item = &CellId> {
        let moments = self.timeline.iter().flat_map(|timeline| &timeline.moments);
        (self.cells.iter().map(|cell| &cell.id))
            .chain(self.spots.iter().map(|spot| &spot.id))
            .chain(self.boards.iter().filter_map(|board| board.tap.as_ref()))
            .chain(moments.map(|moment| &moment.tap))
    }

    /// Changes the tokens as a client does that animates `events` one after the other.
    ///
    /// Events are JSON objects with a `type`. Five types change tokens, in every game:
    /// `moved {from, to}`, `removed {at}`, `placed {at, token}`, `changed {at, token}` and `redraw`
    /// (forget the picture and draw the new scene). All others only tell a story.
    ///
    /// Gives `None` after `redraw`, since the old picture then says nothing about the new one.
    ///
    /// # Errors
    /// Says which event does not fit the picture.
    pub fn replay(mut self, events: &[Value]) -> Result<Option<Scene>, String> {
        for event in events {
            if event["type"] == "redraw" {
                return Ok(None);
            }
            self.replay_one(event)
                .map_err(|why| format!("{why} in {event}"))?;
        }
        Ok(Some(self))
    }

    fn replay_one(&mut self, event: &Value) -> Result<(), String> {
        let cell = |key: &str| {
            event[key]
                .as_str()
                .ok_or_else(|| format!("no cell `{key}`"))
        };
        let token = || {
            serde_json::from_value::<Token>(event["token"].clone())
                .map_err(|why| format!("bad token: {why}"))
        };
        match event["type"].as_str() {
            Some("moved") => {
                let mut token = self.take(cell("from")?)?;
                token.cell = cell("to")?.into();
                self.put(token)
            }
            Some("removed") => self.take(cell("at")?).map(drop),
            Some("placed") => self.put(token()?),
            Some("changed") => {
                self.take(cell("at")?)?;
                self.put(token()?)
            }
            Some(_) => Ok(()),
            None => Err("no `type`".to_owned()),
        }
    }

    fn take(&mut self, cell: &str) -> Result<Token, String> {
        let index = self
            .tokens
            .iter()
            .position(|token| token.cell.as_str() == cell);
        index
            .map(|index| self.tokens.remove(index))
            .ok_or_else(|| format!("nothing on {cell}"))
    }

    fn put(&mut self, token: Token) -> Result<(), String> {
        if self.token_at(token.cell.as_str()).is_some() {
            return Err(format!("{} is not empty", token.cell));
        }
        self.tokens.push(token);
        Ok(())
    }
}
