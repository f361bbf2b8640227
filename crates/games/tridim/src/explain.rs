//! Answers to "why?": what affects a square or an attack board.

use rules::{CellId, Explain, Explanation, Note};

use crate::judge::{judge_control, judge_turn};
use crate::promotion::{Standing, plane};
use crate::{BoardId, BoardMove, Illegal, Kind, Past, Piece, Pin, Position, Square, Turn};

/// What affects a square, a board (by its name or its pin), or a free pin.
pub(crate) fn explain(position: &Position, cell: &str) -> Option<Explanation> {
    let (title, notes) = if let Ok(square) = cell.parse::<Square>() {
        explain_square(position, square)
    } else {
        let board = match cell.parse::<Pin>() {
            Ok(pin) => position.boards().at(pin),
            Err(()) => Some(BoardId::from_name(cell)?),
        };
        match board {
            Some(board) => explain_board(position, board),
            None => (format!("pin {cell}"), vec![free_pin()]),
        }
    };
    Some(Explanation {
        cell: cell.into(),
        title,
        notes,
    })
}

fn cells(names: &[String]) -> impl Iterator<Item = CellId> {
    names.iter().map(|name| CellId::from(name.clone()))
}

fn cell(place: impl ToString) -> [CellId; 1] {
    [CellId::from(place.to_string())]
}

fn free_pin() -> Note {
    rules::note!("free-pin", "No attack board stands here.")
}

fn explain_square(position: &Position, square: Square) -> (String, Vec<Note>) {
    if let Some(pin) = square
        .pin()
        .filter(|_| !position.existing().contains(square))
    {
        let missing = rules::note!(
            "missing",
            "It comes into being when an attack board arrives on {pin}.",
            pin
        );
        let title = format!("{square} does not exist now");
        return (title, vec![missing.at(cell(pin))]);
    }
    let Some(piece) = position.piece_at(square) else {
        return (format!("{square}, empty"), column_note(position, square));
    };
    let mut notes = match piece.kind {
        Kind::Pawn => pawn_notes(position, square, piece),
        Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => Vec::new(),
    };
    notes.extend(column_note(position, square));
    (format!("{piece} on {square}"), notes)
}

/// Other pieces of the column close the lines through it.
fn column_note(position: &Position, square: Square) -> Vec<Note> {
    let squares: Vec<String> = Square::of_column(square.column())
        .and(position.pieces())
        .filter(|other| *other != square)
        .map(|other| other.to_string())
        .collect();
    if squares.is_empty() {
        return Vec::new();
    }
    let shadow = rules::note!(
        "shadow",
        "Its column also holds {others}, so no line passes through it.",
        others = squares.join(" and ")
    );
    vec![shadow.at(cells(&squares))]
}

fn pawn_notes(position: &Position, square: Square, pawn: Piece) -> Vec<Note> {
    let standing = position.standing(square);
    let mut notes: Vec<Note> = standing_note(position, square, pawn, standing)
        .into_iter()
        .collect();
    if standing != Some(Standing::CarriedHome) {
        notes.extend(way_notes(position, square, pawn));
    }
    notes.push(match pawn.past {
        Past::Fresh => rules::note!("fresh", "It may still make a double step."),
        Past::Moved => rules::note!("moved", "It has moved: no double step."),
        Past::Carried => rules::note!("carried", "An attack board has carried it: no double step."),
    });
    notes
}

fn standing_note(
    position: &Position,
    square: Square,
    pawn: Piece,
    standing: Option<Standing>,
) -> Option<Note> {
    match standing? {
        Standing::Deferred => {
            let pin = Pin::all()
                .filter(|pin| position.boards().cover(*pin))
                .find(|pin| pin.corner() == Some(square))?;
            let deferred = rules::note!(
                "deferred",
                "Promotion is deferred while the board on {pin} overhangs it; when that board leaves, \
                 {seat} chooses a piece at once.",
                pin,
                seat = pawn.seat.name()
            );
            Some(deferred.at(cell(pin)))
        }
        Standing::Forced => Some(rules::note!(
            "forced",
            "Its corner is uncovered: {seat} has to choose a piece before anything else happens.",
            seat = pawn.seat.name()
        )),
        Standing::CarriedHome => Some(rules::note!(
            "carried-home",
            "It stands on its furthest rank without having walked there: it may promote on the spot, \
             which takes a turn."
        )),
        Standing::Ordinary => None,
    }
}

fn way_notes(position: &Position, square: Square, pawn: Piece) -> Vec<Note> {
    let mut notes = Vec::new();
    let missing_plane =
        plane(pawn.seat, square.file()).filter(|pin| !position.boards().cover(*pin));
    if let Some(pin) = missing_plane {
        let missing = rules::note!(
            "plane-missing",
            "The furthest rank of its file exists only with an attack board on {pin}.",
            pin
        );
        notes.push(missing.at(cell(pin)));
    }
    if let Some(ahead) = position.missing_ahead(square, pawn.seat) {
        let frozen = rules::note!(
            "frozen",
            "No board provides a square on {ahead}, so it cannot step ahead.",
            ahead
        );
        // None of them is there now: they show where a board would have to bring one.
        let squares: Vec<String> = Square::of_column(ahead)
            .map(|square| square.to_string())
            .collect();
        notes.push(frozen.at(cells(&squares)));
    }
    notes
}

fn explain_board(position: &Position, board: BoardId) -> (String, Vec<Note>) {
    let pin = position.boards().pin(board);
    let title = format!(
        "attack board {} on {pin}, owned by {}",
        board.name(),
        board.owner()
    );
    let mut notes = vec![controller_note(position, board)];
    if position.pending().is_some() {
        return (title, notes);
    }
    match judge_control(position, pin) {
        Ok(_) => notes.extend(
            Pin::all()
                .filter(|to| pin.is_adjacent(*to))
                .map(|to| way_note(position, pin, to)),
        ),
        Err(why) => notes.push(with_reason(
            rules::note!(why.code(), "It stays where it is: {why}.", why),
            &why,
        )),
    }
    (title, notes)
}

fn controller_note(position: &Position, board: BoardId) -> Note {
    let riders: Vec<String> = position
        .riders(board)
        .map(|square| square.to_string())
        .collect();
    let note = match (position.controller(board), riders.len()) {
        (Some(seat), 0) => {
            rules::note!(
                "controller",
                "It is empty, so its owner {seat} controls it.",
                seat
            )
        }
        (Some(seat), _) => rules::note!(
            "controller",
            "Its only rider is {seat}'s, so {seat} controls it.",
            seat
        ),
        (None, count) => rules::note!(
            "controller",
            "It carries {count} pieces, so nobody controls it.",
            count
        ),
    };
    note.at(cells(&riders))
}

/// Whether the board may go to a neighbouring pin, in any way, and if not, why not.
fn way_note(position: &Position, from: Pin, to: Pin) -> Note {
    let turn = |rotated, promotion| {
        Turn::Board(BoardMove {
            from,
            to,
            rotated,
            promotion,
        })
    };
    let ways = [
        turn(false, None),
        turn(true, None),
        turn(false, Some(Kind::Queen)),
    ];
    let allowed = ways
        .into_iter()
        .any(|way| judge_turn(position, way).is_ok());
    match judge_turn(position, ways[0]) {
        Err(why) if !allowed => with_reason(
            rules::note!(why.code(), "Not to {goal}: {why}.", goal = to, why),
            &why,
        ),
        _ => rules::note!("may-move", "It may go to {to}.", to),
    }
    .at(cell(to))
}

/// A note that quotes a refusal has its values, too.
fn with_reason(mut note: Note, why: &Illegal) -> Note {
    note.args.extend(why.args());
    note
}
