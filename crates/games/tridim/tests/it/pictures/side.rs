//! The set seen from the side: main boards as bars, pins as knots, and lines between pins that a board
//! can go along.

use std::fmt::Write;

use tridim::{Main, Pin};

const RANK: i32 = 52;
const FLOOR: i32 = 34;
const LEFT: i32 = 60;
const BOTTOM: i32 = 250;

/// Where a rank and a height lie.
fn place(rank: i32, height: i32) -> (i32, i32) {
    (LEFT + rank * RANK, BOTTOM - height * FLOOR)
}

/// Draws one side of the set; the other looks the same.
pub(super) fn draw() -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 300\" \
         font-family=\"sans-serif\" role=\"img\">\n\
         <title>The queen's side seen from the side: pins and the ways between them</title>\n\
         <rect width=\"600\" height=\"300\" fill=\"#fbfaf7\"/>\n",
    );
    for main in Main::ALL {
        draw_main(&mut svg, main);
    }
    let pins: Vec<Pin> = Pin::all().filter(|pin| !pin.is_king_side()).collect();
    for (index, from) in pins.iter().enumerate() {
        for to in pins[index + 1..].iter().filter(|to| from.is_adjacent(**to)) {
            draw_way(&mut svg, *from, *to);
        }
    }
    for pin in pins {
        draw_pin(&mut svg, pin);
    }
    for rank in 0..10 {
        let (x, _) = place(rank, 0);
        text(&mut svg, x, BOTTOM + 34, 12, "#777", &rank.to_string());
    }
    text(&mut svg, 24, BOTTOM + 34, 12, "#777", "rank");
    svg + "</svg>\n"
}

fn text(svg: &mut String, x: i32, y: i32, size: i32, fill: &str, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" \
         text-anchor=\"middle\">{words}</text>"
    );
}

fn draw_main(svg: &mut String, main: Main) {
    let low = i32::from(main.lowest_rank());
    let (x, y) = place(low, main.height().into());
    let (x, width) = (x - RANK / 2, 4 * RANK);
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"12\" fill=\"#c19a6b\"/>"
    );
    let letter = main.letter().to_string();
    text(svg, x + width / 2, y + 10, 11, "#fff", &letter);
}

/// The middle of a board on a pin.
fn middle(pin: Pin) -> (i32, i32) {
    let (x, y) = place(pin.rank().into(), pin.height().into());
    (x + RANK / 2, y)
}

fn draw_way(svg: &mut String, from: Pin, to: Pin) {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let _ = writeln!(
        svg,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#2e7d32\" \
         stroke-width=\"2\"/>"
    );
}

fn draw_pin(svg: &mut String, pin: Pin) {
    let (x, y) = middle(pin);
    let (left, width) = (x - RANK, 2 * RANK);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"6\" fill=\"#8d8d8d\"/>\n\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"#fff\" stroke=\"#333\"/>"
    );
    text(svg, x, y + 4, 10, "#333", &pin.to_string());
}
