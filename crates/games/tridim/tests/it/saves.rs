//! Saved games round-trip byte for byte, whatever promotion they are in the middle of.

use rules::{Explain, Outcome, Reason, Seat, Variant};
use tridim::save::{Card, Draft, SaveError, load, save};
use tridim::{History, Tridim};

use crate::support::{RandomPlayer, starts, state, text};

fn card() -> Card {
    Card {
        id: "7f3a".to_owned(),
        name: "autosave".to_owned(),
        created: "2026-01-02T03:04:05Z".to_owned(),
        updated: "2026-01-02T03:05:06Z".to_owned(),
        ..Card::default()
    }
}

fn played(setup: &str, actions: &[&str]) -> History {
    let mut history = History::new(state(setup));
    for action in actions {
        let seat = Tridim::status(history.state()).to_act().unwrap();
        history.play(seat, &action.parse().unwrap()).unwrap();
    }
    history
}

fn round_trip(card: &Card, history: &History) -> (Card, History) {
    let saved = save(card, history);
    let (read, loaded) = load(&saved).unwrap_or_else(|why| panic!("{why}\n{saved}"));
    assert_eq!(save(&read, &loaded), saved);
    assert_eq!(text(loaded.state()), text(history.state()));
    (read, loaded)
}

const DEFERRED: &str =
    "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 3 10";
const CARRIED: &str = "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 0 10";

#[test]
fn every_promotion_state_round_trips() {
    let games = [
        // Deferred, forced and not yet chosen, forced and chosen.
        played(DEFERRED, &[]),
        played(DEFERRED, &["QL6-QL4"]),
        played(DEFERRED, &["QL6-QL4", "(a8B=N)"]),
        // Frozen, carried home, promoted in place; promoted by the ride itself.
        played(CARRIED, &[]),
        played(CARRIED, &["QL4-QL6"]),
        played(CARRIED, &["QL4-QL6", "Kd6N-c6N", "z9QL6=R"]),
        played(&format!("{CARRIED}; preset=strict"), &["QL4-QL6=B"]),
        // Promoted by a move.
        played(
            "4/1P2/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
            &["b7B-b8B=Q"],
        ),
    ];
    for history in games {
        round_trip(&card(), &history);
    }
}

#[test]
fn a_pending_promotion_is_asked_again_after_loading() {
    let (_, mut loaded) = round_trip(&card(), &played(DEFERRED, &["QL6-QL4"]));
    let state = loaded.state();
    assert_eq!(Tridim::status(state).to_act(), Some(Seat::White));
    assert_eq!(Tridim::legal(state).len(), 4);
    loaded
        .play(Seat::White, &"(a8B=Q)".parse().unwrap())
        .unwrap();
    assert_eq!(loaded.records().len(), 1, "the choice joins the board move");
}

#[test]
fn what_was_taken_back_is_saved_too() {
    let mut history = played(DEFERRED, &["QL6-QL4", "(a8B=N)", "Kd1W-c1W"]);
    assert!(history.undo() && history.undo());
    let (_, mut loaded) = round_trip(&card(), &history);
    assert!(loaded.redo() && loaded.redo() && !loaded.redo());
    assert!(text(loaded.state()).contains("N3/4/4/4|3k/4/4/4|4/4/4/2K1"));
}

#[test]
fn random_games_round_trip_at_every_length() {
    let mut player = RandomPlayer::new(21);
    for start in starts().into_iter().step_by(7) {
        let mut history = History::new(start);
        for _ in 0..25 {
            let Some(action) = player.choose(history.state()) else {
                break;
            };
            let seat = Tridim::status(history.state()).to_act().unwrap();
            history.play(seat, &action).unwrap();
        }
        round_trip(&card(), &history);
    }
}

#[test]
fn drafts_results_and_unknown_fields_are_kept() {
    let mut card = card();
    card.draft = Some(Draft {
        from: "b7B".to_owned(),
        to: "b8B".to_owned(),
    });
    card.result = Some(Outcome::win(Seat::Black, Reason::new("resignation")));
    card.other
        .insert("view".to_owned(), serde_json::json!({"zoom": 2}));
    let (read, _) = round_trip(&card, &played("", &[]).clone());
    assert_eq!(read, card);
}

#[test]
fn a_claimed_draw_is_saved_as_the_last_entry() {
    let mut history = played("", &[]);
    let dance = ["Na1W-b3W", "Na8B-b6B", "Nb3W-a1W", "Nb6B-a8B"];
    for action in dance.iter().chain(&dance).chain(&["claim"]) {
        let seat = Tridim::status(history.state()).to_act().unwrap();
        history.play(seat, &action.parse().unwrap()).unwrap();
    }
    let (read, loaded) = round_trip(&card(), &history);
    assert_eq!(read.result, None, "the rules say it, not the card");
    let status = Tridim::status(loaded.state());
    let outcome = status.outcome().unwrap();
    assert_eq!(outcome.reason, Reason::THREEFOLD_REPETITION);
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let saved = save(&card(), &played(DEFERRED, &["QL6-QL4", "(a8B=N)"]));
    let damage = [
        ("\"rookery-tridim\"", "\"other\"", "save-format"),
        ("\"version\": 1", "\"version\": 2", "save-newer"),
        ("\"version\": 1", "\"version\": \"one\"", "save-unreadable"),
        (
            "\"move\": \"QL6-QL4\"",
            "\"move\": \"QL6-QL1\"",
            "save-refused",
        ),
        ("\"(a8B=N)\"", "\"(a8B=K)\"", "save-refused"),
        ("\"(a8B=N)\"", "\"(a8B=Q)\"", "save-position"),
        (
            "\"preset\": \"standard\"",
            "\"preset\": \"strict\"",
            "save-preset",
        ),
        (
            "\"arrival_choice\": true",
            "\"arrival_choice\": false",
            "save-preset",
        ),
        ("\"plies\"", "\"flies\"", "save-unreadable"),
        ("\"start\": \"P3", "\"start\": \"p3", "save-refused"),
    ];
    for (from, to, code) in damage {
        assert!(saved.contains(from), "{from}");
        let why = load(&saved.replace(from, to)).unwrap_err();
        assert_eq!(why.code(), code, "{from} -> {to}: {why}");
    }
    assert_eq!(load("{}").unwrap_err().code(), "save-format");
    assert_eq!(load("").unwrap_err().code(), "save-unreadable");
}

#[test]
fn a_result_that_contradicts_the_rules_is_refused() {
    let mate = "4/4/4/4|4/4/4/2K1|4/k3/4/4 QL1(2/1Q),KL1(2/2),QL6(2/2),KL6(2/2) b - - - 0 10";
    let saved = save(&card(), &played(mate, &[]));
    assert!(saved.contains("\"winner\": \"white\""), "{saved}");
    let forged = saved.replace("\"winner\": \"white\"", "\"winner\": \"black\"");
    assert_eq!(load(&forged).unwrap_err(), SaveError::Result);
}

#[test]
fn the_example_of_the_document_is_a_saved_game() {
    let document = include_str!("../../../../../docs/rules/tridimensional.md");
    let (_, after) = document.split_once("```json\n").unwrap();
    let (example, _) = after.split_once("```").unwrap();
    let (card, history) = load(example).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(save(&card, &history), example);
    assert_eq!(history.records().len(), 1);
    assert_eq!(history.undone().len(), 1);
}
