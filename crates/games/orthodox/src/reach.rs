//! What a player may prepare out of turn: where pieces get when nothing stands in their way.

use rules::{CellId, Premove, Reach, Seat};
use shakmaty::{Bitboard, Board, CastlingSide, Color, Position, Rank, Role, Square, attacks};

use crate::apply::cell;
use crate::names::color_of;
use crate::state::State;

pub(crate) fn reach(state: &State, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
    let mut board = state.position.board().clone();
    let mut castling = state.position.castles().castling_rights();
    for step in prepared {
        carry_out(&mut board, &mut castling, step);
    }
    of_board(&board, castling, seat)
}

/// The same for any board with the rooks that may still castle.
pub fn of_board(board: &Board, castling: Bitboard, seat: Seat) -> Vec<Reach> {
    let color = color_of(seat);
    let pieces = board.by_color(color).into_iter();
    pieces
        .filter_map(|from| {
            let to = targets(board.role_at(from)?, from, color)
                | castling_targets(board, castling, from, color);
            Some(Reach {
                from: cell(from),
                to: to.into_iter().map(cell).collect(),
            })
        })
        .collect()
}

/// Carries out a prepared move as far as pieces go. What does not fit is left as it is: the listing is only a help.
fn carry_out(board: &mut Board, castling: &mut Bitboard, [from, to]: &Premove) {
    let square = |place: &CellId| Square::from_ascii(place.as_str().as_bytes()).ok();
    let (Some(from), Some(to)) = (square(from), square(to)) else {
        return;
    };
    let Some(piece) = board.piece_at(from) else {
        return;
    };
    if piece.role == Role::King
        && castling_targets(board, *castling, from, piece.color).contains(to)
    {
        let side = CastlingSide::from_king_side(to > from);
        let rook = castling_rook(*castling, from, piece.color, side);
        board.discard_piece_at(from);
        rook.and_then(|rook| board.remove_piece_at(rook));
        board.set_piece_at(side.king_to(piece.color), piece);
        board.set_piece_at(side.rook_to(piece.color), piece.color.rook());
    } else {
        let is_promoted = piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        let arriving = match is_promoted {
            true => piece.color.queen(),
            false => piece,
        };
        board.discard_piece_at(from);
        board.set_piece_at(to, arriving);
    }
    *castling = castling.without(from).without(to);
    if piece.role == Role::King {
        *castling &= !Bitboard::from_rank(piece.color.backrank());
    }
}

fn targets(role: Role, from: Square, color: Color) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(color, from) | pushes(from, color),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(from, role.of(color), Bitboard::EMPTY)
        }
    }
}

fn pushes(from: Square, color: Color) -> Bitboard {
    let ahead = if color.is_white() { 8 } else { -8 };
    let one = from.offset(ahead);
    let is_first = from.rank() == color.relative_rank(Rank::Second);
    let two = from.offset(2 * ahead).filter(|_| is_first);
    one.into_iter().chain(two).collect()
}

/// Where the king is put to castle: on its own destination, and on the rook as in Chess960.
fn castling_targets(board: &Board, castling: Bitboard, from: Square, color: Color) -> Bitboard {
    if board.king_of(color) != Some(from) {
        return Bitboard::EMPTY;
    }
    let sides = CastlingSide::ALL.into_iter();
    sides
        .filter_map(|side| Some((side, castling_rook(castling, from, color, side)?)))
        .flat_map(|(side, rook)| [side.king_to(color), rook])
        .collect()
}

fn castling_rook(
    castling: Bitboard,
    king: Square,
    color: Color,
    side: CastlingSide,
) -> Option<Square> {
    let rooks = castling & Bitboard::from_rank(color.backrank());
    rooks
        .into_iter()
        .find(|rook| CastlingSide::from_king_side(*rook > king) == side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    fn listed(setup: &str, seat: Seat, prepared: &[[&str; 2]], from: &str) -> Vec<String> {
        let state = crate::Orthodox::start(&setup.parse().unwrap()).unwrap();
        let prepared: Vec<Premove> = prepared.iter().map(|step| step.map(CellId::from)).collect();
        let reach = reach(&state, seat, &prepared).into_iter();
        let mut found = reach.filter(|one| one.from.as_str() == from);
        let to = found.next().map(|one| one.to).unwrap_or_default();
        to.iter().map(|place| place.as_str().to_owned()).collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_pawn_steps_and_captures_but_never_goes_along_its_rank() {
        let mut black = listed(START, Seat::Black, &[], "e7");
        black.sort();
        assert_eq!(black, ["d6", "e5", "e6", "f6"]);
        assert!(!listed(START, Seat::White, &[], "a2").contains(&"h2".to_owned()));
    }

    #[test]
    fn own_pieces_do_not_block_since_they_may_be_captured() {
        assert!(listed(START, Seat::Black, &[], "d8").contains(&"d7".to_owned()));
        assert!(listed(START, Seat::Black, &[], "a8").contains(&"h8".to_owned()));
    }

    #[test]
    fn what_is_prepared_counts_as_done() {
        let bishop = listed(START, Seat::Black, &[["f8", "b4"]], "b4");
        assert!(bishop.contains(&"c3".to_owned()));
        assert!(listed(START, Seat::Black, &[["f8", "b4"]], "f8").is_empty());
        let castled = listed(START, Seat::Black, &[["e8", "g8"]], "f8");
        assert!(castled.contains(&"f1".to_owned()), "the rook is on f8");
    }

    #[test]
    fn nonsense_changes_nothing() {
        let usual = listed(START, Seat::Black, &[], "e7");
        for step in [["z9", "e5"], ["e4", "e5"], ["", ""]] {
            assert_eq!(listed(START, Seat::Black, &[step], "e7"), usual);
        }
    }
}
