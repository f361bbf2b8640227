//! What players see: coordinates, signs, sentences, and how actions are pointed at.

use std::collections::HashSet;

use rules::{Scene, Seat, Shape, Variant};
use tridim::{State, Tridim};

use crate::support::state;

fn after(setup: &str, actions: &[&str]) -> State {
    actions.iter().fold(state(setup), |state, action| {
        let seat = Tridim::status(&state).to_act().unwrap();
        let step = Tridim::apply(&state, seat, &action.parse().unwrap());
        step.unwrap_or_else(|why| panic!("{action}: {why}")).state
    })
}

fn notes(scene: &Scene) -> Vec<(&str, &str)> {
    let notes = scene.notes.iter();
    notes
        .map(|note| (note.kind.as_ref(), note.text.as_str()))
        .collect()
}

fn badge_text<'s>(scene: &'s Scene, cell: &str) -> Vec<&'s str> {
    let token = scene.token_at(cell).unwrap();
    token
        .badges
        .iter()
        .map(|badge| badge.text.as_str())
        .collect()
}

/// Taps and labels of every offer that begins at a place.
fn offers(state: &State, first: &str) -> Vec<(Vec<String>, String)> {
    Tridim::legal(state)
        .map(|action| {
            let taps = Tridim::taps(state, &action);
            let names = taps.iter().map(ToString::to_string).collect::<Vec<_>>();
            (names, Tridim::label(state, &action))
        })
        .filter(|(taps, _)| taps.first().is_some_and(|tap| tap == first))
        .collect()
}

const DEFERRED: &str =
    "P2P/4/4/4|4/1k2/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~,d8B~ 0 10";

#[test]
fn cells_lie_at_file_rank_and_height() {
    let scene = Tridim::scene(&state(""));
    assert_eq!(scene.shape, Shape::Levels);
    let place = |name: &str| {
        let cell = scene.cells.iter().find(|cell| cell.id.as_str() == name);
        cell.map(|cell| (cell.board.as_ref(), cell.x, cell.y, cell.z))
    };
    assert_eq!(place("a1W"), Some(("W", 1, 1, 0)));
    assert_eq!(place("d6N"), Some(("N", 4, 6, 2)));
    assert_eq!(place("b8B"), Some(("B", 2, 8, 4)));
    assert_eq!(place("z0QL1"), Some(("WQL", 0, 0, 1)));
    assert_eq!(place("e9KL6"), Some(("BKL", 5, 9, 5)));
    assert_eq!(place("z2QL3"), None);
    let places: HashSet<_> = scene
        .cells
        .iter()
        .map(|cell| (cell.x, cell.y, cell.z))
        .collect();
    assert_eq!(places.len(), 64, "no two cells share a place");
}

#[test]
fn boards_and_pins_can_be_tapped() {
    let scene = Tridim::scene(&after(DEFERRED, &["QL6-QL4"]));
    let board = scene.boards.iter().find(|board| board.id == "BQL").unwrap();
    assert_eq!(board.tap.as_ref().unwrap().as_str(), "BQL");
    assert_eq!(board.seat, Some(Seat::Black));
    assert_eq!(board.name, "attack board BQL on QL4");
    assert_eq!(scene.spots.len(), 12);
    let pin = scene
        .spots
        .iter()
        .find(|spot| spot.id.as_str() == "QL4")
        .unwrap();
    assert_eq!((pin.x, pin.y, pin.z), (1, 6, 3));
    assert_eq!(pin.name, "pin QL4, on a6N");
    let heights: Vec<i16> = scene
        .boards
        .iter()
        .map(|board| {
            scene
                .cells
                .iter()
                .find(|cell| cell.board == board.id)
                .unwrap()
                .z
        })
        .collect();
    assert!(heights.is_sorted(), "boards are listed from the lowest up");
}

#[test]
fn notes_follow_the_promotions() {
    let quiet = Tridim::scene(&state(""));
    assert_eq!(notes(&quiet), []);
    let two = Tridim::scene(&state(DEFERRED));
    let text = "Promotion deferred: 2 pawns awaiting promotion";
    assert_eq!(notes(&two), [("promotion-deferred", text)]);
    let pending = Tridim::scene(&after(DEFERRED, &["QL6-QL4"]));
    let text = "White has to promote the pawn on a8B now";
    assert_eq!(
        notes(&pending),
        [
            ("promotion-required", text),
            ("promotion-waiting", "Waiting for promotion")
        ]
    );
    let one = Tridim::scene(&after(DEFERRED, &["QL6-QL4", "(a8B=N)"]));
    let text = "Promotion deferred: 1 pawn awaiting promotion";
    assert_eq!(notes(&one), [("promotion-deferred", text)]);
}

#[test]
fn badges_say_what_they_mean() {
    let scene = Tridim::scene(&after(DEFERRED, &["QL6-QL4"]));
    let forced = "⚠️ Attack board moved! Your pawn must promote before continuing.";
    assert_eq!(badge_text(&scene, "a8B"), [forced]);
    let deferred = "Promotion deferred - waiting for attack board to move";
    assert_eq!(badge_text(&scene, "d8B"), [deferred]);
    let outer = "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL3(1P/2),QL5(2/2),KL6(1T/2) w - - - 0 10";
    let scene = Tridim::scene(&state(outer));
    assert_eq!(
        badge_text(&scene, "z7QL4"),
        ["Promotion plane missing - cannot advance"]
    );
    assert_eq!(
        badge_text(&scene, "e3KL3"),
        ["No board ahead - cannot advance"]
    );
    assert_eq!(
        badge_text(&scene, "e9KL6"),
        ["Can promote here (takes a turn)"]
    );
}

#[test]
fn a_frozen_pawn_names_the_squares_that_are_missing() {
    let outer = "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL3(1P/2),QL5(2/2),KL6(2/2) w - - - 0 10";
    let state = state(outer);
    let missing = |pawn: &str| -> Vec<String> {
        let notes = Tridim::explain(&state, pawn).unwrap().notes;
        let frozen = notes.into_iter().find(|note| note.code == "frozen");
        let cells = frozen.into_iter().flat_map(|note| note.cells);
        cells.map(|cell| cell.to_string()).collect()
    };
    assert_eq!(missing("z7QL4"), ["z8QL6"]);
    assert_eq!(missing("e3KL3"), ["e4KL2", "e4KL5"], "either pin would do");
    assert_eq!(missing("d4W"), Vec::<String>::new());
}

#[test]
fn arrivals_turns_and_promotions_are_told_apart_by_labels() {
    let setup = "1k2/1P2/4/4|4/4/4/4|4/4/4/1K2 QL3(2/N1),KL3(2/2),QL2(2/2),QL4(2/2) w - - - 0 10";
    let board: Vec<_> = offers(&state(setup), "WQL");
    let offer = |pin: &str, label: &str| (vec!["WQL".to_owned(), pin.to_owned()], label.to_owned());
    assert_eq!(
        board,
        [
            offer("QL5", "as is, knight to z4QL5"),
            offer("QL5", "rotated 180°, knight to a5QL5"),
            offer("QL3", "turn by 180°, knight to a3QL3"),
        ]
    );
    let free = setup.replace("1k2/1P2", "4/kP2");
    let pawn: Vec<String> = offers(&state(&free), "b7B")
        .into_iter()
        .map(|(_, label)| label)
        .collect();
    assert_eq!(pawn, ["Queen", "Rook", "Bishop", "Knight"]);
}

#[test]
fn a_ride_that_promotes_says_so() {
    let setup = "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL4(2/2),QL5(2/2),KL6(2/2) w - - - 0 10; \
                 preset=strict";
    let labels: Vec<String> = offers(&state(setup), "WQL")
        .into_iter()
        .map(|(_, label)| label)
        .collect();
    assert_eq!(labels.len(), 4);
    assert_eq!(labels[0], "as is, pawn to z9QL6, becomes a queen");
}

#[test]
fn check_and_the_last_action_are_marked() {
    let setup = "2k1/4/4/4|4/4/4/4|4/4/4/R2K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10";
    let scene = Tridim::scene(&after(setup, &["Ra1W-a8B"]));
    let marks: Vec<(&str, Vec<&str>)> = scene
        .marks
        .iter()
        .map(|mark| {
            let cells = mark.cells.iter().map(rules::CellId::as_str);
            (mark.kind.as_ref(), cells.collect())
        })
        .collect();
    assert_eq!(
        marks,
        [("last", vec!["a1W", "a8B"]), ("check", vec!["c8B"])]
    );
    let scene = Tridim::scene(&after(setup, &["KL1-KL3"]));
    assert_eq!(scene.marks[0].cells.len(), 4, "the squares of the board");
}

#[test]
fn a_preview_tells_the_consequence_of_each_choice() {
    let mating = "3k/1P2/4/4|4/4/1K2/4|4/4/4/4 QL1(2/2),KL1(2/2),QL6(R1/2),KL6(1N/2) w - - - 0 10";
    let codes = |action: &str| -> Vec<String> {
        let state = state(mating);
        let preview = Tridim::preview(&state, &action.parse().unwrap()).unwrap();
        preview.notes.into_iter().map(|note| note.code).collect()
    };
    assert_eq!(codes("b7B-b8B=Q"), ["checkmate"]);
    assert_eq!(codes("b7B-b8B=R"), ["check"]);
    assert_eq!(codes("b7B-b8B=B"), Vec::<String>::new());
    let uncovering = Tridim::preview(&state(DEFERRED), &"QL6-QL4".parse().unwrap()).unwrap();
    assert_eq!(uncovering.notes[0].code, "promotion-due");
}
