//! A position floor by floor: the six heights side by side, each seen from above.

use std::collections::HashSet;
use std::fmt::Write;

use rules::{Cell, Scene, Seat, Shade, Token, Variant};
use tridim::{Pin, State, Tridim};

use crate::support::state;

const CELL: i32 = 22;
const FLOOR: i32 = 6 * CELL + 20;
const TOP: i32 = 38;
const LEFT: i32 = 18;
const WIDTH: i32 = LEFT + 6 * FLOOR;
const HEIGHT: i32 = TOP + 10 * CELL + 22;

const FLOORS: [&str; 6] = [
    "White's board",
    "pins 1 and 2",
    "Neutral board",
    "pins 3 and 4",
    "Black's board",
    "pins 5 and 6",
];

/// Draws a position. With a chosen place, everything that can be tapped next is marked. The position is told along, so
/// that a page that shows the picture can let people play on from it.
pub(super) fn draw(setup: &str, shows: &str, chosen: Option<&str>) -> String {
    let state = &state(setup);
    let scene = Tridim::scene(state);
    let next = next_taps(state, chosen);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" role=\"img\">\n<title>{shows}</title>\n<desc>{setup}</desc>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fbfaf7\"/>\n"
    );
    for (height, name) in FLOORS.iter().enumerate() {
        draw_floor(&mut svg, height as i32, name);
    }
    for pin in Pin::all().filter(|pin| !state.position().boards().cover(*pin)) {
        draw_free_pin(&mut svg, pin, next.contains(&pin.to_string()));
    }
    for cell in &scene.cells {
        draw_cell(&mut svg, cell);
    }
    draw_boards(&mut svg, state, chosen);
    for token in &scene.tokens {
        draw_token(&mut svg, &scene, token, chosen == Some(token.cell.as_str()));
    }
    for cell in scene
        .cells
        .iter()
        .filter(|cell| next.contains(cell.id.as_str()))
    {
        let (x, y) = place(cell.x.into(), cell.y.into(), cell.z.into());
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#2e7d32\"/>"
        );
    }
    svg + "</svg>\n"
}

/// The second taps of all actions that begin with the chosen place.
fn next_taps(state: &State, chosen: Option<&str>) -> HashSet<String> {
    Tridim::legal(state)
        .map(|action| Tridim::taps(state, &action))
        .filter(|taps| taps.first().map(rules::CellId::as_str) == chosen)
        .filter_map(|taps| Some(taps.get(1)?.to_string()))
        .collect()
}

/// The upper left corner of a cell.
fn place(x: i32, y: i32, z: i32) -> (i32, i32) {
    (LEFT + z * FLOOR + x * CELL, TOP + (9 - y) * CELL)
}

fn text(svg: &mut String, x: i32, y: i32, size: i32, fill: &str, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" \
         text-anchor=\"middle\">{words}</text>"
    );
}

fn draw_floor(svg: &mut String, height: i32, name: &str) {
    let (left, top) = place(0, 9, height);
    let (width, length) = (6 * CELL, 10 * CELL);
    text(svg, left + width / 2, 15, 11, "#333", name);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{length}\" fill=\"none\" \
         stroke=\"#ddd\"/>"
    );
    for (file, letter) in tridim::FILES.iter().enumerate() {
        let x = left + file as i32 * CELL + CELL / 2;
        text(svg, x, top + length + 14, 10, "#777", &letter.to_string());
    }
    for rank in 0..10 {
        let y = top + (9 - rank) * CELL + CELL / 2 + 4;
        text(svg, left - 8, y, 10, "#777", &rank.to_string());
    }
}

fn draw_cell(svg: &mut String, cell: &Cell) {
    let (x, y) = place(cell.x.into(), cell.y.into(), cell.z.into());
    let fill = match cell.shade {
        Shade::Light => "#f0e2c4",
        Shade::Dark => "#c19a6b",
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
    );
}

fn frame(svg: &mut String, pin: Pin, style: &str) -> (i32, i32) {
    let (x, y) = place(
        pin.file().into(),
        i32::from(pin.rank()) + 1,
        pin.height().into(),
    );
    let side = 2 * CELL;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" {style}/>"
    );
    (x + CELL, y)
}

/// A place for a board, dotted; green if the chosen board can go there.
fn draw_free_pin(svg: &mut String, pin: Pin, reachable: bool) {
    let (style, fill) = match reachable {
        true => ("stroke=\"#2e7d32\" stroke-width=\"3\"", "#2e7d32"),
        false => ("stroke=\"#aaa\" stroke-dasharray=\"3 3\"", "#999"),
    };
    let (x, y) = frame(svg, pin, style);
    text(svg, x, y + CELL + 4, 10, fill, &pin.to_string());
}

fn draw_boards(svg: &mut String, state: &State, chosen: Option<&str>) {
    for board in tridim::BoardId::ALL {
        let pin = state.position().boards().pin(board);
        let colour = match (chosen == Some(board.name()), board.owner()) {
            (true, _) => "#1565c0",
            (false, Seat::White) => "#8d8d8d",
            (false, Seat::Black) => "#222",
        };
        let (x, y) = frame(svg, pin, &format!("stroke=\"{colour}\" stroke-width=\"2\""));
        text(svg, x, y - 3, 9, colour, &pin.to_string());
    }
}

fn draw_token(svg: &mut String, scene: &Scene, token: &Token, chosen: bool) {
    let Some(cell) = scene.cells.iter().find(|cell| cell.id == token.cell) else {
        return;
    };
    let (x, y) = place(cell.x.into(), cell.y.into(), cell.z.into());
    if chosen {
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" \
             stroke=\"#1565c0\" stroke-width=\"3\"/>"
        );
    }
    let (fill, stroke) = match token.seat {
        Seat::White => ("#fff", "#000"),
        Seat::Black => ("#000", "#000"),
    };
    let sign = match token.kind.as_ref() {
        "king" => '♚',
        "queen" => '♛',
        "rook" => '♜',
        "bishop" => '♝',
        "knight" => '♞',
        _ => '♟',
    };
    // The sign that follows asks for a letter instead of a coloured picture.
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"19\" fill=\"{fill}\" stroke=\"{stroke}\" \
         stroke-width=\"0.6\" text-anchor=\"middle\">{sign}\u{fe0e}</text>",
        x + CELL / 2,
        y + CELL - 4
    );
    for badge in &token.badges {
        draw_badge(svg, x + CELL - 3, y + 4, &badge.kind);
    }
}

fn draw_badge(svg: &mut String, x: i32, y: i32, kind: &str) {
    let (fill, sign) = match kind {
        "crown" => ("#e0a800", "♛\u{fe0e}"),
        "forced" => ("#c62828", "!"),
        "lock" => ("#616161", "×"),
        _ => ("#1565c0", "?"),
    };
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\"/>"
    );
    text(svg, x, y + 3, 9, "#fff", sign);
}
