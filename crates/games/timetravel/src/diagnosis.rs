//! What is wrong with a move, in words.

use shakmaty::{CastlingSide, Move, Rank, Role, Square, attacks};

use crate::action::Path;
use crate::kinds::name;
use crate::position::Position;

/// Why no piece moves like that.
pub(crate) fn not_a_move(position: &Position, path: Path) -> String {
    let Path {
        from,
        to,
        promotion,
    } = path;
    let side = position.turn();
    let Some(piece) = position.board().piece_at(from) else {
        return format!("nothing stands on {from}");
    };
    let role = name(piece.role);
    if piece.color != side {
        return format!("the {role} on {from} is not {side}'s");
    }
    if let Some(own) = position.board().piece_at(to).filter(|at| at.color == side) {
        return format!("{side}'s own {} stands on {to}", name(own.role));
    }
    if piece.role == Role::Pawn {
        return not_a_pawn_move(position, path);
    }
    if promotion.is_some() {
        return format!("a {role} does not promote");
    }
    if piece.role == Role::King && from.rank() == to.rank() && from.distance(to) == 2 {
        return no_castling(position, from, to);
    }
    let free = attacks::attacks(from, piece, [to].into_iter().collect());
    match free.contains(to) {
        true => format!("the way from {from} to {to} is not free"),
        false => format!("a {role} does not go from {from} to {to}"),
    }
}

fn not_a_pawn_move(position: &Position, path: Path) -> String {
    let Path {
        from,
        to,
        promotion,
    } = path;
    let last = to.rank() == position.turn().relative_rank(Rank::Eighth);
    let choose = |promotion| position.shaped(from, to, promotion).is_some();
    if promotion.is_none() && last && choose(Some(Role::Queen)) {
        return "say what the pawn becomes: q, r, b or n".to_owned();
    }
    if promotion.is_some() && !last {
        return "a pawn promotes only on the last rank".to_owned();
    }
    if attacks::pawn_attacks(position.turn(), from).contains(to) {
        return format!("there is nothing to capture on {to}");
    }
    match position.board().occupied().contains(to) && from.file() == to.file() {
        true => format!("the pawn is blocked on {to}"),
        false => format!("the pawn on {from} cannot go to {to}"),
    }
}

fn no_castling(position: &Position, from: Square, to: Square) -> String {
    let side = CastlingSide::from_king_side(to > from);
    let color = position.turn();
    let corner = match side {
        CastlingSide::KingSide => Square::from_coords(shakmaty::File::H, color.backrank()),
        CastlingSide::QueenSide => Square::from_coords(shakmaty::File::A, color.backrank()),
    };
    let board = position.board();
    if !position.castling().contains(corner) {
        return format!("{color} may not castle with the rook on {corner} (any more)");
    }
    let between = attacks::between(from, corner) & board.occupied();
    if let Some(square) = between.first() {
        return format!("{color} cannot castle while a piece stands on {square}");
    }
    let walk = attacks::between(from, to).with(from).with(to);
    let attacked = |square: &Square| {
        !board
            .attacks_to(*square, !color, board.occupied())
            .is_empty()
    };
    match walk.into_iter().find(attacked) {
        Some(square) => format!("{color} cannot castle while {square} is attacked"),
        None => format!("the king does not go from {from} to {to}"),
    }
}

/// What attacks the king after this move.
pub(crate) fn king_attacked(position: &Position, m: Move) -> String {
    let color = position.turn();
    let after = position.after(m);
    let attacker = after.attackers(color).first();
    let piece = attacker.and_then(|at| Some((at, after.board().role_at(at)?)));
    match piece {
        Some((at, role)) => {
            format!(
                "it leaves {color}'s king attacked by the {} on {at}",
                name(role)
            )
        }
        None => format!("it leaves {color}'s king attacked"),
    }
}
