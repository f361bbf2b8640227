//! Answers to "why?": what affects a square or an attack board.

use rules::{CellId, Explanation, Note};

use crate::judge::{judge_control, judge_turn};
use crate::promotion::{Standing, plane};
use crate::{BoardId, BoardMove, Kind, Past, Piece, Pin, Position, Square, Turn};

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

fn note(code: &str, text: String, cells: &[String]) -> Note {
    Note {
        code: code.to_owned(),
        text,
        cells: cells.iter().map(|cell| CellId(cell.clone())).collect(),
    }
}

fn free_pin() -> Note {
    note("free-pin", "No attack board stands here.".to_owned(), &[])
}

fn explain_square(position: &Position, square: Square) -> (String, Vec<Note>) {
    if let Some(pin) = square
        .pin()
        .filter(|_| !position.existing().contains(square))
    {
        let text = format!("It comes into being when an attack board arrives on {pin}.");
        let missing = note("missing", text, &[pin.to_string()]);
        return (format!("{square} does not exist now"), vec![missing]);
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
    let others: Vec<String> = Square::of_column(square.column())
        .and(position.pieces())
        .filter(|other| *other != square)
        .map(|other| other.to_string())
        .collect();
    if others.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "Its column also holds {}, so no line passes through it.",
        others.join(" and ")
    );
    vec![note("shadow", text, &others)]
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
        Past::Fresh => note("fresh", "It may still make a double step.".to_owned(), &[]),
        Past::Moved => note("moved", "It has moved: no double step.".to_owned(), &[]),
        Past::Carried => note(
            "carried",
            "An attack board has carried it: no double step.".to_owned(),
            &[],
        ),
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
            let text = format!(
                "Promotion is deferred while the board on {pin} overhangs it; when that board leaves, \
                 {} chooses a piece at once.",
                pawn.seat.name()
            );
            Some(note("deferred", text, &[pin.to_string()]))
        }
        Standing::Forced => {
            let text = format!(
                "Its corner is uncovered: {} has to choose a piece before anything else happens.",
                pawn.seat.name()
            );
            Some(note("forced", text, &[]))
        }
        Standing::CarriedHome => Some(note(
            "carried-home",
            "It stands on its furthest rank without having walked there: it may promote on the spot, \
             which takes a turn."
                .to_owned(),
            &[],
        )),
        Standing::Ordinary => None,
    }
}

fn way_notes(position: &Position, square: Square, pawn: Piece) -> Vec<Note> {
    let mut notes = Vec::new();
    let missing_plane =
        plane(pawn.seat, square.file()).filter(|pin| !position.boards().cover(*pin));
    if let Some(pin) = missing_plane {
        let text =
            format!("The furthest rank of its file exists only with an attack board on {pin}.");
        notes.push(note("plane-missing", text, &[pin.to_string()]));
    }
    if let Some(ahead) = position.missing_ahead(square, pawn.seat) {
        let text = format!("No board provides a square on {ahead}, so it cannot step ahead.");
        // None of them is there now: they show where a board would have to bring one.
        let squares: Vec<String> = Square::of_column(ahead)
            .map(|square| square.to_string())
            .collect();
        notes.push(note("frozen", text, &squares));
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
        Err(why) => notes.push(note(rules::Explain::code(&why), sentence(&why), &[])),
    }
    (title, notes)
}

fn controller_note(position: &Position, board: BoardId) -> Note {
    let riders: Vec<String> = position
        .riders(board)
        .map(|square| square.to_string())
        .collect();
    let text = match (position.controller(board), riders.len()) {
        (Some(seat), 0) => format!("It is empty, so its owner {seat} controls it."),
        (Some(seat), _) => format!("Its only rider is {seat}'s, so {seat} controls it."),
        (None, count) => format!("It carries {count} pieces, so nobody controls it."),
    };
    note("controller", text, &riders)
}

/// Whether the board may go to a neighbouring pin, in whatever way, and if not, why not.
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
        Err(why) if !allowed => {
            let text = format!("To {to}: {why}.");
            note(rules::Explain::code(&why), text, &[to.to_string()])
        }
        _ => note("may-move", format!("It may go to {to}."), &[to.to_string()]),
    }
}

fn sentence(why: &crate::Illegal) -> String {
    let text = why.to_string();
    let mut signs = text.chars();
    let first = signs.next().map(|sign| sign.to_ascii_uppercase());
    first.into_iter().chain(signs).chain(['.']).collect()
}
