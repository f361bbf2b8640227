//! The picture of a state.

use rules::{
    Args, Badge, Board as SceneBoard, Cell, CellId, Mark as SceneMark, Scene, SceneChange, Shade,
    Shape, Token,
};

use crate::characteristics::marks::{Mark, Marks};
use crate::piece::Piece;
use crate::square::Square;
use crate::state::{QUIET_TURN_LIMIT, State};

/// From so many quiet turns on, the picture says how many are left.
const WARN_FROM: u32 = 40;

pub(crate) fn scene(state: &State) -> Scene {
    Scene {
        shape: Shape::Flat,
        boards: vec![SceneBoard::plain("board", "board")],
        cells: Square::all().map(cell).collect(),
        spots: Vec::new(),
        tokens: tokens(&Marks::of(&state.board), state.board.pieces()),
        marks: scene_marks(state),
        timeline: None,
        notes: notes(state),
    }
}

/// Boards and cells are always the same, and so are tokens on squares where the same piece stands with the same marks.
pub(crate) fn change(before: &State, after: &State) -> SceneChange {
    let marks = (Marks::of(&before.board), Marks::of(&after.board));
    let differs = |square: &Square| {
        before.board.get(*square) != after.board.get(*square)
            || Mark::ALL
                .into_iter()
                .any(|mark| marks.0.has(*square, mark) != marks.1.has(*square, mark))
    };
    let squares: Vec<Square> = Square::all().filter(differs).collect();
    SceneChange {
        before: part(before, &marks.0, &squares),
        after: part(after, &marks.1, &squares),
    }
}

/// What can differ where the tokens of some squares do.
fn part(state: &State, marks: &Marks, squares: &[Square]) -> Scene {
    let pieces = squares
        .iter()
        .filter_map(|square| Some((*square, state.board.get(*square)?)));
    Scene {
        tokens: tokens(marks, pieces),
        marks: scene_marks(state),
        notes: notes(state),
        ..Scene::empty(Shape::Flat)
    }
}

fn tokens(marks: &Marks, pieces: impl Iterator<Item = (Square, Piece)>) -> Vec<Token> {
    pieces
        .map(|(square, piece)| Token {
            badges: badges(marks, square),
            ..token(square, piece)
        })
        .collect()
}

fn cell(square: Square) -> Cell {
    Cell {
        id: square.cell(),
        board: "board".into(),
        x: square.file().into(),
        y: square.rank().into(),
        z: 0,
        shade: if square.is_dark() {
            Shade::Dark
        } else {
            Shade::Light
        },
    }
}

/// A piece as a token, without what its neighbours do to it.
pub(crate) fn token(square: Square, piece: Piece) -> Token {
    Token {
        cell: square.cell(),
        kind: piece.kind.name().into(),
        seat: piece.seat,
        letter: piece.letter(),
        label: piece.label().into(),
        badges: Vec::new(),
    }
}

fn badges(marks: &Marks, square: Square) -> Vec<Badge> {
    let borne = Mark::ALL
        .into_iter()
        .filter(|mark| marks.has(square, *mark));
    borne
        .map(|mark| Badge {
            kind: mark.word().into(),
            text: mark.sentence().to_owned(),
            args: Args::new(),
        })
        .collect()
}

fn scene_marks(state: &State) -> Vec<SceneMark> {
    let mark = |kind: &'static str, cells: Vec<CellId>| SceneMark {
        kind: kind.into(),
        cells,
    };
    let last = state
        .previous
        .map(|step| mark("last", vec![step.from.cell(), step.to.cell()]));
    let quiet = state.promotion_owed().is_none();
    let check = (quiet && state.turn().check.is_some())
        .then(|| state.board.king(state.active))
        .flatten()
        .map(|king| mark("check", vec![king.cell()]));
    last.into_iter().chain(check).collect()
}

fn notes(state: &State) -> Vec<Badge> {
    let owed = state.promotion_owed().map(|(square, pawn)| {
        let kind = if state.is_reverse_promotion() {
            "reverse-promotion"
        } else {
            "promotion"
        };
        rules::badge!(
            kind,
            "It is for {seat} to choose what the pawn on {square} becomes.",
            seat = pawn.seat,
            square
        )
    });
    let turns = state.quiet_turns;
    let drawish = (turns >= WARN_FROM).then(|| {
        let left = QUIET_TURN_LIMIT.saturating_sub(turns);
        rules::badge!(
            "quiet-turns",
            "A draw in {left} turns without a capture or a pawn's move.",
            left
        )
    });
    owed.into_iter().chain(drawish).collect()
}
