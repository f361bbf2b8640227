//! What affects a square, for people who ask why.

use rules::{CellId, Explanation, Note, Seat};

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
        let (name, sentence) = (characteristic.name(), characteristic.sentence());
        notes.push(match normalised {
            true => rules::note!(name, "{sentence} (switched off now)", sentence),
            false => Note::plain(name, sentence),
        });
    }
    for mark in Mark::ALL
        .into_iter()
        .filter(|mark| marks.has(square, *mark))
    {
        let by = sources(&state.board, marks, mark, square);
        notes.push(borne(mark, &list(&state.board, by)).at(cells(by)));
    }
    notes.extend(threatened(state, square));
    notes
}

/// A mark and who puts it.
fn borne(mark: Mark, by: &str) -> Note {
    let sentence = mark.sentence();
    match mark {
        Mark::Normalised => {
            rules::note!(
                "normalised",
                "Normalised by the {by}. {sentence}",
                by,
                sentence
            )
        }
        Mark::Ordered => rules::note!("ordered", "Ordered by the {by}. {sentence}", by, sentence),
        Mark::Stopped => rules::note!("stopped", "Stopped by the {by}. {sentence}", by, sentence),
        Mark::Protected => {
            rules::note!(
                "protected",
                "Protected by the {by}. {sentence}",
                by,
                sentence
            )
        }
        Mark::Enabled => rules::note!("enabled", "Enabled by the {by}. {sentence}", by, sentence),
        Mark::Immaterialised => {
            rules::note!(
                "immaterialised",
                "Immaterialised by the {by}. {sentence}",
                by,
                sentence
            )
        }
    }
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
    match (piece.moved, piece.start) {
        (true, Some(start)) => rules::note!(
            "nature",
            "Based on the {base}; it has moved and began on {start}.",
            base,
            start
        ),
        (false, Some(start)) => rules::note!(
            "nature",
            "Based on the {base}; it has not moved and began on {start}.",
            base,
            start
        ),
        (true, None) => rules::note!(
            "nature",
            "Based on the {base}; it has moved and has no start square.",
            base
        ),
        (false, None) => rules::note!(
            "nature",
            "Based on the {base}; it has not moved and has no start square.",
            base
        ),
    }
}

fn threatened(state: &State, square: Square) -> Option<Note> {
    if state.board.king(state.active) != Some(square) {
        return None;
    }
    let threat = state.turn().check?;
    let attacker = Bitboard::of(threat.from);
    let (by, to) = (list(&state.board, attacker), threat.to);
    let check = if to == square {
        rules::note!("check", "In check from the {by}.", by)
    } else {
        rules::note!(
            "check",
            "In check: the {by} could go to {to} and set off a blast.",
            by,
            to
        )
    };
    Some(check.at(cells(attacker)))
}

/// Which asserting pieces wait for somebody to come here.
fn about_arrivals(state: &State, marks: &Marks, square: Square) -> Vec<Note> {
    let waiting = asserters(&state.board, marks) & Bitboard::of(square).neighbours();
    let of = |seat: Seat| {
        let asserting = waiting & state.board.of(seat);
        let (seat, by) = (!seat, list(&state.board, asserting));
        let asserted = || {
            rules::note!(
                "asserted",
                "A {seat} piece that arrives here is captured by the {by}, unless it is immune.",
                seat,
                by
            )
        };
        (!asserting.is_empty()).then(|| asserted().at(cells(asserting)))
    };
    Seat::BOTH.into_iter().filter_map(of).collect()
}

fn cells(squares: Bitboard) -> impl Iterator<Item = CellId> {
    squares.squares().map(Square::cell)
}

fn list(board: &Board, squares: Bitboard) -> String {
    let names = squares.squares().map(|square| {
        let label = board.get(square).map(|piece| piece.label());
        format!("{} on {square}", label.unwrap_or_default())
    });
    names.collect::<Vec<_>>().join(" and the ")
}
