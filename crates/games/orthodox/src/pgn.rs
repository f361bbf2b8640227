//! Portable Game Notation: the body of a game, and reading whole files.

use rules::pgn::{self, Parentheses, PgnGame, shortened};
use rules::sheet::SheetMove;
use rules::{Refusal, Seat, Variant, Written};
use shakmaty::{CastlingMode, Position, Role};

use crate::action::Action;
use crate::setup::{Draws, Setup};
use crate::state::State;
use crate::{Orthodox, names, notation};

/// `1. e4 e5 2. Nf3`, or `5... Kd7 6. Qe2` when Black begins.
pub(crate) fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
    let mut state = start.clone();
    let mut moves: Vec<SheetMove> = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let n_actions = index + 1;
        match action {
            // A claim is not a move; the tag about the termination tells it.
            Action::Claim => {}
            Action::Promote(role) => promote(&mut moves, &state, *role, n_actions),
            Action::Move { .. } => moves.push(SheetMove {
                turn: Some(turn(&state)),
                word: notation::write(&state, *action),
                n_actions,
            }),
        }
        state = Orthodox::play(&state, action);
    }
    if let (Some((from, to)), Some(last)) = (state.pending, moves.last_mut()) {
        // No sheet can hold a move that is not complete, so it is only told.
        last.word = format!("{{{from}{to}, promotion not chosen yet}}");
    }
    moves
}

fn turn(state: &State) -> (u32, Seat) {
    let number = state.position.fullmoves().get();
    (number, names::seat_of(state.turn()))
}

/// Completes the pawn move that was written before its promotion was known.
fn promote(moves: &mut [SheetMove], state: &State, role: Role, n_actions: usize) {
    if let (Some((from, to)), Some(last)) = (state.pending, moves.last_mut()) {
        let action = Action::new_move(from, to, Some(role));
        last.word = notation::write(state, action);
        last.n_actions = n_actions;
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
    let games =
        pgn::games(text, Parentheses::Variations).map_err(|why| bad_pgn(&why.to_string()))?;
    if games.is_empty() {
        return Err(bad_pgn("there is no game in this text"));
    }
    let read = |(index, game): (usize, PgnGame<'_>)| {
        let number = index + 1;
        read_game(game).map_err(|why| bad_pgn(&format!("game {number}: {why}")))
    };
    games.into_iter().enumerate().map(read).collect()
}

fn bad_pgn(why: &str) -> Refusal {
    Refusal::new("bad-pgn", why)
}

fn read_game(game: PgnGame<'_>) -> Result<Written, String> {
    let state = State::new(&setup_of(&game.tags)?).map_err(|no| no.to_string())?;
    let setup = state.to_setup().to_string();
    let mut reading = Reading {
        state,
        actions: Vec::new(),
    };
    game.moves().try_for_each(|text| reading.play(text))?;
    Ok(Written {
        tags: game.tags,
        setup,
        actions: reading.actions,
    })
}

/// A game while it is read.
struct Reading {
    state: State,
    actions: Vec<String>,
}

impl Reading {
    fn play(&mut self, text: &str) -> Result<(), String> {
        let action = match notation::read(&self.state, text) {
            Ok(action @ Action::Move { .. }) => action,
            Ok(_) => return Err(self.fault(text, "this is not a move")),
            Err(no) => return Err(self.fault(text, &no.to_string())),
        };
        self.state = Orthodox::play(&self.state, &action);
        self.actions.push(action.to_string());
        Ok(())
    }

    fn fault(&self, text: &str, why: &str) -> String {
        let number = match turn(&self.state) {
            (number, Seat::White) => format!("{number}."),
            (number, Seat::Black) => format!("{number}..."),
        };
        format!("at {number} {}: {why}", shortened(text))
    }
}

/// Where tags say that a game began.
pub(crate) fn read_tags(tags: &[(String, String)]) -> Result<Setup, Refusal> {
    setup_of(tags).map_err(|why| bad_pgn(&why))
}

fn setup_of(tags: &[(String, String)]) -> Result<Setup, String> {
    let tag = |wanted| pgn::tag(tags, wanted);
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
