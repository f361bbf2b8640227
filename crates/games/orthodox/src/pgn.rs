//! Portable Game Notation: the body of a game, and reading whole files.

use rules::{Refusal, Seat, Variant, Written};
use shakmaty::{CastlingMode, Position, Role};

use crate::action::Action;
use crate::pgn_words::{Word, shortened, words};
use crate::setup::{Draws, Setup};
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
    if let Some((from, to)) = state.pending {
        // No sheet can hold a move that is not complete, so it is only told.
        words.pop();
        words.push(format!("{{{from}{to}, promotion not chosen yet}}"));
    }
    words.join(" ")
}

fn number(state: &State, first: bool) -> Option<String> {
    let number = state.position.fullmoves();
    match names::seat_of(state.turn()) {
        Seat::White => Some(format!("{number}.")),
        Seat::Black if first => Some(format!("{number}...")),
        Seat::Black => None,
    }
}

/// Replaces the pawn move that was written before its promotion was known.
fn promote(words: &mut Vec<String>, state: &State, role: Role) {
    if let Some((from, to)) = state.pending {
        words.pop();
        let action = Action::new_move(from, to, Some(role));
        words.push(notation::write(state, action));
    }
}

/// The tag of ours that tells of fewer draws than usual.
const DRAWS: &str = "Draws";
const PLAIN: &str = "plain";

/// What other programs understand: the names they know, and a FEN without our options.
pub(crate) fn tags(start: &State) -> Vec<(String, String)> {
    let setup = start.to_setup();
    let variant = match start.options.castling {
        CastlingMode::Standard => "Standard",
        CastlingMode::Chess960 => "Chess960",
    };
    let mut tags = vec![("Variant".to_owned(), variant.to_owned())];
    if setup.fen != Setup::default().fen {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), setup.fen.to_string()));
    }
    // Without this, a reader would end the game where it went on. The other options end no game later.
    if setup.draws == Draws::Plain {
        tags.push((DRAWS.to_owned(), PLAIN.to_owned()));
    }
    tags
}

/// Reads every game of a PGN text.
pub(crate) fn import(text: &str) -> Result<Vec<Written>, Refusal> {
    let mut importer = Importer::default();
    let words = words(text).map_err(|why| bad_pgn(&why))?;
    words
        .into_iter()
        .try_for_each(|word| importer.take(word))
        .and_then(|()| importer.finish_game())
        .map_err(|why| bad_pgn(&format!("game {}: {why}", importer.games.len() + 1)))?;
    if importer.games.is_empty() {
        return Err(bad_pgn("there is no game in this text"));
    }
    Ok(importer.games)
}

fn bad_pgn(why: &str) -> Refusal {
    Refusal::new("bad-pgn", why)
}

/// Puts words together to games. A game is at first nothing but its tags; its first move or its result
/// begins it.
#[derive(Default)]
struct Importer {
    games: Vec<Written>,
    tags: Vec<(String, String)>,
    begun: Option<Reading>,
}

/// A game while it is read.
struct Reading {
    written: Written,
    state: State,
}

impl Importer {
    fn take(&mut self, word: Word<'_>) -> Result<(), String> {
        match word {
            Word::Tag(name, value) => {
                if self.begun.is_some() {
                    self.finish_game()?;
                }
                self.tags.push((name, value));
                Ok(())
            }
            Word::Move(text) => self.reading()?.play(text),
            Word::Result => {
                self.reading()?;
                self.finish_game()
            }
        }
    }

    fn reading(&mut self) -> Result<&mut Reading, String> {
        let reading = match self.begun.take() {
            Some(reading) => reading,
            None => Reading::begin(std::mem::take(&mut self.tags))?,
        };
        Ok(self.begun.insert(reading))
    }

    /// Tags without any move are a game, too: one that was given up before it began.
    fn finish_game(&mut self) -> Result<(), String> {
        if !self.tags.is_empty() {
            self.reading()?;
        }
        self.games
            .extend(self.begun.take().map(|reading| reading.written));
        Ok(())
    }
}

impl Reading {
    fn begin(tags: Vec<(String, String)>) -> Result<Reading, String> {
        let state = State::new(&setup_of(&tags)?).map_err(|no| no.to_string())?;
        let setup = state.to_setup().to_string();
        let actions = Vec::new();
        Ok(Reading {
            written: Written {
                tags,
                setup,
                actions,
            },
            state,
        })
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let action = match notation::read(&self.state, text) {
            Ok(action @ Action::Move { .. }) => action,
            Ok(_) => return Err(self.fault(text, "this is not a move")),
            Err(no) => return Err(self.fault(text, &no.to_string())),
        };
        self.state = Orthodox::play(&self.state, &action);
        self.written.actions.push(action.to_string());
        Ok(())
    }

    fn fault(&self, text: &str, why: &str) -> String {
        let number = number(&self.state, true).unwrap_or_default();
        format!("at {number} {}: {why}", shortened(text))
    }
}

fn setup_of(tags: &[(String, String)]) -> Result<Setup, String> {
    let tag = |wanted: &str| {
        tags.iter()
            .find(|(name, _)| name == wanted)
            .map_or("", |(_, value)| value.as_str())
    };
    let mut setup = Setup::position(tag("FEN").trim()).map_err(|no| no.to_string())?;
    if tag(DRAWS) == PLAIN {
        setup.draws = Draws::Plain;
    }
    let variant = tag("Variant")
        .to_ascii_lowercase()
        .replace([' ', '-', '_'], "");
    match variant.as_str() {
        "" | "standard" | "normal" | "chess" | "fromposition" => Ok(setup),
        "chess960" | "fischerandom" | "fischerrandom" => {
            setup.castling = Some(CastlingMode::Chess960);
            Ok(setup)
        }
        _ => Err(format!(
            "the variant `{}` is not chess",
            shortened(tag("Variant"))
        )),
    }
}
