//! Saved games: JSON text out, JSON text in.
//!
//! Saving what was loaded gives the same bytes. Fields this version does not know are kept.

use rules::{Outcome, Refusal, Status, Variant, Written, refusals};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::history::{History, Record};
use crate::{Action, Illegal, Preset, Setup, State, Tridim};

const FORMAT: &str = "rookery-tridim";
const VERSION: u64 = 1;

/// What a file says about a game beside the game itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// A name that never changes.
    pub id: String,
    /// The name for people; `autosave` is the slot that is overwritten.
    pub name: String,
    /// When it was first saved, as text.
    pub created: String,
    /// When it was last saved, as text.
    pub updated: String,
    /// The result, where it is not a matter of the rules: resignation, agreement, time.
    pub result: Option<Outcome>,
    /// A pawn move whose promotion has not been chosen: it has not been played.
    pub draft: Option<Draft>,
    /// View settings, and everything this version does not know.
    pub other: Map<String, Value>,
}

/// A move that waits for its promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// From where.
    pub from: String,
    /// To where.
    pub to: String,
}

refusals! {
    /// Why a file cannot be loaded.
    pub enum SaveError {
        /// The text is not JSON, or fields are missing.
        Unreadable(why: String) = "save-unreadable", "this is not a saved game: {why}";
        /// Some other kind of file.
        Format(format: String) = "save-format", "\"{format}\" is another kind of file";
        /// Written by a newer version of the game.
        Newer(version: u64) = "save-newer",
            "this game was saved by a newer version (file version {version}, known {VERSION})";
        /// Preset, switches and start do not agree.
        Preset = "save-preset", "the preset, its switches and the start do not agree";
        /// The start or an entry is refused.
        Refused {
            /// The entry, counted from 1; 0 is the start.
            ply: usize,
            /// Why.
            why: Illegal,
        } = "save-refused", "{entry} is refused: {why}", entry = entry_name(*ply);
        /// The entries lead to another position than the file says.
        Position(now: String) = "save-position",
            "the entries do not lead to the saved position but to {now}";
        /// The entries end the game differently.
        Result = "save-result", "the entries end the game with another result";
    }
}

fn entry_name(ply: usize) -> String {
    match ply {
        0 => "the start".to_owned(),
        _ => format!("entry {ply}"),
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u64,
    id: String,
    name: String,
    created: String,
    updated: String,
    preset: String,
    switches: Switches,
    start: String,
    plies: Vec<Ply>,
    position: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    redo: Vec<Ply>,
    result: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<Draft>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct Switches {
    arrival_choice: bool,
    rotate_in_place: bool,
    rider_promotion: String,
}

#[derive(Serialize, Deserialize)]
struct Ply {
    /// Absent if the promotion was owed by the start.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forced: Option<String>,
}

impl From<Preset> for Switches {
    fn from(preset: Preset) -> Switches {
        let rider_promotion = match preset.promotes_riders_at_once() {
            true => "immediate",
            false => "later",
        };
        Switches {
            arrival_choice: preset.arrival_choice(),
            rotate_in_place: preset.rotate_in_place(),
            rider_promotion: rider_promotion.to_owned(),
        }
    }
}

impl From<Record> for Ply {
    fn from(record: Record) -> Ply {
        Ply {
            action: record.action.map(|action| action.to_string()),
            forced: record.forced.map(|action| action.to_string()),
        }
    }
}

impl Ply {
    fn record(&self) -> Result<Record, Illegal> {
        let read = |text: &Option<String>| text.as_deref().map(str::parse::<Action>).transpose();
        Ok(Record {
            action: read(&self.action)?,
            forced: read(&self.forced)?,
        })
    }
}

/// Writes a game as JSON text.
pub fn save(card: &Card, history: &History) -> String {
    let preset = history.start().position().preset();
    let plies = |records: Vec<Record>| records.into_iter().map(Ply::from).collect();
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: card.id.clone(),
        name: card.name.clone(),
        created: card.created.clone(),
        updated: card.updated.clone(),
        preset: preset.id().to_owned(),
        switches: preset.into(),
        start: Tridim::setup(history.start()).to_string(),
        plies: plies(history.records()),
        position: Tridim::setup(history.state()).to_string(),
        redo: plies(history.undone()),
        result: card.result.clone().or_else(|| outcome(history)),
        draft: card.draft.clone(),
        other: card.other.clone(),
    };
    // A structure of texts and numbers always becomes JSON.
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}

fn outcome(history: &History) -> Option<Outcome> {
    match history.state().status() {
        Status::Over(outcome) => Some(outcome),
        Status::ToAct(_) => None,
    }
}

/// Reads a saved game and plays it again to see that it is whole.
///
/// # Errors
/// Says what is wrong with the file.
pub fn load(text: &str) -> Result<(Card, History), SaveError> {
    let file = read(text)?;
    let history = replay(&file)?;
    let now = Tridim::setup(history.state()).to_string();
    if now != file.position {
        return Err(SaveError::Position(now));
    }
    let by_rules = outcome(&history);
    if by_rules.is_some() && by_rules != file.result {
        return Err(SaveError::Result);
    }
    let card = Card {
        id: file.id,
        name: file.name,
        created: file.created,
        updated: file.updated,
        result: file.result.filter(|_| by_rules.is_none()),
        draft: file.draft,
        other: file.other,
    };
    Ok((card, history))
}

/// The version is looked at first: a newer file may differ in everything else.
fn read(text: &str) -> Result<File, SaveError> {
    let unreadable = |why: serde_json::Error| SaveError::Unreadable(why.to_string());
    let value: Value = serde_json::from_str(text).map_err(unreadable)?;
    let format = value["format"].as_str().unwrap_or_default();
    if format != FORMAT {
        return Err(SaveError::Format(format.chars().take(40).collect()));
    }
    match value["version"].as_u64() {
        Some(version) if version > VERSION => Err(SaveError::Newer(version)),
        _ => serde_json::from_value(value).map_err(unreadable),
    }
}

fn replay(file: &File) -> Result<History, SaveError> {
    let refused = |ply| move |why| SaveError::Refused { ply, why };
    let setup: Setup = file.start.parse().map_err(refused(0))?;
    if setup.preset.id() != file.preset || Switches::from(setup.preset) != file.switches {
        return Err(SaveError::Preset);
    }
    let mut history = History::new(Tridim::start(&setup).map_err(refused(0))?);
    for (index, ply) in file.plies.iter().enumerate() {
        let record = ply.record().map_err(refused(index + 1))?;
        history.replay(record).map_err(refused(index + 1))?;
    }
    let undone: Result<Vec<Record>, Illegal> = file.redo.iter().map(Ply::record).collect();
    let behind = refused(file.plies.len() + 1);
    let undone = undone.map_err(&behind)?;
    history.with_undone(&undone).map_err(behind)
}

/// A game with the tags of a score sheet as a saved file. `None` if an action is not legal.
pub(crate) fn file(tags: &[(String, String)], start: &State, actions: &[Action]) -> Option<String> {
    let mut history = History::new(start.clone());
    for action in actions {
        let seat = history.state().status().to_act()?;
        history.play(seat, action).ok()?;
    }
    let tag = |wanted: &str| {
        let found = tags.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let card = Card {
        id: tag("GameId"),
        name: tag("Event"),
        created: tag("UTCDate"),
        updated: tag("UTCDate"),
        ..Card::default()
    };
    Some(save(&card, &history))
}

/// The game of a saved file as setup and actions; what was taken back is left out.
pub(crate) fn import(text: &str) -> Result<Vec<Written>, Refusal> {
    let (card, history) = load(text).map_err(|no| Refusal::from_illegal(&no))?;
    let records = history.records().into_iter();
    let actions = records
        .flat_map(|record| [record.action, record.forced])
        .flatten();
    Ok(vec![Written {
        tags: vec![("Event".to_owned(), card.name)],
        setup: Tridim::setup(history.start()).to_string(),
        actions: actions.map(|action| action.to_string()).collect(),
    }])
}
