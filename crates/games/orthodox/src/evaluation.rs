//! How good a position is for a computer player, in hundredths of a pawn.
//!
//! The numbers are reasoned, not tuned: the usual worth of the pieces, what a piece can reach, pawns on
//! their way, a roof over the king, and driving a bare king to the edge. The terms are few on purpose:
//! a search that sees further is worth more than a clever guess.

use rules::{Evaluate, Seat, Shortcuts, mix};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, Board, ByColor, Color, EnPassantMode, File, Position, Rank, Role, Square, attacks,
};

use crate::exchange::exchange;
use crate::names::{color_of, seat_of};
use crate::state::State;
use crate::{Action, Orthodox, ending, legal, record, strength};

/// From here on the clock of quiet moves is part of what a position is worth.
const CLOCK_MATTERS: u32 = 80;
/// Having the move.
const TEMPO: i32 = 10;
const BISHOP_PAIR: i32 = 30;
/// Pieces, weighed as in [`weight`], of both sides at the start.
const FULL_BOARD: i32 = 24;

/// The usual worth of a piece.
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// How good the pieces stand for `color`, compared with those of the other side.
pub fn balance(board: &Board, color: Color) -> i32 {
    let stage = stage(board);
    let side = |color| side(board, color, stage);
    side(color) - side(!color)
}

/// What capturing and promoting wins at first sight: much for little comes first.
pub fn first_sight(role: Role, capture: Option<Role>, promotion: Option<Role>) -> i32 {
    let taken = capture.map_or(0, |victim| 10 * worth(victim) + 100 - worth(role) / 10);
    match promotion {
        None => taken,
        Some(Role::Queen) => taken + 10 * worth(Role::Queen),
        // A knight is sometimes right; rook and bishop nearly never.
        Some(Role::Knight) => taken,
        Some(_) => -1,
    }
}

impl Evaluate for Orthodox {
    fn actor(state: &State) -> Seat {
        seat_of(state.turn())
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        let color = color_of(seat);
        let tempo = if state.turn() == color { TEMPO } else { -TEMPO };
        balance(state.position.board(), color) + tempo
    }

    fn key(state: &State) -> u64 {
        // Each time a position comes again it is another one to a player who wants to avoid or claim it.
        keyed(state, state.occurrences() as u64)
    }

    fn promise(_state: &State, action: &Action) -> i32 {
        match action {
            Action::Move { known, .. } => known
                .0
                .map_or(0, |m| first_sight(m.role(), m.capture(), m.promotion())),
            Action::Promote(role) => first_sight(Role::Pawn, None, Some(*role)),
            Action::Claim => 0,
        }
    }

    fn is_pressed(state: &State) -> bool {
        state.position.is_check()
    }

    const SHORTCUTS: Shortcuts = Shortcuts::ALL;

    fn assess(state: &State, seat: Seat) -> i32 {
        strength::assess(state, seat)
    }

    fn place(state: &State) -> u64 {
        place(state)
    }

    fn pass(state: &State) -> Option<State> {
        strength::can_pass(state).then(|| record::null_move(state))?
    }

    fn loud(state: &State) -> Option<Vec<Action>> {
        legal::loud(state)
    }

    fn exchange(state: &State, action: &Action) -> i32 {
        let made = match action {
            Action::Move { known, .. } => known.0,
            Action::Promote(_) | Action::Claim => None,
        };
        let board = state.position.board();
        made.map_or(0, |made| exchange(board, state.turn(), made))
    }
}

/// A number for the position, whether or not it was there before. With a claim to make it is another one.
fn place(state: &State) -> u64 {
    keyed(state, u64::from(ending::claimable(state).is_some()))
}

/// A number for the position, with up to seven times that it was there.
fn keyed(state: &State, times: u64) -> u64 {
    let position: Zobrist64 = state.position.zobrist_hash(EnPassantMode::Legal);
    let clock = state.position.halfmoves();
    let pending = state.pending.map_or(0, |(from, to)| {
        1 + (u64::from(from.to_u32()) << 6 | u64::from(to.to_u32()))
    });
    let late = u64::from(if clock < CLOCK_MATTERS { 0 } else { clock });
    position.0 ^ mix(pending << 16 | late << 3 | times)
}

/// How much of the fighting force is left, from 0 to [`FULL_BOARD`].
pub(crate) fn stage(board: &Board) -> i32 {
    let of = |role| board.by_role(role).count() as i32 * weight(role);
    let all: i32 = Role::ALL.into_iter().map(of).sum();
    all.min(FULL_BOARD)
}

const fn weight(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

fn side(board: &Board, color: Color, stage: i32) -> i32 {
    let pawns = board.by_color(color) & board.pawns();
    let mut total = (pawns.into_iter())
        .map(|square| pawn(board, color, square, stage))
        .sum::<i32>();
    for square in board.by_color(color) & !board.pawns() & !board.kings() {
        if let Some(role) = board.role_at(square) {
            total += worth(role) + activity(board, color, role, square);
        }
    }
    if (board.by_color(color) & board.bishops()).count() >= 2 {
        total += BISHOP_PAIR;
    }
    total + king(board, color, stage) + hunt(board, color)
}

/// What a piece can reach, and where it stands.
fn activity(board: &Board, color: Color, role: Role, square: Square) -> i32 {
    let piece = role.of(color);
    let reach = attacks::attacks(square, piece, board.occupied());
    let guarded = pawn_guards(board, !color);
    let reached = (reach & !board.by_color(color) & !guarded).count() as i32;
    let hunted = if guarded.contains(square) { 25 } else { 0 };
    let placed = match role {
        Role::Knight => 4 * (reached - 4) - 6 * from_centre(square),
        Role::Bishop => 4 * (reached - 6) - 2 * from_centre(square),
        Role::Rook => 2 * (reached - 7) + open_file(board, color, square),
        Role::Pawn | Role::Queen | Role::King => reached - 12,
    };
    placed - hunted
}

pub(crate) fn pawn_guards(board: &Board, color: Color) -> Bitboard {
    let pawns = board.by_color(color) & board.pawns();
    let shift = |by: i32| pawns.shift(if color.is_white() { by } else { -by });
    let (left, right) = match color {
        Color::White => (File::H, File::A),
        Color::Black => (File::A, File::H),
    };
    (shift(7) & !Bitboard::from_file(left)) | (shift(9) & !Bitboard::from_file(right))
}

fn open_file(board: &Board, color: Color, square: Square) -> i32 {
    let file = Bitboard::from_file(square.file());
    let own = (board.pawns() & board.by_color(color) & file).any();
    let other = (board.pawns() & board.by_color(!color) & file).any();
    match (own, other) {
        (true, _) => 0,
        (false, true) => 10,
        (false, false) => 20,
    }
}

/// Steps from the four squares in the middle: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |line: u32| (2 * line as i32 - 7).abs() / 2;
    off(u32::from(square.file())) + off(u32::from(square.rank()))
}

fn pawn(board: &Board, color: Color, square: Square, stage: i32) -> i32 {
    let walked = match color {
        Color::White => u32::from(square.rank()) as i32 - 1,
        Color::Black => 6 - u32::from(square.rank()) as i32,
    };
    let own = board.pawns() & board.by_color(color);
    let file = Bitboard::from_file(square.file());
    let mut total = worth(Role::Pawn) + 2 * walked;
    let central = matches!(square.file(), File::D | File::E);
    if central && walked >= 2 {
        total += 15;
    }
    if (own & beside(square.file())).is_empty() {
        total -= 12;
    }
    if (own & file & ahead(color, square)).any() {
        total -= 10;
    }
    let path = (file | beside(square.file())) & ahead(color, square);
    if (board.pawns() & board.by_color(!color) & path).is_empty() {
        // The fewer pieces are left to stop it, the more a free pawn is worth.
        total += walked * walked * (FULL_BOARD + 12 - stage) / 12;
    }
    total
}

pub(crate) fn beside(file: File) -> Bitboard {
    let near = |by| file.offset(by).map_or(Bitboard::EMPTY, Bitboard::from_file);
    near(-1) | near(1)
}

/// All ranks before a square, as its owner sees it.
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    let before = |rank: &Rank| match color {
        Color::White => *rank > square.rank(),
        Color::Black => *rank < square.rank(),
    };
    let ranks = Rank::ALL.into_iter().filter(before);
    ranks.fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
}

/// A king hides behind pawns while there are attackers, and walks to the middle when they are gone.
fn king(board: &Board, color: Color, stage: i32) -> i32 {
    let Some(king) = board.king_of(color) else {
        return 0;
    };
    let zone = attacks::king_attacks(king);
    let roof = (zone & board.pawns() & board.by_color(color) & ahead(color, king)).count() as i32;
    let attackers = board.by_color(!color) & !board.pawns() & !board.kings();
    let aimed: i32 = (attackers.into_iter())
        .map(|square| (board.attacks_from(square) & zone).count() as i32)
        .sum();
    let home = from_centre(king).min(5);
    let hiding = 12 * roof.min(3) + 7 * home - 8 * aimed;
    let walking = -8 * home;
    (hiding * stage + walking * (FULL_BOARD - stage)) / FULL_BOARD
}

/// Against a king without pawns and almost without pieces: push it to the edge and come near.
pub(crate) fn hunt(board: &Board, color: Color) -> i32 {
    let force = ByColor::new_with(|color| {
        Role::ALL
            .into_iter()
            .map(|role| worth(role) * (board.by_piece(role.of(color)).count() as i32))
            .sum::<i32>()
    });
    let bare = *force.get(!color) <= worth(Role::Bishop)
        && (board.pawns() & board.by_color(!color)).is_empty();
    match (board.king_of(color), board.king_of(!color)) {
        (Some(own), Some(other)) if bare && *force.get(color) >= *force.get(!color) + 400 => {
            20 * from_centre(other) + 8 * (7 - own.distance(other) as i32)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    fn value(fen: &str, seat: Seat) -> i32 {
        let setup: crate::Setup = fen.parse().unwrap();
        Orthodox::evaluate(&Orthodox::start(&setup).unwrap(), seat)
    }

    #[test]
    fn the_start_is_worth_the_move() {
        assert_eq!(value("startpos", Seat::White), TEMPO);
        assert_eq!(value("startpos", Seat::Black), -TEMPO);
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let white = "r3k2r/pp3ppp/2n1b3/3pP3/8/2PB1N2/P4PPP/R2QK2R w KQkq - 0 1";
        let black = "r2qk2r/p4ppp/2pb1n2/8/3Pp3/2N1B3/PP3PPP/R3K2R b KQkq - 0 1";
        assert_eq!(value(white, Seat::White), value(black, Seat::Black));
    }

    #[test]
    fn free_pawns_and_cornered_kings_count() {
        let near = value("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", Seat::White);
        let far = value("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", Seat::White);
        assert!(near > far, "{near} {far}");
        let corner = value("k7/8/8/8/8/8/1R6/4K3 w - - 0 1", Seat::White);
        let middle = value("8/8/8/3k4/8/8/1R6/4K3 w - - 0 1", Seat::White);
        assert!(corner > middle, "{corner} {middle}");
    }
}
