//! The pictures of the rules document, drawn from the games that the document itself tells.
//!
//! `UPDATE_PICTURES=1` draws them anew; otherwise the committed files must be what would be drawn.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rules::{MomentKind, Seat, Shade, Token, Variant};
use timetravel::{Action, Setup, State, TimeTravel, history};

/// Limits of the worked game.
const SETUP: &str = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
const SIDE: i32 = 40;

#[test]
fn the_worked_game_and_its_pictures_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rules");
    let text = std::fs::read_to_string(folder.join("timetravelling.md")).unwrap();
    let setup: Setup = SETUP.parse().unwrap();
    let mut game = TimeTravel::start(&setup).unwrap();
    let mut pictures = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "```game" {
            game = play(game, lines.next().unwrap());
        } else if let Some((alt, file)) = picture(line) {
            assert_eq!(alt, history(game.timeline()), "{file}");
            check_file(&folder.join(file), &draw(&game, alt));
            pictures += 1;
        }
    }
    assert_eq!(pictures, 6);
    let line = Setup::of(&game).to_string();
    assert!(
        line.ends_with("0-1:checkmate"),
        "the worked game ends: {line}"
    );
}

fn play(mut game: State, actions: &str) -> State {
    for action in actions.split_whitespace() {
        let action: Action = action.parse().unwrap();
        let seat = game.actor();
        game = TimeTravel::apply(&game, seat, &action).unwrap().state;
    }
    game
}

/// `![alt](file)`.
fn picture(line: &str) -> Option<(&str, &str)> {
    let (alt, file) = line.strip_prefix("![")?.split_once("](")?;
    Some((alt, file.strip_suffix(')')?))
}

fn check_file(file: &PathBuf, drawn: &str) {
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(file, drawn).unwrap();
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    let name = file.display();
    assert!(
        committed == drawn,
        "{name} is not what the rules give; UPDATE_PICTURES=1 draws it"
    );
}

/// The board, with the timeline below it. The game is told along, so that a page that shows the picture can let people play
/// on from it.
fn draw(game: &State, title: &str) -> String {
    let scene = &TimeTravel::scene(game);
    let line = Setup::of(game);
    let moments = &scene.timeline.as_ref().unwrap().moments;
    let (width, height) = (
        8 * SIDE,
        8 * SIDE + 20 + 26 * moments.len().div_ceil(4) as i32,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{title}</title>\n\
         <desc>{line}</desc>\n{STYLE}"
    );
    for cell in &scene.cells {
        let color = match cell.shade {
            Shade::Light => "#f0e6d2",
            Shade::Dark => "#b08d6a",
        };
        let (x, y) = corner(cell.x, cell.y);
        let marked = scene
            .marks
            .iter()
            .find(|mark| mark.cells.contains(&cell.id));
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{color}\"/>"
        )
        .unwrap();
        if let Some(mark) = marked {
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" class=\"{}\"/>",
                mark.kind
            )
            .unwrap();
        }
    }
    for token in &scene.tokens {
        let cell = scene
            .cells
            .iter()
            .find(|cell| cell.id == token.cell)
            .unwrap();
        svg.push_str(&piece(token, corner(cell.x, cell.y)));
    }
    for (index, moment) in moments.iter().enumerate() {
        let dormant = moment.badges.iter().any(|badge| badge.kind == "dormant");
        let (x, y) = (
            index as i32 % 4 * 2 * SIDE,
            8 * SIDE + 10 + index as i32 / 4 * 26,
        );
        let class = match (dormant, moment.kind) {
            (true, _) => "dormant",
            (false, MomentKind::Move) => "move",
            (false, MomentKind::Blank) => "blank",
            (false, MomentKind::Pass) => "pass",
        };
        let label = format!("{} {}", index + 1, moment.label.trim_matches(['(', ')']));
        svg.push_str(&place(class, &label, x, y));
    }
    svg.push_str("</svg>\n");
    svg
}

/// One ply of the timeline: a box with its number and its move.
fn place(class: &str, label: &str, x: i32, y: i32) -> String {
    format!(
        "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"22\" rx=\"4\" class=\"{class}\"/>\n\
         <text x=\"{}\" y=\"{}\" class=\"{class}-text\">{label}</text>\n",
        x + 2,
        2 * SIDE - 4,
        x + SIDE,
        y + 15
    )
}

fn corner(x: i16, y: i16) -> (i32, i32) {
    (i32::from(x) * SIDE, i32::from(7 - y) * SIDE)
}

/// Plain silhouettes on a field of 40 by 40.
fn piece(token: &Token, (x, y): (i32, i32)) -> String {
    let shape = match &*token.kind {
        "pawn" => "M20 9a5.5 5.5 0 0 1 3.5 9.7L28 32H12l4.5-13.3A5.5 5.5 0 0 1 20 9z",
        "knight" => "M12 33c0-9 6-11 6-15l-6 3-2-4 8-8V6l4 3c7 2 9 11 8 24z",
        "bishop" => {
            "M20 6a2.5 2.5 0 0 1 1.5 4.5C26 14 27 19 24 24l4 9H12l4-9c-3-5-2-10 2.5-13.5A2.5 2.5 0 0 1 20 6z"
        }
        "rook" => "M11 8h4v3h3V8h4v3h3V8h4v7l-3 2v10l3 3v3H11v-3l3-3V17l-3-2z",
        "queen" => "M8 12l6 9 1-12 5 11 5-11 1 12 6-9-4 21H12z",
        _ => "M18.5 5h3v3h3v3h-3v4c9-3 12 6 6 12v6H12.5v-6c-6-6-3-15 6-12v-4h-3V8h3z",
    };
    let class = match token.seat {
        Seat::White => "white",
        Seat::Black => "black",
    };
    format!("<path transform=\"translate({x} {y})\" class=\"{class}\" d=\"{shape}\"/>\n")
}

const STYLE: &str = "<style>\
.white{fill:#fff;stroke:#222;stroke-width:1.5}.black{fill:#222;stroke:#eee;stroke-width:1}\
.last{fill:#e8d44d;opacity:.45}.check{fill:#d33;opacity:.5}\
rect.move{fill:#fff;stroke:#333}rect.blank{fill:none;stroke:#333;stroke-dasharray:4 3}\
rect.pass{fill:#bbb;stroke:#777}rect.dormant{fill:none;stroke:#999}\
text{font:13px sans-serif;text-anchor:middle;fill:#222}\
.blank-text{fill:#555}.dormant-text{fill:#777;text-decoration:line-through}\
</style>\n";
