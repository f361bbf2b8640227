//! Positions seen from the other side of the board, with colours exchanged.

use rules::Seat;
use wisconsin::{Action, Board, Characteristic, Kind, Move, Piece, Square, State, Wfen};

pub(crate) fn mirrored(state: &State) -> State {
    let position = state.position();
    let mut board = Board::default();
    for (square, piece) in position.board.pieces() {
        let seen = Piece {
            seat: !piece.seat,
            start: piece.start.map(Square::mirrored),
            ..piece
        };
        board.put(square.mirrored(), seen);
    }
    State::new(Wfen {
        board,
        active: !position.active,
        previous: position.previous.map(mirrored_move),
        mover: position.mover.map(|seat| !seat),
        ..position
    })
    .unwrap()
}

fn mirrored_move(step: Move) -> Move {
    Move {
        from: step.from.mirrored(),
        to: step.to.mirrored(),
    }
}

pub(crate) fn mirrored_action(action: Action) -> Action {
    match action {
        Action::Move(step) => Action::Move(mirrored_move(step)),
        Action::Promote(kind) => Action::Promote(kind),
    }
}

/// Whether two asserting pieces of one side could answer the same arrival. Which of them does is
/// decided by compass, not by colour, so such positions need not mirror.
pub(crate) fn asserters_compete(state: &State) -> bool {
    let asserts = |kind: Kind| kind.has(Characteristic::Asserts);
    let places: Vec<(Square, Seat)> = state
        .board()
        .pieces()
        .filter(|(_, piece)| asserts(piece.kind))
        .map(|(square, piece)| (square, piece.seat))
        .collect();
    let close =
        |a: &(Square, Seat), b: &(Square, Seat)| a.0 != b.0 && a.1 == b.1 && a.0.distance(b.0) <= 2;
    places.iter().any(|a| places.iter().any(|b| close(a, b)))
}
