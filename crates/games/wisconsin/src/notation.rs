//! Moves as players write them: `e4`, `Nf3`, `Cbxd5+`, `O-O`, `=Q`.
//!
//! Every kind but the ordinary pawn is named by its letter. Where several pieces of a kind could go to
//! the square, the file, the rank or the whole square of the one that does is put behind the letter.

use rules::Seat;
use rules::sheet::SheetMove;

use crate::action::{Action, Move};
use crate::castling::castle;
use crate::illegal::Illegal;
use crate::judge::judge;
use crate::kind::Kind;
use crate::piece::Piece;
use crate::square::Square;
use crate::state::{Standing, State};

/// An action with the sign of check or mate behind it.
pub(crate) fn write(state: &State, action: &Action) -> String {
    write_with(state, action, &state.play(*action, &mut ()))
}

/// The same for a legal action whose result is known.
pub(crate) fn write_with(state: &State, action: &Action, after: &State) -> String {
    let sign = match after.standing() {
        Standing::Check => "+",
        Standing::Checkmate => "#",
        Standing::Normal | Standing::Promotion | Standing::Draw(_) => "",
    };
    format!("{}{sign}", plain(state, &state.legal(), action))
}

/// A move with both its squares: `Nb1-c3`, `e5xd6`, `O-O`. Unlike the short notation it needs no look at other
/// moves, so that a whole list of offers can have it.
pub(crate) fn long(state: &State, step: Move) -> String {
    if castle(&state.board, step).is_some() {
        return castling(step);
    }
    let letter = match state.board.get(step.from) {
        Some(piece) if piece.kind != Kind::Pawn => piece.kind.letter(Seat::White).to_string(),
        _ => String::new(),
    };
    let line = if captures(state, step) { 'x' } else { '-' };
    format!("{letter}{}{line}{}", step.from, step.to)
}

fn castling(step: Move) -> String {
    let short = step.to.file() > step.from.file();
    if short { "O-O" } else { "O-O-O" }.to_owned()
}

/// An action without that sign.
fn plain(state: &State, legal: &[Action], action: &Action) -> String {
    match action {
        Action::Promote(kind) => format!("={}", kind.letter(Seat::White)),
        Action::Move(step) if castle(&state.board, *step).is_some() => castling(*step),
        Action::Move(step) => match state.board.get(step.from) {
            Some(piece) => plain_move(state, legal, *step, piece),
            None => step.to_string(),
        },
    }
}

fn plain_move(state: &State, legal: &[Action], step: Move, piece: Piece) -> String {
    let captures = captures(state, step);
    let mut origin = origin(state, legal, step, piece.kind);
    let is_pawn = piece.kind == Kind::Pawn;
    if is_pawn && captures && origin.is_empty() {
        origin = file_of(step.from);
    }
    let letter = match is_pawn {
        true => String::new(),
        false => piece.kind.letter(Seat::White).to_string(),
    };
    let cross = if captures { "x" } else { "" };
    format!("{letter}{origin}{cross}{}", step.to)
}

/// Whether the move itself captures or sends back a piece, whatever follows from it.
fn captures(state: &State, step: Move) -> bool {
    let passing = state.turn().passing_capture(step.from);
    state.board.get(step.to).is_some() || passing == Some(step.to)
}

/// As much of the square a piece comes from as is needed to tell it from others of its kind.
fn origin(state: &State, legal: &[Action], step: Move, kind: Kind) -> String {
    let rivals: Vec<Square> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Move(other) if other.to == step.to && other.from != step.from => {
                let piece = state.board.get(other.from)?;
                (piece.kind == kind).then_some(other.from)
            }
            Action::Move(_) | Action::Promote(_) => None,
        })
        .collect();
    let from = step.from;
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file_of(from)
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

fn file_of(square: Square) -> String {
    square.to_string().chars().take(1).collect()
}

/// Reads what a player typed: a score-sheet move, or the squares with or without signs between them.
///
/// # Errors
/// The text is not an action, or not a legal one.
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    let typed = text.trim();
    // Programs send the action text, and reading that needs no list of legal moves.
    if let Some(action) = typed.parse().ok().filter(|action| is_legal(state, action)) {
        return Ok(action);
    }
    let bare = typed.trim_end_matches(['+', '#']);
    let legal = state.legal();
    let written = legal
        .iter()
        .find(|action| plain(state, &legal, action) == bare);
    if let Some(action) = written {
        return Ok(*action);
    }
    let squares: String = typed
        .chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '-' | '–' | 'x' | '×'))
        .collect();
    let action = squares
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| Illegal::UnreadableAction(typed.to_owned()))?;
    judge(state, state.active, &action)?;
    Ok(action)
}

fn is_legal(state: &State, action: &Action) -> bool {
    judge(state, state.active, action).is_ok()
}

/// A game in numbered moves. A promotion is written behind the move it belongs to; one that the
/// opponent's move made necessary stands before the move of the player who chose it.
pub(crate) fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
    let mut state = start.clone();
    let mut number = 1;
    let mut moves: Vec<SheetMove> = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let n_actions = index + 1;
        let word = write(&state, action);
        let reverse = state.is_reverse_promotion();
        match (action, moves.last_mut()) {
            (Action::Promote(_), Some(last)) if !reverse => {
                last.word.push_str(&word);
                last.n_actions = n_actions;
            }
            (Action::Promote(_), _) => moves.push(SheetMove {
                turn: None,
                word,
                n_actions,
            }),
            (Action::Move(_), _) => {
                moves.push(SheetMove {
                    turn: Some((number, state.active)),
                    word,
                    n_actions,
                });
                number += u32::from(state.active == Seat::Black);
            }
        }
        state = state.play(*action, &mut ());
    }
    moves
}

/// The actions a word of the movetext stands for: a move and the promotions behind it are several.
pub(crate) fn actions_of(word: &str) -> Vec<String> {
    let cuts = word.match_indices('=').map(|(at, _)| at);
    let mut actions = Vec::new();
    let mut from = 0;
    for to in cuts.chain([word.len()]) {
        actions.push(word[from..to].to_owned());
        from = to;
    }
    actions.retain(|action| !action.is_empty());
    actions
}
