//! PGN: the present history for other programs to show, with the real game in a comment.

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
/// Comments longer than this are no logs of ours: the longest possible game needs less.
const MAX_COMMENT: usize = 2_000_000;

/// A game by its start and its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
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

/// What marks a score sheet as one of ours, and where the game began.
pub fn tags(start: &State) -> Vec<(String, String)> {
    let setup = Setup::of(start);
    let mut tags = Vec::new();
    if let Some(fen) = &setup.start {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen.clone())]);
    }
    tags.push((MARK, "TT1".to_owned()));
    if setup != Setup::default() {
        tags.push((SETUP, setup.to_string()));
    }
    let owned = |(name, value): (&str, String)| (name.to_owned(), value);
    tags.into_iter().map(owned).collect()
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
    // The reader passes over words it does not know, so that any text is a game without moves to it.
    let found = found.filter(|found| !found.is_empty());
    let found = found.ok_or_else(|| Illegal::BadRequest("there is no game in it".to_owned()))?;
    let setup = found.setup()?;
    let actions = match &found.log {
        Some(log) => replay_log(&setup, log),
        None => replay_moves(&setup, &found.moves),
    };
    Ok(Game {
        actions: actions?,
        setup,
        tags: found.tags,
    })
}

fn replay_log(setup: &Setup, log: &str) -> Result<Vec<Action>, Illegal> {
    let mut state = TimeTravel::start(setup)?;
    let mut actions = Vec::new();
    // Offers and resignations are no actions: `W:resign`.
    for word in log.split_whitespace().filter(|word| !word.contains(':')) {
        let action: Action = word.parse()?;
        judge(&state, state.actor(), &action)?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(actions)
}

fn replay_moves(setup: &Setup, moves: &[String]) -> Result<Vec<Action>, Illegal> {
    let mut state = TimeTravel::start(setup)?;
    let mut actions = Vec::new();
    for san in moves {
        let action = notation::read(&state, &format!("+{san}"))?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(actions)
}

/// What is of interest in a PGN.
#[derive(Default)]
struct Found {
    tags: Vec<(String, String)>,
    log: Option<String>,
    moves: Vec<String>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.log.is_none() && self.moves.is_empty()
    }

    fn setup(&self) -> Result<Setup, Illegal> {
        let tag = |wanted: &str| {
            let found = self.tags.iter().rfind(|(name, _)| name == wanted);
            found.map(|(_, value)| value.clone())
        };
        match tag(SETUP) {
            Some(line) => line.parse(),
            None => Ok(Setup::new(tag("FEN"), Options::CLASSIC)),
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
        let name = String::from_utf8_lossy(name).into_owned();
        found
            .tags
            .push((name, value.decode_utf8_lossy().into_owned()));
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
