//! What full strength knows about a position, beyond [`crate::evaluation`]: terms that are weighed differently in the
//! middle game and in the end, with the weights of [`crate::weights`].

use rules::Seat;
use shakmaty::{Bitboard, Board, Color, Position, Role, Square, attacks};

use crate::evaluation::{ahead, beside, hunt, pawn_guards, stage, worth};
use crate::names::color_of;
use crate::state::State;
pub use crate::weights::VALUES;

/// A weight in the middle game and in the end.
pub type Pair = [i32; 2];

/// What the weights are about, and how many each has: the headings of the table.
#[rustfmt::skip]
pub const LAYOUT: [(&str, usize); 29] = [
    ("material: pawn, knight, bishop, rook, queen", 5),
    ("pawn by rank", 8), ("knight by rank", 8), ("bishop by rank", 8),
    ("rook by rank", 8), ("queen by rank", 8), ("king by rank", 8),
    ("pawn by file, from the edge", 4), ("knight by file", 4), ("bishop by file", 4),
    ("rook by file", 4), ("queen by file", 4), ("king by file", 4),
    ("each square within reach: knight, bishop, rook, queen", 4),
    ("almost nothing within reach: knight, bishop, rook, queen", 4),
    ("passed pawn by rank", 8),
    ("passed pawn: guarded, blocked, each step to its king, each step to the other king", 4),
    ("pawn: isolated, doubled, backward", 3),
    ("pawn beside or guarded by another, by rank", 8),
    ("two bishops", 1),
    ("rook on an open file, half open", 2),
    ("king: each pawn of the shield, each open file near it", 2),
    ("attack on the king, grows with the square of its force", 1),
    ("attacked by a pawn", 1),
    ("attacked and not guarded", 1),
    ("major piece attacked by a minor one", 1),
    ("knight or bishop that no pawn can drive away", 1),
    ("check that could be given safely", 1),
    ("having the move", 1),
];

const MATERIAL: usize = 0;
const RANK: usize = 5;
const FILE: usize = RANK + 48;
const REACH: usize = FILE + 24;
const STUCK: usize = REACH + 4;
const PASSED: usize = STUCK + 4;
const PASSED_MORE: usize = PASSED + 8;
const PAWN: usize = PASSED_MORE + 4;
const CONNECTED: usize = PAWN + 3;
const BISHOPS: usize = CONNECTED + 8;
const ROOK_FILE: usize = BISHOPS + 1;
const SHELTER: usize = ROOK_FILE + 2;
const DANGER: usize = SHELTER + 2;
const HUNTED: usize = DANGER + 1;
const HANGING: usize = HUNTED + 1;
const MAJOR: usize = HANGING + 1;
const OUTPOST: usize = MAJOR + 1;
const CHECK: usize = OUTPOST + 1;
const TEMPO: usize = CHECK + 1;
/// How many weights there are.
pub const N: usize = TEMPO + 1;

/// How much the attack of a piece on a square near the king counts.
const FORCE: [i32; 4] = [2, 2, 3, 5];
const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const FULL_BOARD: i32 = 24;

/// A sum of weights, for one side.
struct Sum<'w> {
    weights: &'w [Pair; N],
    pair: Pair,
}

impl Sum<'_> {
    fn add(&mut self, index: usize, times: i32) {
        let [middle, end] = self.weights[index];
        self.pair[0] += middle * times;
        self.pair[1] += end * times;
    }
}

/// What both sides attack, found once.
struct Attacks {
    pawns: Bitboard,
    all: Bitboard,
    minors: Bitboard,
    /// The force that is aimed at the other king.
    force: i32,
    attackers: i32,
    checks: i32,
}

/// What a position is worth to the seat.
pub(crate) fn assess(state: &State, seat: Seat) -> i32 {
    assess_by(&VALUES, state, seat)
}

/// The same by other weights.
pub fn assess_by(weights: &[Pair; N], state: &State, seat: Seat) -> i32 {
    let color = color_of(seat);
    let balance = balance(weights, state.position.board(), color);
    let tempo = match state.turn() == color {
        true => weights[TEMPO][0],
        false => -weights[TEMPO][0],
    };
    // A draw by quiet moves comes nearer.
    let quiet = state.position.halfmoves().clamp(20, 100) as i32 - 20;
    (balance + tempo) * (120 - quiet) / 120
}

/// How good the pieces stand for `color`, by these weights.
pub(crate) fn balance(weights: &[Pair; N], board: &Board, color: Color) -> i32 {
    let stage = stage(board);
    let guards = [
        pawn_guards(board, Color::Black),
        pawn_guards(board, Color::White),
    ];
    let (own, own_attacks) = pieces(weights, board, color, &guards);
    let (other, other_attacks) = pieces(weights, board, !color, &guards);
    let more = |color, mine: &Attacks, theirs: &Attacks| {
        let mut sum = Sum {
            weights,
            pair: [0, 0],
        };
        pawns(&mut sum, board, color, &guards);
        king(&mut sum, board, color, theirs);
        threats(&mut sum, board, color, mine, theirs);
        sum.pair
    };
    let own_more = more(color, &own_attacks, &other_attacks);
    let other_more = more(!color, &other_attacks, &own_attacks);
    let total = |at: usize| own[at] + own_more[at] - other[at] - other_more[at];
    let value = (total(0) * stage + total(1) * (FULL_BOARD - stage)) / FULL_BOARD;
    let hunted = hunt(board, color) - hunt(board, !color);
    scaled(board, color, value) + hunted
}

const fn index(role: Role) -> usize {
    role as usize - 1
}

/// Officers: where they stand, and what they reach.
fn pieces(
    weights: &[Pair; N],
    board: &Board,
    color: Color,
    guards: &[Bitboard; 2],
) -> (Pair, Attacks) {
    let mut sum = Sum {
        weights,
        pair: [0, 0],
    };
    let own = board.by_color(color);
    let unguarded = !own & !guards[!color as usize];
    let target = board.king_of(!color).unwrap_or(Square::A1);
    let zone = attacks::king_attacks(target);
    let mut found = Attacks {
        pawns: guards[color as usize],
        all: guards[color as usize],
        minors: Bitboard::EMPTY,
        force: 0,
        attackers: 0,
        checks: 0,
    };
    let occupied = board.occupied();
    let lines = [
        attacks::knight_attacks(target),
        attacks::bishop_attacks(target, occupied),
        attacks::rook_attacks(target, occupied),
        attacks::queen_attacks(target, occupied),
    ];
    for (number, role) in OFFICERS.into_iter().enumerate() {
        for square in own & board.by_role(role) {
            place(&mut sum, color, role, square);
            let reach = attacks::attacks(square, role.of(color), occupied);
            let free = (reach & unguarded).count() as i32;
            sum.add(REACH + number, free);
            sum.add(STUCK + number, i32::from(free <= 2));
            let aimed = (reach & zone).count() as i32;
            found.force += FORCE[number] * aimed;
            found.attackers += i32::from(aimed > 0);
            found.checks += (reach & unguarded & lines[number]).count().min(2) as i32;
            found.all |= reach;
            if number < 2 {
                found.minors |= reach;
            }
        }
    }
    if let Some(king) = board.king_of(color) {
        place(&mut sum, color, Role::King, king);
        found.all |= attacks::king_attacks(king);
    }
    let bishops = (own & board.bishops()).count();
    sum.add(BISHOPS, i32::from(bishops >= 2));
    for rook in own & board.rooks() {
        let file = Bitboard::from_file(rook.file()) & board.pawns();
        if (file & own).is_empty() {
            sum.add(ROOK_FILE + usize::from(file.any()), 1);
        }
    }
    (sum.pair, found)
}

/// Material, rank and file of a piece.
fn place(sum: &mut Sum<'_>, color: Color, role: Role, square: Square) {
    if role != Role::King {
        sum.add(MATERIAL + index(role), 1);
    }
    sum.add(RANK + 8 * index(role) + rank_of(color, square), 1);
    let file = u32::from(square.file()) as usize;
    sum.add(FILE + 4 * index(role) + file.min(7 - file), 1);
}

/// The rank as a colour counts it, from 0.
fn rank_of(color: Color, square: Square) -> usize {
    let rank = u32::from(square.rank()) as usize;
    if color.is_white() { rank } else { 7 - rank }
}

fn pawns(sum: &mut Sum<'_>, board: &Board, color: Color, guards: &[Bitboard; 2]) {
    let own = board.pawns() & board.by_color(color);
    let other = board.pawns() & board.by_color(!color);
    for square in own {
        place(sum, color, Role::Pawn, square);
        let rank = rank_of(color, square);
        let (file, near) = (Bitboard::from_file(square.file()), beside(square.file()));
        let front = ahead(color, square);
        let is_isolated = (own & near).is_empty();
        sum.add(PAWN, i32::from(is_isolated));
        sum.add(PAWN + 1, i32::from((own & file & front).any()));
        let is_guarded = guards[color as usize].contains(square);
        let same_rank = Bitboard::from_rank(square.rank());
        if is_guarded || (own & near & same_rank).any() {
            sum.add(CONNECTED + rank, 1);
        } else if !is_isolated && (own & near & !front).is_empty() {
            sum.add(PAWN + 2, 1);
        }
        if (other & (file | near) & front).is_empty() && (own & file & front).is_empty() {
            passed(sum, board, color, square, is_guarded);
        }
    }
}

/// A pawn that no pawn can stop.
fn passed(sum: &mut Sum<'_>, board: &Board, color: Color, square: Square, is_guarded: bool) {
    let rank = rank_of(color, square);
    sum.add(PASSED + rank, 1);
    sum.add(PASSED_MORE, i32::from(is_guarded));
    let step = if color.is_white() { 8 } else { -8 };
    let Some(next) = square.offset(step) else {
        return;
    };
    // Pawns far from promotion wait for nobody.
    let weight = (rank as i32 - 2).max(0);
    let is_blocked = board.by_color(!color).contains(next);
    sum.add(PASSED_MORE + 1, weight * i32::from(is_blocked));
    for (at, side) in [(2, color), (3, !color)] {
        if let Some(king) = board.king_of(side) {
            sum.add(PASSED_MORE + at, weight * king.distance(next) as i32);
        }
    }
}

/// The shield of a king, and what is aimed at it.
fn king(sum: &mut Sum<'_>, board: &Board, color: Color, theirs: &Attacks) {
    let Some(king) = board.king_of(color) else {
        return;
    };
    let files = Bitboard::from_file(king.file()) | beside(king.file());
    let own = board.pawns() & board.by_color(color);
    let near = attacks::king_attacks(king);
    let step = if color.is_white() { 8 } else { -8 };
    let roof = (near | near.shift(step)) & files & ahead(color, king);
    sum.add(SHELTER, (own & roof).count().min(3) as i32);
    let mut open = 0;
    for by in -1..=1 {
        if let Some(file) = king.file().offset(by) {
            open += i32::from((own & Bitboard::from_file(file)).is_empty());
        }
    }
    sum.add(SHELTER + 1, open);
    if theirs.attackers >= 2 {
        let force = theirs.force.min(40);
        sum.add(DANGER, force * force / 16);
    }
    sum.add(CHECK, theirs.checks.min(4));
}

fn threats(sum: &mut Sum<'_>, board: &Board, color: Color, mine: &Attacks, theirs: &Attacks) {
    let own = board.by_color(color);
    let officers = own & !board.pawns() & !board.kings();
    sum.add(HUNTED, (officers & theirs.pawns).count() as i32);
    sum.add(HANGING, (officers & theirs.all & !mine.all).count() as i32);
    let majors = own & board.rooks_and_queens();
    sum.add(MAJOR, (majors & theirs.minors).count() as i32);
    let minors = own & (board.knights() | board.bishops()) & mine.pawns;
    for square in minors {
        let rank = rank_of(color, square);
        let hunters = board.pawns() & board.by_color(!color);
        let could = hunters & beside(square.file()) & ahead(color, square);
        sum.add(
            OUTPOST,
            i32::from((3..=5).contains(&rank) && could.is_empty()),
        );
    }
}

/// Less is left of an advantage that cannot be turned into a win.
fn scaled(board: &Board, color: Color, value: i32) -> i32 {
    let stronger = if value > 0 { color } else { !color };
    let force = |color: Color| -> i32 {
        let of = |role| worth(role) * (board.by_piece(Role::of(role, color)).count() as i32);
        OFFICERS.into_iter().map(of).sum()
    };
    let pawns = board.pawns() & board.by_color(stronger);
    let surplus = force(stronger) - force(!stronger);
    if pawns.is_empty() && surplus <= worth(Role::Bishop) {
        return value / 12;
    }
    let officers = board.occupied() & !board.pawns() & !board.kings();
    let is_only_bishops = officers == board.bishops() && officers.count() == 2;
    let is_opposite = is_only_bishops
        && (officers & board.white()).count() == 1
        && (officers & Bitboard::DARK_SQUARES).count() == 1;
    if is_opposite { value / 2 } else { value }
}

/// Whether giving the turn away is harmless: with pawns alone it may be what hurts.
pub(crate) fn can_pass(state: &State) -> bool {
    let board = state.position.board();
    let officers = !board.pawns() & !board.kings();
    (board.by_color(state.turn()) & officers).any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Orthodox;
    use rules::{Evaluate, Variant};

    fn value(fen: &str, seat: Seat) -> i32 {
        let setup: crate::Setup = fen.parse().unwrap();
        Orthodox::assess(&Orthodox::start(&setup).unwrap(), seat)
    }

    #[test]
    fn the_layout_covers_all_weights() {
        let n: usize = LAYOUT.iter().map(|(_, n)| n).sum();
        assert_eq!(n, N);
    }

    #[test]
    fn both_seats_see_the_same_and_mirrored_positions_are_worth_the_same() {
        let white = "r3k2r/pp3ppp/2n1b3/3pP3/8/2PB1N2/P4PPP/R2QK2R w KQkq - 0 1";
        let black = "r2qk2r/p4ppp/2pb1n2/8/3Pp3/2N1B3/PP3PPP/R3K2R b KQkq - 0 1";
        assert_eq!(value(white, Seat::White), value(black, Seat::Black));
        assert_eq!(value(white, Seat::White), -value(white, Seat::Black));
    }

    #[test]
    fn more_is_better_and_a_bare_bishop_wins_nothing() {
        let rook_up = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
        assert!(value(rook_up, Seat::White) > 350);
        let bishop = "4k3/8/8/8/8/8/8/B3K3 w - - 0 1";
        assert!(value(bishop, Seat::White).abs() < 60);
    }
}
