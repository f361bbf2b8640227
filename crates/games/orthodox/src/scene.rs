//! The picture of a state: one board of 64 squares.

use rules::{Board, Cell, CellId, Mark, Scene, SceneChange, Shade, Shape, Token};
use shakmaty::{Bitboard, Board as Pieces, Color, Piece, Position, Role, Square};

use crate::Action;
use crate::apply::cell;
use crate::names;
use crate::state::State;

const BOARD: &str = "board";

pub(crate) fn scene(state: &State) -> Scene {
    Scene {
        shape: Shape::Flat,
        boards: vec![Board::plain(BOARD, "Board")],
        cells: Square::ALL.into_iter().map(board_cell).collect(),
        spots: Vec::new(),
        tokens: tokens(state, state.position.board().iter()),
        marks: marks(state),
        timeline: None,
        notes: Vec::new(),
    }
}

/// Boards and cells are always the same, and so are tokens on squares where the same piece stands.
pub(crate) fn change(before: &State, after: &State) -> SceneChange {
    let (old, new) = (before.position.board(), after.position.board());
    let squares = differing(old, new) | pending(before) | pending(after);
    SceneChange {
        before: part(before, squares),
        after: part(after, squares),
    }
}

/// The squares on which different things stand.
fn differing(one: &Pieces, other: &Pieces) -> Bitboard {
    let colors = Color::ALL.map(|color| one.by_color(color) ^ other.by_color(color));
    let roles = Role::ALL.map(|role| one.by_role(role) ^ other.by_role(role));
    let differing = colors.into_iter().chain(roles);
    differing.fold(Bitboard::EMPTY, |all, some| all | some)
}

/// The square of a pawn with a sign.
fn pending(state: &State) -> Bitboard {
    let pawn = state.pending.map(|(from, _)| from);
    pawn.map_or(Bitboard::EMPTY, Bitboard::from_square)
}

/// What can differ where the tokens of some squares do.
fn part(state: &State, squares: Bitboard) -> Scene {
    let board = state.position.board();
    let pieces = squares.into_iter();
    let pieces = pieces.filter_map(|square| Some((square, board.piece_at(square)?)));
    Scene {
        tokens: tokens(state, pieces),
        marks: marks(state),
        ..Scene::empty(Shape::Flat)
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

fn tokens(state: &State, pieces: impl Iterator<Item = (Square, Piece)>) -> Vec<Token> {
    let mut tokens: Vec<Token> = pieces
        .map(|(square, piece)| token(square, piece.color, piece.role))
        .collect();
    if let Some((from, to)) = state.pending {
        // The pawn stands on its last rank already and waits; what it takes lies beneath it until
        // the choice, so it is shown where it came from.
        if let Some(pawn) = tokens.iter_mut().find(|token| token.cell == cell(from)) {
            let waiting = rules::badge!("promotion", "chooses what to become on {to}", to);
            pawn.badges.push(waiting);
        }
    }
    tokens
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
