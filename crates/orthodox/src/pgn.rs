//! Portable Game Notation: the body of a game, and reading whole files.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rules::{Refusal, Seat, Variant, Written};

use crate::action::Action;
use crate::state::State;
use crate::{Orthodox, names, notation};

/// `1. e4 e5 2. Nf3`, or `5... Kd7 6. Qe2` when Black begins.
pub(crate) fn movetext(start: &State, actions: &[Action]) -> String {
    let mut state = start.clone();
    let mut words: Vec<String> = Vec::new();
    for action in actions {
        match action {
            // A claim is not a move; the tag about the termination tells it.
            Action::Claim => {}
            Action::Promote(role) => promote(&mut words, &state, *role),
            Action::Move { .. } => {
                if let Some(number) = number(&state, words.is_empty()) {
                    words.push(number);
                }
                words.push(notation::write(&state, *action));
            }
        }
        state = Orthodox::play(&state, action);
    }
    words.join(" ")
}

fn number(state: &State, first: bool) -> Option<String> {
    use shakmaty::Position;
    let number = state.position.fullmoves();
    match names::seat_of(state.turn()) {
        Seat::White => Some(format!("{number}.")),
        Seat::Black if first => Some(format!("{number}...")),
        Seat::Black => None,
    }
}

/// Replaces the pawn move that was written before its promotion was known.
fn promote(words: &mut Vec<String>, state: &State, role: shakmaty::Role) {
    if let Some((from, to)) = state.pending {
        words.pop();
        let action = Action::new_move(from, to, Some(role));
        words.push(notation::write(state, action));
    }
}

/// Reads every game of a PGN text. Comments and variations are passed over.
pub(crate) fn import(text: &str) -> Result<Vec<Written>, Refusal> {
    let mut games = Vec::new();
    for game in Reader::new(text.as_bytes()).read_games(&mut Importer) {
        match game {
            Ok(game) => games.push(game?),
            Err(why) => {
                return Err(Refusal::new(
                    "bad-pgn",
                    format!("this cannot be read: {why}"),
                ));
            }
        }
    }
    if games.is_empty() {
        return Err(Refusal::new("bad-pgn", "there is no game in this text"));
    }
    Ok(games)
}

struct Importer;

/// A game while it is read.
struct Reading {
    written: Written,
    state: State,
}

impl Visitor for Importer {
    type Tags = Vec<(String, String)>;
    type Movetext = Reading;
    type Output = Result<Written, Refusal>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        match setup_of(&tags).and_then(|setup| begin(tags, setup)) {
            Ok(reading) => ControlFlow::Continue(reading),
            Err(no) => ControlFlow::Break(Err(no)),
        }
    }

    fn san(&mut self, reading: &mut Reading, san: SanPlus) -> ControlFlow<Self::Output> {
        let text = san.to_string();
        match notation::read(&reading.state, &text) {
            Ok(action) => {
                reading.state = Orthodox::play(&reading.state, &action);
                reading.written.actions.push(action.to_string());
                ControlFlow::Continue(())
            }
            Err(no) => {
                let nth = reading.written.actions.len() + 1;
                let why = format!("half-move {nth}, {text}: {no}");
                ControlFlow::Break(Err(Refusal::new("bad-pgn", why)))
            }
        }
    }

    fn begin_variation(&mut self, _: &mut Reading) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, reading: Reading) -> Self::Output {
        Ok(reading.written)
    }
}

fn begin(tags: Vec<(String, String)>, setup: crate::Setup) -> Result<Reading, Refusal> {
    let state = State::new(&setup).map_err(|no| Refusal::from_illegal(&no))?;
    let setup = state.to_setup().to_string();
    Ok(Reading {
        written: Written {
            tags,
            setup,
            actions: Vec::new(),
        },
        state,
    })
}

fn setup_of(tags: &[(String, String)]) -> Result<crate::Setup, Refusal> {
    let tag = |wanted: &str| {
        tags.iter()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.as_str())
    };
    let fen = tag("FEN").unwrap_or_default();
    let mut setup: crate::Setup = fen.parse().map_err(|no| Refusal::from_illegal(&no))?;
    let variant = tag("Variant").unwrap_or_default().to_ascii_lowercase();
    match variant.as_str() {
        "" | "standard" | "chess" | "from position" => {}
        "chess960" | "chess 960" | "fischerandom" => {
            setup.castling = Some(shakmaty::CastlingMode::Chess960);
        }
        _ => {
            let why = format!("the variant `{variant}` is not chess");
            return Err(Refusal::new("bad-pgn", why));
        }
    }
    Ok(setup)
}
