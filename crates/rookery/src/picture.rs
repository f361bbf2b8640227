//! A game as text: its boards with coordinates, its history, and how it stands.

use std::io::{self, Write};

use rules::{AnyGame, Board, Cell, Moment, MomentKind, Scene, Seat, Status, Token, draw_board};

/// Draws a game and says how it stands.
pub(crate) fn show(game: &dyn AnyGame, ascii: bool, out: &mut impl Write) -> io::Result<()> {
    let scene = game.scene();
    for line in boards(&scene, ascii) {
        writeln!(out, "{line}")?;
    }
    for line in history(&scene) {
        writeln!(out, "{line}")?;
    }
    for note in &scene.notes {
        writeln!(out, "{}", note.text)?;
    }
    match game.status() {
        Status::ToAct(_) if scene.checked().is_some() => writeln!(out, "Check."),
        Status::ToAct(_) => Ok(()),
        Status::Over(outcome) => {
            let reason = outcome.reason.as_str().replace('_', " ");
            writeln!(out, "{} ({reason})", outcome.score())
        }
    }
}

/// The boards as lines, the highest first, with coordinates where the places have names like `e4` or `z0QL1`.
fn boards(scene: &Scene, ascii: bool) -> Vec<String> {
    let sign = |token: &Token| if ascii { token.letter } else { glyph(token) };
    let mut lines = Vec::new();
    for board in scene.boards.iter().rev() {
        if scene.boards.len() > 1 {
            lines.push(board.name.to_string());
        }
        lines.extend(with_coordinates(
            scene,
            board,
            draw_board(scene, board, sign),
        ));
    }
    lines
}

fn with_coordinates(scene: &Scene, board: &Board, drawn: Vec<String>) -> Vec<String> {
    let cells: Vec<&Cell> = scene
        .cells
        .iter()
        .filter(|cell| cell.board == board.id)
        .collect();
    let mut ranks: Vec<&&Cell> = cells.iter().collect();
    ranks.sort_by_key(|cell| std::cmp::Reverse(cell.y));
    ranks.dedup_by_key(|cell| cell.y);
    let mut files: Vec<&&Cell> = cells.iter().collect();
    files.sort_by_key(|cell| cell.x);
    files.dedup_by_key(|cell| cell.x);
    let letters: Vec<&str> = files
        .iter()
        .filter_map(|cell| cell.id.as_str().get(..1))
        .collect();
    let rows = drawn
        .into_iter()
        .zip(ranks)
        .map(|(line, cell)| format!("{:>3}  {line}", rank_of(cell)));
    let below = [String::new(), format!("     {}", letters.join(" "))];
    // Of several boards each has its letters right below it.
    let below = below.into_iter().skip(usize::from(scene.boards.len() > 1));
    rows.chain(below).collect()
}

/// The digits of `e4`, `a10` or `z0QL1`.
fn rank_of(cell: &Cell) -> &str {
    let rest = cell.id.as_str().get(1..).unwrap_or_default();
    let end = rest.find(|sign: char| !sign.is_ascii_digit());
    &rest[..end.unwrap_or(rest.len())]
}

/// The history of a game whose past is part of its state, one full move a line. The number behind each move is
/// that which actions name it by.
pub(crate) fn history(scene: &Scene) -> Vec<String> {
    let Some(timeline) = &scene.timeline else {
        return Vec::new();
    };
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for (index, moment) in timeline.moments.iter().enumerate() {
        let entry = format!("{:<22}", in_history(moment, index + 1));
        match (moment.seat, lines.last_mut()) {
            (Seat::Black, Some(line)) if is_open => line.push_str(&entry),
            (Seat::Black, _) => lines.push(format!("{:>3}. {:<22}{entry}", lines.len() + 1, "...")),
            (Seat::White, _) => lines.push(format!("{:>3}. {entry}", lines.len() + 1)),
        }
        is_open = moment.seat == Seat::White;
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// A move with its place in the history and its signs.
fn in_history(moment: &Moment, place: usize) -> String {
    let has = |kind: &str| moment.badges.iter().any(|badge| badge.kind == kind);
    let name = match moment.kind {
        MomentKind::Move => moment.label.as_str(),
        MomentKind::Blank if has("sealed") => "blank for good",
        MomentKind::Blank => "blank",
        MomentKind::Pass => "pass",
    };
    let signs = [
        ("terminus", " end"),
        ("upgradable", " *"),
        ("rewritten", " changed"),
        ("locked", " locked"),
    ];
    let signs = signs.into_iter().filter(|(kind, _)| has(kind));
    let signs: String = signs.map(|(_, sign)| sign).collect();
    format!("{name} ({place}){signs}")
}

/// Unicode has signs for the six usual kinds; others keep their letter.
fn glyph(token: &Token) -> char {
    let signs = match &*token.kind {
        "king" => ('♔', '♚'),
        "queen" => ('♕', '♛'),
        "rook" => ('♖', '♜'),
        "bishop" => ('♗', '♝'),
        "knight" => ('♘', '♞'),
        "pawn" => ('♙', '♟'),
        _ => (token.letter, token.letter),
    };
    match token.seat {
        Seat::White => signs.0,
        Seat::Black => signs.1,
    }
}
