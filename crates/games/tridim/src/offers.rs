//! How actions are chosen: by pointing at places, and by words where the places leave several.

use rules::CellId;

use crate::castling;
use crate::{Action, BoardMove, Position, Turn};

/// What a person points at to choose an action.
pub(crate) fn taps(position: &Position, action: &Action) -> Vec<CellId> {
    let names: Vec<String> = match action {
        Action::Turn(Turn::Move(made)) => vec![made.from.to_string(), made.to.to_string()],
        Action::Turn(Turn::Castle(wing)) => {
            let squares = castling::squares(position.to_move(), *wing);
            vec![squares.king_from.to_string(), squares.rook_from.to_string()]
        }
        Action::Turn(Turn::Board(made)) => {
            let board = position.boards().at(made.from);
            let board =
                board.map_or_else(|| made.from.to_string(), |board| board.name().to_owned());
            vec![board, made.to.to_string()]
        }
        Action::Turn(Turn::Promote { at, .. }) | Action::Settle { at, .. } => {
            vec![at.to_string()]
        }
        Action::Claim(_) => Vec::new(),
    };
    names.into_iter().map(Into::into).collect()
}

/// An action in a few words, for the moment when its taps leave several.
pub(crate) fn label(position: &Position, action: &Action) -> String {
    match action {
        Action::Turn(turn) => turn_label(position, *turn),
        Action::Settle { to, .. } => to.name().to_owned(),
        Action::Claim(None) => "Claim a draw".to_owned(),
        Action::Claim(Some(turn)) => format!("Claim a draw with {turn}"),
    }
}

fn turn_label(position: &Position, turn: Turn) -> String {
    match turn {
        Turn::Move(made) => match made.promotion {
            Some(kind) => kind.name().to_owned(),
            None => turn.to_string(),
        },
        Turn::Castle(_) => turn.to_string(),
        Turn::Board(made) => board_label(position, made),
        Turn::Promote { to, .. } => to.name().to_owned(),
    }
}

fn board_label(position: &Position, made: BoardMove) -> String {
    let board = position.boards().at(made.from);
    let rider = board.and_then(|board| position.lone_rider(board));
    let way = match (made.is_rotation_in_place(), made.rotated) {
        (true, _) => "turn by 180°",
        (false, true) => "rotated 180°",
        (false, false) => "as is",
    };
    let mut label = way.to_owned();
    if let Some((square, piece)) = rider {
        label += &format!(", {} to {}", piece.kind.word(), made.arrival(square));
    }
    if let Some(kind) = made.promotion {
        label += &format!(", becomes a {}", kind.word());
    }
    label
}
