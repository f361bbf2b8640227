//! What affects a piece: checks, pins, attackers and defenders.

use rules::{Explanation, Note};
use shakmaty::{Bitboard, Board, Color, Piece, Position, Role, Square, attacks};

use crate::apply::cell;
use crate::names::{piece_name, placed_name};
use crate::state::State;

pub(crate) fn explain(state: &State, at: &str) -> Option<Explanation> {
    let square = Square::from_ascii(at.as_bytes()).ok()?;
    let board = state.position.board();
    let piece = board.piece_at(square)?;
    let attackers = board.attacks_to(square, !piece.color, board.occupied());
    let defenders = board.attacks_to(square, piece.color, board.occupied());
    let mut notes = Vec::new();
    if piece.role == Role::King && attackers.any() {
        let check = |by| rules::note!("check", "in check from the {by}", by);
        notes.extend(about(board, attackers, check));
    } else {
        let attacked = |by| rules::note!("attacked", "attacked by the {by}", by);
        notes.extend(about(board, attackers, attacked));
    }
    notes.extend(pin(board, piece, square));
    let defended = |by| rules::note!("defended", "defended by the {by}", by);
    notes.extend(about(board, defenders, defended));
    Some(Explanation {
        cell: cell(square),
        title: format!("{} on {square}", piece_name(piece)),
        notes,
    })
}

/// A note about these pieces, if there are any.
fn about(board: &Board, pieces: Bitboard, told: impl Fn(String) -> Note) -> Option<Note> {
    let named: Vec<String> = pieces
        .into_iter()
        .filter_map(|square| Some(placed_name(board.role_at(square)?, square).to_string()))
        .collect();
    let cells = pieces.into_iter().map(cell);
    (!named.is_empty()).then(|| told(named.join(" and the ")).at(cells))
}

/// The piece that would attack the king if this one were not in between.
fn pin(board: &Board, piece: Piece, square: Square) -> Option<Note> {
    let king = board.king_of(piece.color).filter(|king| *king != square)?;
    let without = board.occupied().without(square);
    let revealed = sliders_to(board, king, !piece.color, without)
        & !sliders_to(board, king, !piece.color, board.occupied());
    let pinner = revealed
        .into_iter()
        .find(|by| attacks::between(king, *by).contains(square))?;
    let by = placed_name(board.role_at(pinner)?, pinner);
    let pinned = rules::note!(
        "pinned",
        "pinned to the king on {king} by the {by}",
        king,
        by
    );
    Some(pinned.at([cell(pinner)]))
}

fn sliders_to(board: &Board, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
    board.attacks_to(king, by, occupied) & board.sliders()
}
