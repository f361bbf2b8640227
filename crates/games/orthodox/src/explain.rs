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
        notes.extend(note("check", "in check from", board, attackers));
    } else {
        notes.extend(note("attacked", "attacked by", board, attackers));
    }
    notes.extend(pin(board, piece, square));
    notes.extend(note("defended", "defended by", board, defenders));
    Some(Explanation {
        cell: cell(square),
        title: format!("{} on {square}", piece_name(piece)),
        notes,
    })
}

fn note(code: &str, verb: &str, board: &Board, pieces: Bitboard) -> Option<Note> {
    let named: Vec<String> = pieces
        .into_iter()
        .filter_map(|square| {
            Some(format!(
                "the {}",
                placed_name(board.role_at(square)?, square)
            ))
        })
        .collect();
    pieces.any().then(|| Note {
        code: code.to_owned(),
        text: format!("{verb} {}", named.join(" and ")),
        cells: pieces.into_iter().map(cell).collect(),
    })
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
    Some(Note {
        code: "pinned".to_owned(),
        text: format!(
            "pinned to the king on {king} by the {}",
            placed_name(board.role_at(pinner)?, pinner)
        ),
        cells: vec![cell(pinner)],
    })
}

fn sliders_to(board: &Board, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
    board.attacks_to(king, by, occupied) & board.sliders()
}
