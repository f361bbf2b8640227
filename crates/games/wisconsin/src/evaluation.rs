//! How good a position is for a computer player, in hundredths of a pawn.
//!
//! The worth of the seventeen special kinds is reasoned from what they can reach and what they do to
//! their neighbours; nothing is tuned. Marks change what a piece can do from move to move, so mobility is
//! counted with them: a stopped piece reaches nothing, and the evaluation sees it.

use rules::{Evaluate, Seat, Shortcuts, mix};

use crate::action::Action;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::characteristics::blast::neutralizers;
use crate::characteristics::marks::Marks;
use crate::check::threat;
use crate::computer;
use crate::en_passant;
use crate::kind::Kind;
use crate::moves::destinations;
use crate::piece::Piece;
use crate::square::Square;
use crate::state::{QUIET_TURN_LIMIT, State};
use crate::variant::Wisconsin;

/// From here on the count of quiet turns is part of what a position is worth.
const CLOCK_MATTERS: u32 = QUIET_TURN_LIMIT - 20;
const TEMPO: i32 = 10;
/// A king beside something that can blow up.
const KING_NEAR_POWDER: i32 = 45;

/// The worth of a piece.
#[rustfmt::skip]
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Queen => 950,
        // A simple orders explosions and takes the gifts of its neighbours away; otherwise it is a rook.
        Kind::Simple => 560,
        Kind::Rook => 500,
        // Shorter rooks, but the first cannot be taken by most, the second by none of the officers, and
        // the third saves its king.
        Kind::Irrelevant => 500,
        Kind::Impossible => 430,
        Kind::Warp => 450,
        Kind::Bishop => 330,
        // It passes through others, but not far.
        Kind::Exit => 310,
        // They reach little; what counts is what they do to their surroundings.
        Kind::Original => 300,
        Kind::Convenient => 260,
        Kind::Constructive => 390,
        Kind::Knight => 320,
        Kind::Appropriate => 330,
        // Only forwards, and yet back at its start when it is taken.
        Kind::Line => 260,
        Kind::Brilliant => 260,
        // The piece that takes a war is lost too.
        Kind::War => 150,
        Kind::Derange => 130,
        Kind::Confined | Kind::Form | Kind::Evident => 110,
        Kind::Imperfect => 120,
        Kind::Pawn => 100,
    }
}

impl Evaluate for Wisconsin {
    const EFFORT: u64 = 5;

    fn actor(state: &State) -> Seat {
        state.active
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        let marks = Marks::of(&state.board);
        let tempo = if state.active == seat { TEMPO } else { -TEMPO };
        side(state, &marks, seat) - side(state, &marks, !seat) + tempo
    }

    fn key(state: &State) -> u64 {
        let pieces = state.board.pieces();
        let board = pieces.fold(0, |key, (square, piece)| key ^ mix(code(square, piece)));
        board ^ mix(situation(state))
    }

    fn promise(state: &State, action: &Action) -> i32 {
        let step = match action {
            Action::Move(step) => step,
            Action::Promote(Kind::Queen) => return worth(Kind::Queen),
            Action::Promote(_) => return -1,
        };
        let worth_at = |square| state.board.get(square).map(|piece| worth(piece.kind));
        let own = worth_at(step.from).unwrap_or_default();
        worth_at(step.to).map_or(0, |victim| 10 * victim + 100 - own / 10)
    }

    fn is_pressed(state: &State) -> bool {
        let marks = Marks::of(&state.board);
        threat(&state.board, &marks, state.active, state.previous).is_some()
    }

    const SHORTCUTS: Shortcuts = Shortcuts {
        reductions: true,
        null_move: true,
        futility: true,
        extensions: true,
        repetition: true,
        ..Shortcuts::NONE
    };

    fn pass(state: &State) -> Option<State> {
        let pieces = state.board.of(state.active).squares();
        let mut kinds = pieces.filter_map(|square| Some(state.board.get(square)?.kind));
        let has_officer = kinds.any(|kind| kind != Kind::King && !kind.is_pawn_based());
        has_officer.then(|| state.passed())?
    }

    fn reflex(state: &State, seed: u64) -> Option<Action> {
        computer::choose(state, seed)
    }
}

/// A piece on its square as a number of its own.
fn code(square: Square, piece: Piece) -> u64 {
    let start = piece.start.map_or(64, Square::index) as u64;
    let (kind, seat, moved) = (piece.kind as u64, piece.seat as u64, piece.moved as u64);
    square.index() as u64 | kind << 8 | seat << 16 | moved << 17 | start << 24
}

/// Everything that matters besides the board: who decides, a pawn that can be taken in passing, and how
/// near the draw by quiet turns is.
fn situation(state: &State) -> u64 {
    let passing = en_passant::capturers(&state.board, state.active, state.previous);
    let passed = match state.previous.filter(|_| !passing.is_empty()) {
        Some(step) => 1 + step.to.index() as u64,
        None => 0,
    };
    let quiet = match state.quiet_turns {
        turns if turns < CLOCK_MATTERS => 0,
        turns => u64::from(turns),
    };
    let seats = state.active as u64 | (state.mover as u64) << 1;
    1 << 63 | passed << 40 | quiet << 8 | seats
}

fn side(state: &State, marks: &Marks, seat: Seat) -> i32 {
    let board = &state.board;
    let own = board.of(seat);
    let pieces: i32 = (own.squares())
        .filter_map(|square| Some((square, board.get(square)?)))
        .map(|(square, piece)| {
            let reach = destinations(board, marks, square, state.previous).len() as i32;
            worth(piece.kind) + standing(square, piece, reach)
        })
        .sum();
    pieces - danger(board, marks, seat) + hunt(board, seat)
}

/// What a piece can reach, and where it stands.
fn standing(square: Square, piece: Piece, reach: i32) -> i32 {
    let centre = 6 - from_centre(square);
    if piece.kind == Kind::King {
        return -2 * centre;
    }
    if piece.kind.is_pawn_based() {
        let walked = i32::from(square.rank_for(piece.seat)) - 1;
        return walked * walked * 2 + centre + 2 * reach;
    }
    // Nobody is in a hurry to bring the queen out.
    let weight = if piece.kind == Kind::Queen { 1 } else { 3 };
    weight * reach + 2 * centre
}

/// Steps from the four squares in the middle: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |line: i8| (2 * i32::from(line) - 7).abs() / 2;
    off(square.file()) + off(square.rank())
}

/// What a side would lose if something near its pieces blew up, and how exposed its king is.
fn danger(board: &Board, marks: &Marks, seat: Seat) -> i32 {
    let Some(king) = board.king(seat) else {
        return 0;
    };
    let powder = neutralizers(board, marks) & board.of(seat);
    let near = Bitboard::of(king).neighbours();
    let beside_king = (near & powder).len() as i32;
    let exposed: i32 = (powder.neighbours() & board.of(seat) & !powder)
        .squares()
        .filter_map(|square| board.get(square))
        .map(|piece| worth(piece.kind))
        .sum();
    let attackers = (near.neighbours() & board.of(!seat)).len() as i32;
    KING_NEAR_POWDER * beside_king + exposed / 40 + 10 * attackers
}

/// Against a bare king: push it to the edge and come near.
fn hunt(board: &Board, seat: Seat) -> i32 {
    match (board.king(seat), board.king(!seat)) {
        (Some(own), Some(other)) if board.of(!seat).len() <= 2 && board.of(seat).len() > 2 => {
            20 * from_centre(other) + 8 * (7 - i32::from(own.distance(other)))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    fn value(wfen: &str) -> i32 {
        let state = Wisconsin::start(&wfen.parse().unwrap()).unwrap();
        Wisconsin::evaluate(&state, Seat::White)
    }

    #[test]
    fn equal_armies_are_worth_the_move() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(value(&format!("{start} w -")), TEMPO);
        assert_eq!(value(&format!("{start} b -")), -TEMPO);
    }

    #[test]
    fn a_king_keeps_away_from_powder() {
        let near = value("7k'e8/8/8/8/8/8/W'a27/K'e17 w -");
        let far = value("7k'e8/8/8/8/8/8/7W'h2/K'e17 w -");
        assert!(near < far, "{near} {far}");
    }
}
