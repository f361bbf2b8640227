//! The pictures of the rules document are drawn from positions. This test keeps them true;
//! `UPDATE_PICTURES=1 cargo test -p tridim pictures` draws them again.

mod floors;
mod side;

use std::path::{Path, PathBuf};

/// A picture of a position: file name, what it shows, position, and the place whose actions are marked.
struct Picture {
    name: &'static str,
    shows: &'static str,
    setup: &'static str,
    chosen: Option<&'static str>,
}

const fn picture(
    name: &'static str,
    shows: &'static str,
    setup: &'static str,
    chosen: Option<&'static str>,
) -> Picture {
    Picture {
        name,
        shows,
        setup,
        chosen,
    }
}

const PICTURES: [Picture; 13] = [
    picture("start", "The start of a game", "", None),
    picture(
        "shadow",
        "A rook on a2W: the pawn on a4N closes column a4, but a4W beneath it can be reached",
        "2k1/4/4/4|4/4/p3/4|4/4/R3/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        Some("a2W"),
    ),
    picture(
        "gaps",
        "A rook on z0QL1 passes over columns that do not exist",
        "2k1/4/4/4|4/4/4/4|4/1K2/4/4 QL1(2/R1),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        Some("z0QL1"),
    ),
    picture(
        "knight",
        "A knight on d4W reaches all three main boards in one leap",
        "1k2/4/2p1/4|2p1/4/4/4|3N/4/4/1K2 QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        Some("d4W"),
    ),
    picture(
        "double-step",
        "A fresh pawn on a2W: the knight on a4N leaves a4W free",
        "2k1/4/4/4|4/4/N3/4|4/4/D3/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        Some("a2W"),
    ),
    picture(
        "en-passant",
        "The pawn on b4N has just made a double step; the pawn on a4W takes it on b3W or b3N",
        "2k1/4/4/4|4/4/1P2/4|p3/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - b4N - 0 10",
        Some("a4W"),
    ),
    picture(
        "ridden-board",
        "A board with a rider on QL3 goes forward or sideways, never back to QL1",
        "1k2/4/4/4|4/4/4/4|4/4/4/1K2 QL3(2/N1),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        Some("WQL"),
    ),
    picture(
        "castling",
        "King and rooks that may castle, pointed at by king and rook",
        "4/4/4/4|4/4/4/4|4/4/4/4 QL1(2/R1),KL1(2/KR),QL6(2/2),KL6(k1/2) w KQ - - 0 10",
        Some("d0KL1"),
    ),
    picture(
        "king-over-king",
        "Mate: the white king stands above the black one and takes all its flight squares",
        "4/4/4/4|4/2N1/k3/4|4/4/4/4 QL2(2/1K),KL1(2/2),QL6(2/2),KL6(2/2) b - - - 0 10",
        None,
    ),
    picture(
        "deferred",
        "The board on QL6 overhangs a8B: the pawn is deferred and may still go on to QL6",
        "P3/3k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(r1/2),KL6(2/2) w - - a8B~ 0 10",
        Some("a8B"),
    ),
    picture(
        "forced",
        "The board has left QL6: the pawn on a8B must be promoted before anything else",
        "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL4(2/2),KL6(2/2) w - - a8B! 1 11",
        Some("a8B"),
    ),
    picture(
        "carried-home",
        "A pawn carried to z9QL6 may promote there as a turn",
        "4/4/4/4|3k/4/4/4|4/4/4/3K QL6(T1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 0 11",
        Some("z9QL6"),
    ),
    picture(
        "missing-plane",
        "Nothing stands on QL6, so the pawn on z7QL4 is frozen; it may only capture on a8B",
        "n3/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 0 10",
        Some("z7QL4"),
    ),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rules/pictures/tridimensional")
}

/// Compares a drawing with the committed file, or writes the file.
fn keep(name: &str, drawn: &str) {
    let file = folder().join(format!("{name}.svg"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(&file, drawn).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == drawn,
        "{} is out of date; run with UPDATE_PICTURES=1",
        file.display()
    );
}

#[test]
fn pictures_of_positions_are_true() {
    for picture in &PICTURES {
        let drawn = floors::draw(picture.setup, picture.shows, picture.chosen);
        keep(picture.name, &drawn);
    }
}

#[test]
fn the_side_view_is_true() {
    keep("side-view", &side::draw());
}

#[test]
fn every_picture_is_shown_in_the_document() {
    let document = folder().join("../../tridimensional.md");
    let text = std::fs::read_to_string(document).unwrap();
    for name in PICTURES
        .iter()
        .map(|picture| picture.name)
        .chain(["side-view"])
    {
        let link = format!("(pictures/tridimensional/{name}.svg)");
        assert!(text.contains(&link), "{link}");
    }
}
