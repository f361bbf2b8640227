//! The pictures of the rules document are drawn from positions, by the rules themselves.
//!
//! `UPDATE_PICTURES=1 cargo test -p wisconsin pictures` draws them anew.

use std::fmt::Write;

use rules::{Seat, Variant};
use wisconsin::{Action, Cause, Event, Move, Piece, Square, State, Wisconsin};

use crate::{lines, path, state};

/// The side of a square, and the margin for files and ranks.
const SIDE: i32 = 40;
const MARGIN: i32 = 18;

#[test]
fn pictures_show_what_the_rules_do() {
    let document = std::fs::read_to_string(path("../../../docs/rules/wisconsin.md")).unwrap();
    let update = std::env::var_os("UPDATE_PICTURES").is_some();
    for (number, line) in lines("tests/data/pictures.txt") {
        let parts: Vec<&str> = line.split(" | ").collect();
        let &[name, position, shown] = parts.as_slice() else {
            panic!("line {number} has three parts");
        };
        let file = path("../../../docs/rules/pictures/wisconsin").join(format!("{name}.svg"));
        let drawn = draw(position, shown);
        if update {
            std::fs::write(&file, &drawn).unwrap();
        }
        let stored = std::fs::read_to_string(&file).unwrap();
        assert!(stored == drawn, "{name} shows something else: draw it anew");
        let link = format!("(pictures/wisconsin/{name}.svg)");
        assert!(document.contains(&link), "no clause shows {name}");
    }
}

/// The position is told along, so that a page that shows the picture can let people play on from it.
fn draw(position: &str, shown: &str) -> String {
    let state = &state(position);
    let (what, detail) = shown.split_once(' ').unwrap();
    let side = 8 * SIDE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{shown}</title>\n\
         <desc>{position}</desc>\n"
    );
    draw_board(&mut svg);
    for (square, piece) in state.board().pieces() {
        draw_piece(&mut svg, square, piece);
    }
    match what {
        "from" => draw_destinations(&mut svg, state, detail.parse().unwrap()),
        "play" => draw_move(&mut svg, state, detail.parse().unwrap()),
        _ => draw_marks(&mut svg, state, detail),
    }
    svg + "</svg>\n"
}

/// The middle of a square.
fn middle(square: Square) -> (i32, i32) {
    let x = MARGIN + i32::from(square.file()) * SIDE + SIDE / 2;
    let y = MARGIN + i32::from(7 - square.rank()) * SIDE + SIDE / 2;
    (x, y)
}

fn draw_board(svg: &mut String) {
    for square in Square::all() {
        let (x, y) = middle(square);
        let colour = if square.is_dark() {
            "#b7c4a8"
        } else {
            "#eef1e6"
        };
        writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>",
            x - SIDE / 2,
            y - SIDE / 2
        )
        .unwrap();
    }
    for n in 0..8 {
        let square = Square::at(n, n).unwrap();
        let (x, y) = middle(square);
        let name = square.to_string();
        let bottom = MARGIN + 8 * SIDE + 13;
        let (file, rank) = name.split_at(1);
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{bottom}\" font-size=\"11\">{file}</text>"
        )
        .unwrap();
        writeln!(
            svg,
            "<text x=\"9\" y=\"{}\" font-size=\"11\">{rank}</text>",
            y + 4
        )
        .unwrap();
    }
}

fn draw_piece(svg: &mut String, square: Square, piece: Piece) {
    let (x, y) = middle(square);
    let (fill, ink) = match piece.seat {
        Seat::White => ("#ffffff", "#222222"),
        Seat::Black => ("#333333", "#ffffff"),
    };
    writeln!(
        svg,
        "<g><title>{} on {square}</title><circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" \
         stroke=\"#222222\"/><text x=\"{x}\" y=\"{}\" font-size=\"18\" font-weight=\"bold\" \
         fill=\"{ink}\">{}</text></g>",
        piece.label(),
        y + 6,
        piece.kind.letter(Seat::White)
    )
    .unwrap();
}

fn ring(svg: &mut String, square: Square, radius: i32, style: &str) {
    let (x, y) = middle(square);
    writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>"
    )
    .unwrap();
}

/// A dot where the piece can move, a ring where it captures.
fn draw_destinations(svg: &mut String, state: &State, from: Square) {
    ring(
        svg,
        from,
        18,
        "fill=\"none\" stroke=\"#2266cc\" stroke-width=\"3\"",
    );
    for action in state.legal() {
        match action {
            Action::Move(step) if step.from == from => {
                if state.board().get(step.to).is_some() {
                    ring(
                        svg,
                        step.to,
                        18,
                        "fill=\"none\" stroke=\"#cc3311\" stroke-width=\"3\"",
                    );
                } else {
                    ring(svg, step.to, 6, "fill=\"#2266cc\"");
                }
            }
            _ => {}
        }
    }
}

/// An arrow for what is asked and for every move that follows; a cross over every piece that is lost.
fn draw_move(svg: &mut String, state: &State, action: Action) {
    let step = Wisconsin::apply(state, state.active(), &action).unwrap();
    if let Action::Move(Move { from, to }) = action {
        draw_arrow(svg, from, to, Cause::Played);
    }
    for event in &step.events {
        match event {
            Event::Moved {
                from, to, cause, ..
            } if *cause != Cause::Played => draw_arrow(svg, *from, *to, *cause),
            Event::Removed { at, .. } => draw_cross(svg, *at),
            _ => {}
        }
    }
}

fn draw_arrow(svg: &mut String, from: Square, to: Square, cause: Cause) {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let colour = match cause {
        Cause::Returned => "#228833",
        Cause::Asserted => "#cc3311",
        _ => "#2266cc",
    };
    writeln!(
        svg,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" \
         stroke-width=\"4\" stroke-opacity=\"0.7\"/>"
    )
    .unwrap();
    ring(
        svg,
        to,
        18,
        &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\""),
    );
}

fn draw_cross(svg: &mut String, square: Square) {
    let (x, y) = middle(square);
    let (left, right, top, bottom) = (x - 17, x + 17, y - 17, y + 17);
    writeln!(
        svg,
        "<path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" \
         stroke=\"#cc3311\" stroke-width=\"4\" stroke-opacity=\"0.55\"/>"
    )
    .unwrap();
}

fn draw_marks(svg: &mut String, state: &State, word: &str) {
    for square in state.board().occupied() {
        if state.marks_on(square).any(|mark| mark.word() == word) {
            ring(
                svg,
                square,
                18,
                "fill=\"none\" stroke=\"#cc3311\" stroke-width=\"3\"",
            );
        }
    }
}
