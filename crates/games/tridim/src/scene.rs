//! The picture of a state.
//!
//! A cell's `x` is its file (0 is z), `y` its rank and `z` its height: main boards lie at 0, 2 and 4,
//! attack boards one above their host. A model looks right with 2.1 units to a file or rank and 4 to a
//! height.

use rules::{Badge, Board, Cell, Mark, Scene, Seat, Shape, Spot, Token, badge};

use crate::castling;
use crate::promotion::{Standing, plane};
use crate::{Action, BoardId, Level, Main, Piece, Pin, Position, Square, State, Turn};

/// Draws a state.
pub(crate) fn scene(state: &State) -> Scene {
    let position = state.position();
    Scene {
        shape: Shape::Levels,
        boards: boards(position),
        cells: position
            .existing()
            .map(|square| cell(position, square))
            .collect(),
        spots: Pin::all().map(spot).collect(),
        tokens: position
            .pieces()
            .filter_map(|square| token(position, square))
            .collect(),
        marks: marks(state),
        timeline: None,
        notes: notes(position),
    }
}

fn boards(position: &Position) -> Vec<Board> {
    let main = Main::ALL.map(|main| {
        let board = Board::plain(main.letter().to_string(), main_name(main));
        (main.height(), board)
    });
    let attack = BoardId::ALL.map(|board| {
        let height = position.boards().pin(board).height();
        (height, attack_board(position, board))
    });
    let mut boards: Vec<(u8, Board)> = main.into_iter().chain(attack).collect();
    boards.sort_by_key(|(height, _)| *height);
    boards.into_iter().map(|(_, board)| board).collect()
}

pub(crate) const fn main_name(main: Main) -> &'static str {
    match main {
        Main::White => "White's board",
        Main::Neutral => "Neutral board",
        Main::Black => "Black's board",
    }
}

fn attack_board(position: &Position, board: BoardId) -> Board {
    let pin = position.boards().pin(board);
    Board {
        id: board.name().into(),
        name: format!("attack board {} on {pin}", board.name()).into(),
        tap: Some(board.name().into()),
        seat: position.controller(board),
        badges: board_badges(position, board),
    }
}

fn board_badges(position: &Position, board: BoardId) -> Vec<Badge> {
    let mut badges = Vec::new();
    match position.controller(board) {
        None => badges.push(badge!("lock", "More than one rider - nobody may move it")),
        Some(seat) if seat != board.owner() => {
            badges.push(badge!("guest", "Controlled by its {seat} rider", seat));
        }
        Some(_) => {}
    }
    if position.boards().is_rotated(board) {
        badges.push(badge!("rotated", "Turned by 180°"));
    }
    badges
}

fn cell(position: &Position, square: Square) -> Cell {
    let board = match square.level() {
        Level::Main(main) => main.letter().to_string(),
        Level::Attack(pin) => position
            .boards()
            .at(pin)
            .map_or_else(|| pin.to_string(), |board| board.name().to_owned()),
    };
    Cell {
        id: square.to_string().into(),
        board: board.into(),
        x: square.file().into(),
        y: square.rank().into(),
        z: square.level().height().into(),
        shade: square.shade(),
    }
}

/// A pin stands on a corner of its main board; its height is that of a board on it.
fn spot(pin: Pin) -> Spot {
    let corner = pin.corner().unwrap_or(pin.square(0, 0));
    Spot {
        id: pin.to_string().into(),
        name: format!("pin {pin}, on {corner}"),
        x: corner.file().into(),
        y: corner.rank().into(),
        z: pin.height().into(),
    }
}

/// The token of a square with its signs.
pub(crate) fn token(position: &Position, square: Square) -> Option<Token> {
    let piece = position.piece_at(square)?;
    Some(Token {
        cell: square.to_string().into(),
        kind: piece.kind.word().into(),
        seat: piece.seat,
        letter: piece.letter(),
        label: piece.to_string().into(),
        badges: pawn_badge(position, square, piece).into_iter().collect(),
    })
}

fn pawn_badge(position: &Position, square: Square, pawn: Piece) -> Option<Badge> {
    match position.standing(square)? {
        Standing::Deferred => Some(badge!(
            "crown",
            "Promotion deferred - waiting for attack board to move"
        )),
        Standing::Forced => Some(badge!(
            "forced",
            "⚠️ Attack board moved! Your pawn must promote before continuing."
        )),
        Standing::CarriedHome => Some(badge!("crown", "Can promote here (takes a turn)")),
        Standing::Ordinary => way_badge(position, square, pawn.seat),
    }
}

/// What an outer pawn has to know about the way ahead.
fn way_badge(position: &Position, square: Square, seat: Seat) -> Option<Badge> {
    let plane = plane(seat, square.file())?;
    match position.missing_ahead(square, seat) {
        Some(ahead) if plane.squares().iter().any(|last| last.column() == ahead) => {
            Some(badge!("lock", "Promotion plane missing - cannot advance"))
        }
        Some(_) => Some(badge!("lock", "No board ahead - cannot advance")),
        None if !position.boards().cover(plane) => Some(badge!("hint", "Promotion plane missing")),
        None => None,
    }
}

fn marks(state: &State) -> Vec<Mark> {
    let position = state.position();
    let mut marks = Vec::new();
    let mut mark = |kind: &'static str, squares: Vec<Square>| {
        let cells = squares.iter().map(|square| square.to_string().into());
        marks.push(Mark {
            kind: kind.into(),
            cells: cells.collect(),
        });
    };
    if let Some(action) = state.last() {
        let squares = touched(position, action);
        let existing = squares.into_iter();
        mark(
            "last",
            existing
                .filter(|square| position.existing().contains(*square))
                .collect(),
        );
    }
    let seat = position.to_move();
    if position.pending().is_none() && position.in_check(seat) {
        mark("check", position.king(seat).into_iter().collect());
    }
    marks
}

/// The squares an action was about, seen after it.
fn touched(after: &Position, action: Action) -> Vec<Square> {
    let turn = match action {
        Action::Turn(turn) | Action::Claim(Some(turn)) => turn,
        Action::Settle { at, .. } => return vec![at],
        Action::Claim(None) => return Vec::new(),
    };
    match turn {
        Turn::Move(made) => vec![made.from, made.to],
        Turn::Castle(wing) => {
            let squares = castling::squares(!after.to_move(), wing);
            vec![squares.king_from, squares.king_to]
        }
        Turn::Board(made) => made.to.squares().to_vec(),
        Turn::Promote { at, .. } => vec![at],
    }
}

/// Sentences about promotions that are due, or will be.
fn notes(position: &Position) -> Vec<Badge> {
    if let Some(corner) = position.pending() {
        let required = badge!(
            "promotion-required",
            "{seat} has to promote the pawn on {at} now",
            seat = corner.seat.name(),
            at = corner.square
        );
        return vec![
            required,
            badge!("promotion-waiting", "Waiting for promotion"),
        ];
    }
    let deferred = position.deferred().count();
    match deferred {
        0 => Vec::new(),
        1 => vec![badge!(
            "promotion-deferred",
            "Promotion deferred: 1 pawn awaiting promotion"
        )],
        _ => vec![badge!(
            "promotion-deferred",
            "Promotion deferred: {n} pawns awaiting promotion",
            n = deferred
        )],
    }
}
