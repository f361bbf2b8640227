//! PGN: the present history for other programs to show, with the real game in a comment.

use rules::Variant;
use rules::pgn::{self, Parentheses, PgnGame};

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

/// Reads the games of a PGN: one of ours by its log, any other as a game of appends only.
///
/// # Errors
/// The text holds no game, or a move of it is refused.
pub fn import(text: &str) -> Result<Vec<Game>, Illegal> {
    let games = pgn::games(text, Parentheses::Variations)
        .map_err(|why| Illegal::BadRequest(format!("this is not PGN: {why}")))?;
    match games.is_empty() {
        true => Err(Illegal::BadRequest("there is no game in it".to_owned())),
        false => games.into_iter().map(read_game).collect(),
    }
}

fn read_game(game: PgnGame<'_>) -> Result<Game, Illegal> {
    let setup = read_tags(&game.tags)?;
    let actions = match game.comments().find_map(log_in) {
        Some(log) => replay_log(&setup, log),
        None => replay_moves(&setup, game.moves()),
    };
    Ok(Game {
        actions: actions?,
        setup,
        tags: game.tags,
    })
}

/// Where tags say that a game began.
///
/// # Errors
/// What they say is not a position.
pub fn read_tags(tags: &[(String, String)]) -> Result<Setup, Illegal> {
    match (pgn::tag(tags, SETUP), pgn::tag(tags, "FEN")) {
        ("", "") => Ok(Setup::new(None, Options::CLASSIC)),
        ("", fen) => Ok(Setup::new(Some(fen.to_owned()), Options::CLASSIC)),
        (line, _) => line.parse(),
    }
}

/// The log of the game, if the comment is one.
fn log_in(comment: &str) -> Option<&str> {
    comment.strip_prefix(LOG.trim_end())?.strip_suffix(']')
}

fn replay_log(setup: &Setup, log: &str) -> Result<Vec<Action>, Illegal> {
    let mut state = TimeTravel::start(setup)?;
    let mut actions = Vec::new();
    // Offers and resignations are not actions: `W:resign`.
    for word in log.split_whitespace().filter(|word| !word.contains(':')) {
        let action: Action = word.parse()?;
        judge(&state, state.actor(), &action)?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(actions)
}

fn replay_moves<'m>(
    setup: &Setup,
    moves: impl Iterator<Item = &'m str>,
) -> Result<Vec<Action>, Illegal> {
    let mut state = TimeTravel::start(setup)?;
    let mut actions = Vec::new();
    for san in moves {
        let action = notation::read(&state, &format!("+{san}"))?;
        state = TimeTravel::play(&state, &action);
        actions.push(action);
    }
    Ok(actions)
}
