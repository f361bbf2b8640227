//! A slow second opinion on captures, written straight from the rules: files, ranks and a list of
//! pieces; no sets, no tables.

use std::collections::HashMap;

use rules::Seat;
use tridim::{Kind, Piece, Position, Setup, Square};

use crate::support::{starts, walk};

type Pieces = HashMap<Square, Piece>;

fn pieces(position: &Position) -> Pieces {
    Square::all()
        .filter_map(|square| Some((square, position.piece_at(square)?)))
        .collect()
}

fn place(square: Square) -> (i32, i32) {
    (i32::from(square.file()), i32::from(square.rank()))
}

fn is_occupied(pieces: &Pieces, column: (i32, i32)) -> bool {
    pieces.keys().any(|square| place(*square) == column)
}

/// Whether the piece on `from` could capture an enemy in a column, on either side's turn.
fn captures(pieces: &Pieces, from: Square, column: (i32, i32)) -> bool {
    let piece = pieces[&from];
    let (file, rank) = place(from);
    let (files, ranks) = (column.0 - file, column.1 - rank);
    let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
    if far == 0 {
        return false;
    }
    let straight = near == 0;
    let diagonal = near == far;
    let free = (1..far).all(|n| {
        let step = (file + files.signum() * n, rank + ranks.signum() * n);
        !is_occupied(pieces, step)
    });
    let forward = if piece.seat == Seat::White { 1 } else { -1 };
    match piece.kind {
        Kind::King => far == 1,
        Kind::Knight => (far, near) == (2, 1),
        Kind::Rook => straight && free,
        Kind::Bishop => diagonal && free,
        Kind::Queen => (straight || diagonal) && free,
        Kind::Pawn => files.abs() == 1 && ranks == forward,
    }
}

fn check(position: &Position) {
    let pieces = pieces(position);
    for target in position.existing() {
        for seat in Seat::BOTH {
            let expected = pieces
                .iter()
                .any(|(from, piece)| piece.seat == seat && captures(&pieces, *from, place(target)));
            let found = position.is_attacked(target.column(), seat);
            let text = Setup::from(position);
            assert_eq!(found, expected, "{target} by {seat} in {text}");
        }
    }
}

#[test]
fn attacks_are_possible_captures() {
    let starts = starts();
    let sample: Vec<_> = starts.iter().step_by(9).cloned().collect();
    let steps = walk(&sample, 7, 12, |_, _, after| check(after.position()));
    assert!(steps > 300, "{steps}");
}

#[test]
fn a_named_attacker_does_attack() {
    let mut checks = 0;
    walk(&starts(), 8, 10, |_, _, after| {
        let position = after.position();
        let seat = position.to_move();
        let king = position.king(seat).unwrap();
        if let Some(attacker) = position.attacker(king.column(), !seat) {
            assert!(captures(&pieces(position), attacker, place(king)));
            checks += 1;
        }
    });
    assert!(checks > 50, "{checks}");
}
