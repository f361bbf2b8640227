//! Patience, floods, and what the server is asked to do.

use std::time::Duration;

use ccp::{Ending, MAX_EARLY};
use rules::{Reason, Seat};

use super::table::{SETUP, Table, settings};

const SECOND: Duration = Duration::from_secs(1);

fn table() -> Table {
    let mut table = Table::new(settings(SETUP));
    table.sent = Default::default();
    table
}

fn play(table: &mut Table, moves: &str) {
    for (index, squares) in moves.split(", ").enumerate() {
        let seat = [Seat::White, Seat::Black][index % 2];
        table.receive(seat, format!("MOVE {squares}\n").as_bytes());
    }
}

fn fools_mate(table: &mut Table) {
    play(table, "5 1 5 2, 4 6 4 4, 6 1 6 3, 3 7 7 3");
    table.sent = Default::default();
}

#[test]
fn moves_are_actions_and_games_are_begun() {
    let mut table = table();
    fools_mate(&mut table);
    assert_eq!(
        table.actions,
        ["white f2f3", "black e7e5", "white g2g4", "black d8h4"]
    );
    table.receive(Seat::White, b"REPLAY Yes\n");
    assert_eq!(table.n_games, 1);
    table.receive(Seat::Black, b"REPLAY Yes\n");
    assert_eq!(table.n_games, 2);
    assert_eq!(table.ending, None, "the rules ended the game");
}

#[test]
fn ten_errors_are_enough() {
    let mut table = table();
    for _ in 0..9 {
        table.receive(Seat::White, b"HELLO\n");
    }
    assert!(!table.is_over());
    table.receive(Seat::White, b"HELLO\n");
    assert_eq!(table.sent[Seat::White], "ERROR 1\n".repeat(10));
    assert_eq!(table.sent[Seat::Black], "ERROR 6\n");
    assert_eq!(table.ending, Some(Ending::Left(Seat::White)));
}

#[test]
fn errors_are_counted_for_each_game() {
    let mut table = table();
    for _ in 0..3 {
        table.receive(Seat::White, &b"HELLO\n".repeat(9));
        fools_mate(&mut table);
        table.receive(Seat::White, b"REPLAY Yes\n");
        table.receive(Seat::Black, b"REPLAY Yes\n");
    }
    assert!(!table.is_over());
}

#[test]
fn after_an_error_something_sensible_must_follow() {
    let mut table = table();
    table.receive(Seat::White, b"HELLO\n");
    assert_eq!(table.deadline(), Some(60 * SECOND));
    table.wait(59 * SECOND);
    table.receive(Seat::White, b"MOVE 4 1 4 3\n");
    assert_eq!(table.deadline(), None, "thinking is free");
    table.wait(100_000 * SECOND);
    table.receive(Seat::Black, b"HELLO\n");
    table.wait(60 * SECOND);
    assert_eq!(table.ending, Some(Ending::Left(Seat::Black)));
    assert_eq!(table.sent[Seat::White], "ERROR 1\nERROR 6\n");
}

#[test]
fn a_promotion_may_take_its_time() {
    let mut table = Table::new(settings("4k3/P7/8/8/8/8/8/4K3 w - - 0 1; draws=plain"));
    table.receive(Seat::White, b"MOVE 0 6 0 7\n");
    table.wait(100_000 * SECOND);
    assert_eq!(table.actions.len(), 0, "nothing is played by half");
    table.receive(Seat::White, b"PROMOTION KNIGHT\n");
    assert_eq!(table.actions, ["white a7a8n"]);
}

#[test]
fn votes_are_waited_for_ten_minutes() {
    let mut table = table();
    fools_mate(&mut table);
    table.receive(Seat::White, b"REPLAY Yes\n");
    table.wait(599 * SECOND);
    assert!(!table.is_over());
    table.wait(SECOND);
    assert_eq!(table.sent[Seat::White], "REPLAY No\n");
    assert_eq!(table.sent[Seat::Black], "ERROR 6\n");
    assert!(table.is_over());
}

#[test]
fn an_early_vote_is_waited_for_two_minutes() {
    let mut table = table();
    table.receive(Seat::White, b"REPLAY Yes\n");
    table.wait(119 * SECOND);
    assert!(!table.is_over());
    table.wait(SECOND);
    assert_eq!(table.sent[Seat::White], "REPLAY No\n");
    assert_eq!(table.sent[Seat::Black], "ERROR 6\n");
    assert_eq!(table.ending, Some(Ending::Left(Seat::White)));
}

#[test]
fn whoever_floods_has_left() {
    let mut table = table();
    table.receive(Seat::Black, &b"MOVE 4 6 4 4\n".repeat(MAX_EARLY));
    assert!(!table.is_over(), "so much is kept");
    table.receive(Seat::Black, b"MOVE 4 6 4 4\n");
    assert_eq!(table.sent[Seat::White], "ERROR 6\n");
    assert_eq!(table.ending, Some(Ending::Left(Seat::Black)));
}

#[test]
fn a_server_that_cannot_go_on_says_so_once() {
    let mut table = table();
    table.receive(Seat::Black, b"REPLAY Yes\n");
    table.stop();
    table.stop();
    assert_eq!(table.sent[Seat::White], "ERROR 6\n");
    assert_eq!(table.sent[Seat::Black], "REPLAY No\n");
    assert!(table.is_over());
    assert_eq!(table.ending, Some(Ending::Broken));
}

#[test]
fn nothing_comes_before_the_colour_even_if_no_game_can_begin() {
    let table = Table::broken(settings(SETUP));
    assert!(table.is_over());
    assert_eq!(table.sent, Default::default());
    assert!(Seat::BOTH.iter().all(|seat| table.closed[*seat]));
}

#[test]
fn whoever_has_voted_for_a_game_that_cannot_begin_hears_no() {
    let mut table = table();
    fools_mate(&mut table);
    table.fails = true;
    table.receive(Seat::White, b"REPLAY Yes\n");
    table.receive(Seat::Black, b"REPLAY Yes\n");
    for seat in Seat::BOTH {
        assert_eq!(table.sent[seat], "REPLAY No\n");
    }
    assert!(table.is_over());
}

/// Whoever plays the last move waits for the answer to a vote next, whether the vote is here yet or not.
#[test]
fn whoever_has_ended_a_game_that_cannot_be_kept_hears_no() {
    let mut table = table();
    play(&mut table, "5 1 5 2, 4 6 4 4, 6 1 6 3");
    table.sent = Default::default();
    table.fails = true;
    table.receive(Seat::Black, b"MOVE 3 7 7 3\nREPLAY Yes\n");
    assert_eq!(table.sent[Seat::Black], "REPLAY No\n");
    assert_eq!(table.sent[Seat::White], "ERROR 6\n");
    assert_eq!(table.ending, Some(Ending::Broken));
}

#[test]
fn only_games_with_words_for_everything_are_served() {
    for variant in catalog::standard().variants().iter() {
        let settings = ccp::Settings::new(variant, "");
        let is_fit = settings.check().is_ok();
        // Whether armies of the usual pieces do is theirs to say; boards that move and a past that changes do not.
        match variant.meta().id {
            "orthodox" => assert!(is_fit),
            "tridim" | "timetravel" => assert!(!is_fit),
            _ => {}
        }
    }
    for (setup, is_fit) in [
        (SETUP, true),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1; draws=plain", true),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1; promotion=separate", false),
        ("4k3/P7/8/8/8/8/8/4K3 b - - 0 1", false),
        ("nonsense", false),
    ] {
        assert_eq!(settings(setup).check().is_ok(), is_fit, "{setup}");
    }
}

/// The clients count neither moves nor repetitions, so the server must not either.
#[test]
fn no_game_ends_for_a_reason_that_the_clients_do_not_know() {
    let mut table = table();
    let there_and_back = "6 0 5 2, 6 7 5 5, 5 2 6 0, 5 5 6 7";
    for _ in 0..50 {
        play(&mut table, there_and_back);
    }
    assert_eq!(table.actions.len(), 200);
    table.receive(Seat::White, b"MOVE 4 1 4 3\n");
    assert!(table.sent[Seat::Black].ends_with("MOVE 4 1 4 3\n"));
}

/// The reason why the setup says `draws=plain`.
#[test]
fn the_usual_rules_would_end_it() {
    let game = catalog::standard()
        .first()
        .variant()
        .start("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")
        .expect("legal");
    let outcome = game.status().outcome().cloned().expect("over");
    assert_eq!(outcome.reason, Reason::INSUFFICIENT_MATERIAL);
    let mut table = Table::new(settings("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1; draws=plain"));
    table.receive(Seat::White, b"MOVE 2 0 3 1\n");
    assert!(table.sent[Seat::Black].ends_with("MOVE 2 0 3 1\n"));
}
