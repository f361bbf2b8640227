//! Score-sheet notation: how players write turns down.

use rules::Status;
use rules::sheet::SheetMove;

use crate::column::FILES;
use crate::moves::legal_turns;
use crate::{Action, BoardMove, Kind, PieceMove, Position, Square, State, Turn};

/// An action as players write it, with the sign for check or mate.
pub(crate) fn write(state: &State, action: &Action) -> String {
    write_with(state, action, &state.after(action))
}

/// The same for a legal action whose result is known.
pub(crate) fn write_with(state: &State, action: &Action, after: &State) -> String {
    let short = match action {
        Action::Turn(turn) => short_turn(state.position(), *turn),
        Action::Settle { .. } => action.to_string(),
        Action::Claim(_) => return action.to_string(),
    };
    short + check_sign(after)
}

fn check_sign(after: &State) -> &'static str {
    // Check counts only once a pending promotion has been chosen.
    let position = after.position();
    if position.pending().is_some() || !position.in_check(position.to_move()) {
        return "";
    }
    match after.status() {
        Status::ToAct(_) => "+",
        Status::Over(_) => "#",
    }
}

fn short_turn(position: &Position, turn: Turn) -> String {
    match turn {
        Turn::Move(made) => short_move(position, made),
        Turn::Board(made) if !made.is_rotation_in_place() => {
            let start = match is_only_board(position, made) {
                true => String::new(),
                false => format!("{}-", made.from),
            };
            let sign = if made.rotated { "^" } else { "" };
            format!("{start}{}{sign}{}", made.to, promotion_text(made.promotion))
        }
        Turn::Board(_) | Turn::Castle(_) | Turn::Promote { .. } => turn.to_string(),
    }
}

fn short_move(position: &Position, made: PieceMove) -> String {
    format!(
        "{}{}{}{}{}{}",
        made.kind.letter().map(String::from).unwrap_or_default(),
        origin(position, made),
        if made.capture { "x" } else { "" },
        made.to,
        promotion_text(made.promotion),
        if made.en_passant { "e.p." } else { "" }
    )
}

fn promotion_text(promotion: Option<Kind>) -> String {
    let letter = promotion.and_then(Kind::letter);
    letter
        .map(|letter| format!("={letter}"))
        .unwrap_or_default()
}

/// As much of the start square as is needed to tell the piece from its like.
fn origin(position: &Position, made: PieceMove) -> String {
    let from = made.from;
    let rivals: Vec<Square> = legal_turns(position)
        .into_iter()
        .filter_map(|turn| match turn {
            Turn::Move(other) => Some(other),
            Turn::Board(_) | Turn::Castle(_) | Turn::Promote { .. } => None,
        })
        .filter(|other| other.kind == made.kind && other.to == made.to && other.from != from)
        .map(|other| other.from)
        .collect();
    if made.kind == Kind::Pawn {
        return pawn_origin(&rivals, from, made.capture);
    }
    if rivals.is_empty() {
        return String::new();
    }
    let choices = [
        (true, false, false),
        (false, true, false),
        (false, false, true),
        (true, true, false),
        (true, false, true),
        (false, true, true),
    ];
    let telling = choices.into_iter().find(|parts| {
        rivals
            .iter()
            .all(|rival| part_text(*rival, *parts) != part_text(from, *parts))
    });
    part_text(from, telling.unwrap_or((true, true, true)))
}

/// Pawns name their file when they capture, and file and level when two of one file could do it.
fn pawn_origin(rivals: &[Square], from: Square, capture: bool) -> String {
    let same_file = rivals.iter().any(|rival| rival.file() == from.file());
    match (same_file, capture) {
        (true, _) => part_text(from, (true, false, true)),
        (false, true) => part_text(from, (true, false, false)),
        (false, false) => String::new(),
    }
}

fn part_text(square: Square, (file, rank, level): (bool, bool, bool)) -> String {
    let mut text = String::new();
    if file {
        text.push(FILES[square.file() as usize]);
    }
    if rank {
        text += &square.rank().to_string();
    }
    if level {
        text += &square.level().to_string();
    }
    text
}

/// Whether no other board could go to this pin.
fn is_only_board(position: &Position, made: BoardMove) -> bool {
    !legal_turns(position).iter().any(|turn| {
        matches!(turn, Turn::Board(other)
            if other.to == made.to && other.from != made.from && !other.is_rotation_in_place())
    })
}

/// The moves of a game with their numbers. A chosen promotion has no number of its own.
pub(crate) fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
    let mut state = start.clone();
    let mut moves = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let position = state.position();
        let is_turn = !matches!(action, Action::Settle { .. });
        moves.push(SheetMove {
            turn: is_turn.then(|| (position.full_moves(), position.to_move())),
            word: write(&state, action),
            n_actions: index + 1,
        });
        state = state.after(action);
    }
    moves
}
