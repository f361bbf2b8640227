//! The picture of a state: one board of 64 squares.

use rules::{Board, Cell, CellId, Mark, Scene, Shade, Shape, Token};
use shakmaty::{Chess, Color, Piece, Position, Role, Square};

use crate::Action;
use crate::apply::cell;
use crate::names;
use crate::state::State;

const BOARD: &str = "board";

pub(crate) fn scene(state: &State) -> Scene {
    let mut tokens = tokens(&state.position);
    if let Some((from, to)) = state.pending {
        // The pawn stands on its last rank already and waits; what it takes lies beneath it until
        // the choice, so it is shown where it came from.
        if let Some(pawn) = tokens.iter_mut().find(|token| token.cell == cell(from)) {
            let text = format!("chooses what to become on {to}");
            pawn.badges.push(rules::Badge {
                kind: "promotion".into(),
                text,
            });
        }
    }
    Scene {
        shape: Shape::Flat,
        boards: vec![Board {
            id: BOARD.into(),
            name: "Board".into(),
            tap: None,
            seat: None,
            badges: Vec::new(),
        }],
        cells: Square::ALL.into_iter().map(board_cell).collect(),
        spots: Vec::new(),
        tokens,
        marks: marks(state),
        timeline: None,
        notes: Vec::new(),
    }
}

fn board_cell(square: Square) -> Cell {
    let coordinate = |value: u32| i16::try_from(value).unwrap_or_default();
    Cell {
        id: cell(square),
        board: BOARD.into(),
        x: coordinate(square.file().to_u32()),
        y: coordinate(square.rank().to_u32()),
        z: 0,
        shade: if square.is_light() {
            Shade::Light
        } else {
            Shade::Dark
        },
    }
}

fn tokens(position: &Chess) -> Vec<Token> {
    let pieces = position.board().iter();
    pieces
        .map(|(square, piece)| token(square, piece.color, piece.role))
        .collect()
}

pub(crate) fn token(square: Square, color: Color, role: Role) -> Token {
    let piece = Piece { color, role };
    Token {
        cell: cell(square),
        kind: names::role_name(role).into(),
        seat: names::seat_of(color),
        letter: piece.char(),
        label: names::piece_name(piece).into(),
        badges: Vec::new(),
    }
}

fn marks(state: &State) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some((from, to)) = state.last {
        marks.push(Mark {
            kind: "last".into(),
            cells: vec![cell(from), cell(to)],
        });
    }
    if state.position.is_check() {
        let king = state.position.board().king_of(state.turn());
        let cells = king.into_iter().map(cell).collect();
        marks.push(Mark {
            kind: "check".into(),
            cells,
        });
    }
    marks
}

/// A promotion that is a choice of its own, and a claim, point at nothing on the board.
pub(crate) fn taps(action: Action) -> Vec<CellId> {
    match action {
        Action::Move { from, to, .. } => vec![cell(from), cell(to)],
        Action::Promote(_) | Action::Claim => Vec::new(),
    }
}
