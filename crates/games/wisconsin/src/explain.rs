//! What affects a square, for people who ask why.

use rules::{Explanation, Note, Seat};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::characteristics::asserts::asserters;
use crate::characteristics::marks::{Mark, Marks};
use crate::kind::Base;
use crate::piece::Piece;
use crate::square::Square;
use crate::state::State;

/// The pieces that put a mark on the piece on this square.
pub(crate) fn sources(board: &Board, marks: &Marks, mark: Mark, square: Square) -> Bitboard {
    let Some(piece) = board.get(square).filter(|_| marks.has(square, mark)) else {
        return Bitboard::EMPTY;
    };
    let around = Bitboard::of(square).neighbours() & board.occupied();
    let working = match mark {
        // Normalizers that switch each other off still bear the mark of one another.
        Mark::Normalised => board.with(mark.source()),
        Mark::Ordered | Mark::Stopped | Mark::Protected | Mark::Enabled | Mark::Immaterialised => {
            marks.working(board, mark.source())
        }
    };
    let side = match mark {
        Mark::Normalised | Mark::Ordered | Mark::Protected => board.occupied(),
        Mark::Stopped => board.of(!piece.seat),
        Mark::Enabled | Mark::Immaterialised => board.of(piece.seat),
    };
    around & working & side
}

/// Everything that affects a square now.
pub(crate) fn explain(state: &State, square: Square) -> Explanation {
    let marks = Marks::of(&state.board);
    let (title, notes) = match state.board.get(square) {
        Some(piece) => (
            format!("{} on {square}", piece.label()),
            about_piece(state, &marks, square, piece),
        ),
        None => (
            format!("empty square {square}"),
            about_arrivals(state, &marks, square),
        ),
    };
    Explanation {
        cell: square.cell(),
        title,
        notes,
    }
}

fn about_piece(state: &State, marks: &Marks, square: Square, piece: Piece) -> Vec<Note> {
    let mut notes = vec![nature(piece)];
    let normalised = marks.has(square, Mark::Normalised);
    for characteristic in piece.kind.characteristics() {
        let off = if normalised {
            " (switched off now)"
        } else {
            ""
        };
        notes.push(note(
            characteristic.name(),
            format!("{}{off}", characteristic.sentence()),
            Bitboard::EMPTY,
        ));
    }
    for mark in Mark::ALL
        .into_iter()
        .filter(|mark| marks.has(square, *mark))
    {
        let by = sources(&state.board, marks, mark, square);
        let text = format!(
            "{} by the {}. {}",
            capitalised(mark.word()),
            list(&state.board, by),
            mark.sentence()
        );
        notes.push(note(mark.word(), text, by));
    }
    notes.extend(threatened(state, square));
    notes
}

fn nature(piece: Piece) -> Note {
    let base = match piece.kind.base() {
        Base::King => "king",
        Base::Queen => "queen",
        Base::Rook => "rook",
        Base::Bishop => "bishop",
        Base::Knight => "knight",
        Base::Pawn => "pawn",
    };
    let moved = if piece.moved {
        "has moved"
    } else {
        "has not moved"
    };
    let start = match piece.start {
        Some(start) => format!("began on {start}"),
        None => "has no start square".to_owned(),
    };
    note(
        "nature",
        format!("Based on the {base}; it {moved} and {start}."),
        Bitboard::EMPTY,
    )
}

fn threatened(state: &State, square: Square) -> Option<Note> {
    if state.board.king(state.active) != Some(square) {
        return None;
    }
    let threat = state.turn().check?;
    let by = Bitboard::of(threat.from);
    let text = if threat.to == square {
        format!("In check from the {}.", list(&state.board, by))
    } else {
        format!(
            "In check: the {} could go to {} and set off a blast.",
            list(&state.board, by),
            threat.to
        )
    };
    Some(note("check", text, by))
}

/// Which asserting pieces wait for somebody to come here.
fn about_arrivals(state: &State, marks: &Marks, square: Square) -> Vec<Note> {
    let waiting = asserters(&state.board, marks) & Bitboard::of(square).neighbours();
    let of = |seat: Seat| {
        let by = waiting & state.board.of(seat);
        let text = format!(
            "A {} piece that arrives here is captured by the {}, unless it is immune.",
            !seat,
            list(&state.board, by)
        );
        (!by.is_empty()).then(|| note("asserted", text, by))
    };
    Seat::BOTH.into_iter().filter_map(of).collect()
}

fn note(code: &str, text: String, cells: Bitboard) -> Note {
    Note {
        code: code.to_owned(),
        text,
        cells: cells.squares().map(Square::cell).collect(),
    }
}

fn list(board: &Board, squares: Bitboard) -> String {
    let names = squares.squares().map(|square| {
        let label = board.get(square).map(|piece| piece.label());
        format!("{} on {square}", label.unwrap_or_default())
    });
    names.collect::<Vec<_>>().join(" and the ")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
