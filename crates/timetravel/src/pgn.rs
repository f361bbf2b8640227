//! PGN: the present history for other programs to show, with the real game in a comment.

use std::fmt::Write;
use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, Skip, Visitor};
use rules::Variant;
use shakmaty::san::SanPlus;

use crate::action::Action;
use crate::illegal::Illegal;
use crate::judge::judge;
use crate::notation;
use crate::options::Options;
use crate::san::{MoveNumber, label};
use crate::setup::Setup;
use crate::state::State;
use crate::timeline::{Slot, Timeline};
use crate::variant::TimeTravel;

/// The tag that marks our games. The usual `Variant` tag would make other programs refuse them.
const MARK: &str = "TimeTravel";
/// The tag with the state line a game began with, where that is not the classic start.
const SETUP: &str = "TimeTravelSetup";
const LOG: &str = "[%ttlog ";
/// The tags every PGN has, with what stands for unknown; `Result` follows them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// Comments longer than this are no logs of ours: the longest possible game needs less.
const MAX_COMMENT: usize = 2_000_000;

/// A game by its start and its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it began.
    pub setup: Setup,
    /// What was done, in order.
    pub actions: Vec<Action>,
}

/// The history after `actions` as moves of a PGN, the log of the game in front.
pub fn movetext(start: &State, actions: &[Action]) -> String {
    let mut state = start.clone();
    for action in actions {
        state = TimeTravel::play(&state, action);
    }
    let log: Vec<String> = actions.iter().map(ToString::to_string).collect();
    let mut words = vec![format!("{{{LOG}{}]}}", log.join(" "))];
    words.extend(line(&state.timeline));
    words.extend(tail(&state.timeline));
    words.join(" ")
}

/// The plies up to the end of the line.
fn line(timeline: &Timeline) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = MoveNumber::of(timeline);
    let mut after_comment = true;
    for (ply, slot) in timeline.slots().take(timeline.end()) {
        let number = number.next(after_comment);
        words.extend((!number.is_empty()).then_some(number));
        let comment = match slot {
            Slot::Move { .. } => None,
            Slot::Blank { .. } => Some("{[%tt blank]}"),
            Slot::Pass => Some("{[%tt pass]}"),
        };
        after_comment = comment.is_some();
        match comment {
            None => words.push(label(timeline, ply)),
            // A null move is what other programs understand.
            Some(comment) => words.extend(["--".to_owned(), comment.to_owned()]),
        }
    }
    words
}

/// What other programs cannot show: why the line ends, and what sleeps after it.
fn tail(timeline: &Timeline) -> Vec<String> {
    let Some(end) = timeline.terminus() else {
        return Vec::new();
    };
    let mut words = vec![format!("{{[%tt terminus {}]}}", end.ending)];
    let dormant = timeline.slots().skip(end.ply);
    let dormant: Vec<String> = dormant
        .map(|(_, slot)| crate::setup::Written::from(slot).to_string())
        .collect();
    if !dormant.is_empty() {
        words.push(format!("{{[%tt dormant {}]}}", dormant.join(",")));
    }
    words
}

/// The whole PGN: the seven usual tags, with `?` for what is not given, then all others as given.
/// `result` is the score or `*`.
pub fn export(start: &State, actions: &[Action], tags: &[(&str, &str)], result: &str) -> String {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let given = tags.iter().find(|(tag, _)| *tag == name);
        tag(&mut text, name, given.map_or(unknown, |(_, value)| value));
    }
    tag(&mut text, "Result", result);
    let others = tags.iter().filter(|(name, _)| !is_ours(name));
    others.for_each(|(name, value)| tag(&mut text, name, value));
    let setup = Setup::of(start);
    if let Some(fen) = &setup.start {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", fen);
    }
    tag(&mut text, MARK, "TT1");
    if setup != Setup::default() {
        tag(&mut text, SETUP, &setup.to_string());
    }
    text.push('\n');
    wrap(&mut text, &format!("{} {result}", movetext(start, actions)));
    text
}

/// Whether a tag is written by [`export`] itself.
fn is_ours(name: &str) -> bool {
    let fixed = ["Result", "SetUp", "FEN", MARK, SETUP];
    fixed.contains(&name) || ROSTER.iter().any(|(tag, _)| *tag == name)
}

/// Lines of at most 79 characters, as far as single words allow.
fn wrap(text: &mut String, words: &str) {
    let mut width = 0;
    for word in words.split(' ') {
        let fits = width + word.len() < 79;
        text.push_str(match (width, fits) {
            (0, _) => "",
            (_, true) => " ",
            (_, false) => "\n",
        });
        width = word.len() + if fits && width > 0 { width + 1 } else { 0 };
        text.push_str(word);
    }
    text.push('\n');
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Reads the first game of a PGN: one of ours by its log, any other as a game of appends only.
///
/// # Errors
/// The text holds no game, or a move of it is refused.
pub fn import(text: &str) -> Result<Game, Illegal> {
    let mut reader = Reader::build(text.as_bytes())
        .set_supported_comment_length(MAX_COMMENT)
        .set_supported_tag_line_length(MAX_COMMENT)
        .finish();
    let read = reader.read_game(&mut Collector);
    let found = read.map_err(|why| Illegal::BadRequest(format!("this is no PGN: {why}")))?;
    let found = found.ok_or_else(|| Illegal::BadRequest("there is no game in it".to_owned()))?;
    match &found.log {
        Some(log) => replay_log(found.setup()?, log),
        None => replay_moves(found.setup()?, &found.moves),
    }
}

fn replay_log(setup: Setup, log: &str) -> Result<Game, Illegal> {
    let mut state = TimeTravel::start(&setup)?;
    let mut actions = Vec::new();
    // Offers and resignations are no actions: `W:resign`.
    for word in log.split_whitespace().filter(|word| !word.contains(':')) {
        let action: Action = word.parse()?;
        judge(&state, state.actor(), &action)?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(Game { setup, actions })
}

fn replay_moves(setup: Setup, moves: &[String]) -> Result<Game, Illegal> {
    let mut state = TimeTravel::start(&setup)?;
    let mut actions = Vec::new();
    for san in moves {
        let action = notation::read(&state, &format!("+{san}"))?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(Game { setup, actions })
}

/// What is of interest in a PGN.
#[derive(Default)]
struct Found {
    fen: Option<String>,
    line: Option<String>,
    log: Option<String>,
    moves: Vec<String>,
}

impl Found {
    fn setup(&self) -> Result<Setup, Illegal> {
        match (&self.line, &self.fen) {
            (Some(line), _) => line.parse(),
            (None, fen) => Ok(Setup::new(fen.clone(), Options::CLASSIC)),
        }
    }
}

struct Collector;

impl Visitor for Collector {
    type Tags = Found;
    type Movetext = Found;
    type Output = Found;

    fn begin_tags(&mut self) -> ControlFlow<Found, Found> {
        ControlFlow::Continue(Found::default())
    }

    fn tag(&mut self, found: &mut Found, name: &[u8], value: RawTag<'_>) -> ControlFlow<Found> {
        let value = || Some(value.decode_utf8_lossy().into_owned());
        if name == b"FEN" {
            found.fen = value();
        } else if name == SETUP.as_bytes() {
            found.line = value();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, found: Found) -> ControlFlow<Found, Found> {
        ControlFlow::Continue(found)
    }

    fn san(&mut self, found: &mut Found, san: SanPlus) -> ControlFlow<Found> {
        found.moves.push(san.san.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, found: &mut Found, comment: RawComment<'_>) -> ControlFlow<Found> {
        let comment = String::from_utf8_lossy(comment.as_bytes());
        let log = comment.trim().strip_prefix(LOG.trim_end());
        let log = log.and_then(|log| log.strip_suffix(']'));
        if let (Some(log), None) = (log, &found.log) {
            found.log = Some(log.to_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _found: &mut Found) -> ControlFlow<Found, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, found: Found) -> Found {
        found
    }
}
