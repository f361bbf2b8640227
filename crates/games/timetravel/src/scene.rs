//! The picture: one board that can be looked at in every moment, and the timeline beside it.

use rules::{
    Board, Cell, CellId, Mark, Moment, MomentKind, Scene, Seat, Shade, Shape, Timeline, Token,
};
use shakmaty::{Color, Piece, Square};

use crate::kinds::name;
use crate::notes;
use crate::position::Position;
use crate::san::label;
use crate::state::State;
use crate::timeline::{Slot, seat};

const BOARD: &str = "board";

/// The picture of the last position of the line.
pub(crate) fn now(state: &State) -> Scene {
    at(state, state.timeline.end())
}

/// The picture after a ply. A dormant ply has no position of its own: the line has ended before it, and
/// that end is shown.
pub(crate) fn at(state: &State, ply: usize) -> Scene {
    let shown = ply.min(state.timeline.end());
    let position = state.timeline.position(shown);
    let position = position.unwrap_or_else(|| state.timeline.last());
    Scene {
        shape: Shape::Timeline,
        boards: vec![Board::plain(BOARD, "Board")],
        cells: Square::ALL.into_iter().map(board_cell).collect(),
        spots: Vec::new(),
        tokens: tokens(position),
        marks: marks(state, shown, position),
        timeline: Some(Timeline {
            moments: moments(state),
            shown,
        }),
        notes: notes::of_state(state),
    }
}

/// The id of a square.
pub(crate) fn cell(square: Square) -> CellId {
    CellId::from(square.to_string())
}

/// The id of a ply.
pub(crate) fn moment(ply: usize) -> CellId {
    CellId::from(format!("ply:{ply}"))
}

fn board_cell(square: Square) -> Cell {
    Cell {
        id: cell(square),
        board: BOARD.into(),
        x: i16::from(u8::from(square.file())),
        y: i16::from(u8::from(square.rank())),
        z: 0,
        shade: match square.is_light() {
            true => Shade::Light,
            false => Shade::Dark,
        },
    }
}

fn tokens(position: &Position) -> Vec<Token> {
    let pieces = position.board().iter();
    pieces.map(|(square, piece)| token(square, piece)).collect()
}

/// A piece on a square.
pub(crate) fn token(square: Square, piece: Piece) -> Token {
    let kind = name(piece.role);
    Token {
        cell: cell(square),
        kind: kind.into(),
        seat: seat(piece.color),
        letter: piece.char(),
        label: format!("{} {kind}", piece.color).into(),
        badges: Vec::new(),
    }
}

fn marks(state: &State, ply: usize, position: &Position) -> Vec<Mark> {
    let mark = |kind: &'static str, cells| Mark {
        kind: kind.into(),
        cells,
    };
    let record = state.timeline.slot(ply).and_then(Slot::record);
    let last =
        record.map(|record| mark("last", vec![cell(record.origin()), cell(record.target())]));
    let attacked = |color: &Color| position.is_attacked(*color);
    let king = Color::ALL.into_iter().find(attacked);
    let king = king.and_then(|color| position.board().king_of(color));
    let check = king.map(|king| mark("check", vec![cell(king)]));
    last.into_iter().chain(check).chain(broken(state)).collect()
}

/// From each change of the past to the moves that it has cost and that are still missing.
fn broken(state: &State) -> Vec<Mark> {
    let mut marks: Vec<(usize, Vec<CellId>)> = Vec::new();
    for (ply, slot) in state.timeline.slots() {
        let Slot::Blank {
            cause: Some(cause), ..
        } = slot
        else {
            continue;
        };
        let cause = usize::from(cause);
        match marks.iter_mut().find(|(found, _)| *found == cause) {
            Some((_, cells)) => cells.push(moment(ply)),
            None => marks.push((cause, vec![moment(cause), moment(ply)])),
        }
    }
    let mark = |(_, cells)| Mark {
        kind: "broke".into(),
        cells,
    };
    marks.into_iter().map(mark).collect()
}

fn moments(state: &State) -> Vec<Moment> {
    let slots = state.timeline.slots();
    slots
        .map(|(ply, slot)| Moment {
            tap: moment(ply),
            seat: state.timeline.owner(ply),
            kind: match slot {
                Slot::Move { .. } => MomentKind::Move,
                Slot::Blank { .. } => MomentKind::Blank,
                Slot::Pass => MomentKind::Pass,
            },
            label: label(&state.timeline, ply),
            badges: notes::of_ply(state, ply, slot),
        })
        .collect()
}

/// The words on the button for accepting, which mean something different to each player.
pub(crate) fn accept_label(state: &State, seat: Seat) -> &'static str {
    match state.timeline.loser() {
        Some(loser) if loser == seat => "Accept defeat",
        Some(_) => "Accept (wait)",
        None => "Accept draw",
    }
}
