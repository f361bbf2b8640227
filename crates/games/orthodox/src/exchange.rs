//! What a move wins or loses once everything that can be taken on its square has been taken, each time by the least
//! valuable piece.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

use crate::evaluation::worth;

/// More than all that can be won: a king is never given up.
const KING: i32 = 20_000;

/// The order in which pieces take.
const CHEAPEST_FIRST: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

fn price(role: Role) -> i32 {
    match role {
        Role::King => KING,
        Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => worth(role),
    }
}

/// What a move of `color` wins in the end, or at least wins; less than 0 if it loses.
pub(crate) fn exchange(board: &Board, color: Color, made: Move) -> i32 {
    let (from, to, role) = match made {
        Move::Normal { from, to, role, .. } => (from, to, role),
        Move::EnPassant { from, to } => (from, to, Role::Pawn),
        Move::Castle { .. } | Move::Put { .. } => return 0,
    };
    let promoted = made
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    let taken = made.capture().map_or(0, worth) + promoted;
    let piece = price(made.promotion().unwrap_or(role));
    // Nothing can be lost where even the loss of the piece is paid for.
    if taken >= piece {
        return taken - piece;
    }
    let mut occupied = board.occupied();
    occupied.discard(from);
    if let Move::EnPassant { .. } = made {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    taken - best_answer(board, !color, to, piece, occupied)
}

/// What the side to take wins on a square where a piece of this price stands.
fn best_answer(
    board: &Board,
    color: Color,
    to: Square,
    price_there: i32,
    occupied: Bitboard,
) -> i32 {
    let takers = attackers(board, to, occupied) & board.by_color(color);
    let Some((role, from)) = cheapest(board, takers) else {
        return 0;
    };
    let left = occupied.without(from);
    // A king does not take what is guarded.
    if role == Role::King && (attackers(board, to, left) & board.by_color(!color)).any() {
        return 0;
    }
    // A side that would lose by taking does not take.
    (price_there - best_answer(board, !color, to, price(role), left)).max(0)
}

fn cheapest(board: &Board, takers: Bitboard) -> Option<(Role, Square)> {
    let find = |role| Some((role, (takers & board.by_role(role)).first()?));
    CHEAPEST_FIRST.into_iter().find_map(find)
}

/// All pieces that reach a square, through those that have already taken.
fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    let straight = attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
    let jumps = attacks::knight_attacks(to) & board.knights();
    let steps = attacks::king_attacks(to) & board.kings();
    let pawns = attacks::pawn_attacks(Color::White, to) & board.pawns() & board.black()
        | attacks::pawn_attacks(Color::Black, to) & board.pawns() & board.white();
    (straight | diagonal | jumps | steps | pawns) & occupied
}

#[cfg(test)]
mod tests {
    use rules::{Evaluate, Variant};

    fn value(fen: &str, action: &str) -> i32 {
        let setup: crate::Setup = fen.parse().unwrap();
        let state = crate::Orthodox::start(&setup).unwrap();
        let found = crate::Orthodox::legal(&state).find(|legal| legal.to_string() == action);
        crate::Orthodox::exchange(&state, &found.unwrap())
    }

    #[test]
    fn a_free_piece_is_won_and_a_defended_one_is_not() {
        assert_eq!(value("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
        assert_eq!(
            value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            100 - 500
        );
        assert_eq!(
            value("4k3/8/4p3/3n4/4P3/8/8/3RK3 w - - 0 1", "e4d5"),
            320 - 100
        );
    }

    #[test]
    fn pieces_behind_others_take_part() {
        assert_eq!(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(
            value("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"),
            100 - 500
        );
    }

    #[test]
    fn a_quiet_move_can_lose_a_piece() {
        assert_eq!(value("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5"), -500);
        assert_eq!(value("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5"), 0);
    }

    #[test]
    fn a_king_takes_only_what_is_left_alone() {
        assert_eq!(value("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
        assert_eq!(value("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
    }
}
