//! Patience, floods, and what the server is asked to do.

use std::time::Duration;

use ccp::{Ending, MAX_EARLY};
use rules::{Reason, Seat};

use super::harness::{Harness, SETUP, settings, telling_settings};

const SECOND: Duration = Duration::from_secs(1);

fn harness() -> Harness {
    let mut harness = Harness::new(telling_settings(SETUP));
    harness.sent = Default::default();
    harness
}

fn play(harness: &mut Harness, moves: &str) {
    for (index, squares) in moves.split(", ").enumerate() {
        let seat = [Seat::White, Seat::Black][index % 2];
        harness.receive(seat, format!("MOVE {squares}\n").as_bytes());
    }
}

fn fools_mate(harness: &mut Harness) {
    play(harness, "5 1 5 2, 4 6 4 4, 6 1 6 3, 3 7 7 3");
    harness.sent = Default::default();
}

#[test]
fn moves_are_actions_and_games_are_begun() {
    let mut harness = harness();
    fools_mate(&mut harness);
    assert_eq!(
        harness.actions,
        ["white f2f3", "black e7e5", "white g2g4", "black d8h4"]
    );
    harness.receive(Seat::White, b"REPLAY Yes\n");
    assert_eq!(harness.n_games, 1);
    harness.receive(Seat::Black, b"REPLAY Yes\n");
    assert_eq!(harness.n_games, 2);
    assert_eq!(harness.ending, None, "the rules ended the game");
}

#[test]
fn ten_errors_are_enough() {
    let mut harness = harness();
    for _ in 0..9 {
        harness.receive(Seat::White, b"HELLO\n");
    }
    assert!(!harness.is_over());
    harness.receive(Seat::White, b"HELLO\n");
    assert_eq!(harness.sent[Seat::White], "ERROR 1\n".repeat(10));
    assert_eq!(harness.sent[Seat::Black], "ERROR 6\n");
    assert_eq!(harness.ending, Some(Ending::Left(Seat::White)));
}

#[test]
fn errors_are_counted_for_each_game() {
    let mut harness = harness();
    for _ in 0..3 {
        harness.receive(Seat::White, &b"HELLO\n".repeat(9));
        fools_mate(&mut harness);
        harness.receive(Seat::White, b"REPLAY Yes\n");
        harness.receive(Seat::Black, b"REPLAY Yes\n");
    }
    assert!(!harness.is_over());
}

#[test]
fn after_an_error_something_sensible_must_follow() {
    let mut harness = harness();
    harness.receive(Seat::White, b"HELLO\n");
    assert_eq!(harness.deadline(), Some(60 * SECOND));
    harness.wait(59 * SECOND);
    harness.receive(Seat::White, b"MOVE 4 1 4 3\n");
    assert_eq!(harness.deadline(), None, "thinking is free");
    harness.wait(100_000 * SECOND);
    harness.receive(Seat::Black, b"HELLO\n");
    harness.wait(60 * SECOND);
    assert_eq!(harness.ending, Some(Ending::Left(Seat::Black)));
    assert_eq!(harness.sent[Seat::White], "ERROR 1\nERROR 6\n");
}

/// A player alone with the computer makes nobody wait.
#[test]
fn typing_errors_are_forgiven_where_no_opponent_waits() {
    let mut harness = Harness::new(settings(SETUP).without_opponent());
    harness.sent = Default::default();
    for _ in 0..20 {
        harness.receive(Seat::White, b"MOVE 4 1 4 4\n");
        harness.wait(3600 * SECOND);
    }
    assert_eq!(harness.sent[Seat::White], "ERROR 3\n".repeat(20));
    harness.receive(Seat::White, b"MOVE 4 1 4 3\n");
    assert_eq!(harness.sent[Seat::Black], "MOVE 4 1 4 3\n");
    harness.receive(Seat::Black, b"MOVE 4 6 4 4\n");
    for _ in 20..1000 {
        assert!(!harness.is_over());
        harness.receive(Seat::White, b"HELLO\n");
    }
    assert!(harness.is_over(), "a flood ends");
}

/// After the game a typing error costs nothing while the other player has not voted either.
#[test]
fn a_bad_vote_has_time_until_the_other_player_waits() {
    let mut harness = harness();
    fools_mate(&mut harness);
    harness.receive(Seat::White, b"REPLAY yes\n");
    harness.wait(300 * SECOND);
    assert!(!harness.is_over());
    harness.receive(Seat::Black, b"REPLAY Yes\n");
    harness.wait(59 * SECOND);
    assert!(!harness.is_over());
    harness.receive(Seat::White, b"REPLAY Yes\n");
    assert_eq!(harness.n_games, 2);
    fools_mate(&mut harness);
    harness.receive(Seat::Black, b"REPLAY Yes\n");
    harness.receive(Seat::White, b"REPLAY yes\n");
    harness.wait(60 * SECOND);
    assert!(harness.is_over(), "the opponent has waited long enough");
}

#[test]
fn a_promotion_may_take_its_time() {
    let mut harness = Harness::new(settings("4k3/P7/8/8/8/8/8/4K3 w - - 0 1; draws=plain"));
    harness.receive(Seat::White, b"MOVE 0 6 0 7\n");
    harness.wait(100_000 * SECOND);
    assert_eq!(harness.actions.len(), 0, "nothing is played by half");
    harness.receive(Seat::White, b"PROMOTION KNIGHT\n");
    assert_eq!(harness.actions, ["white a7a8n"]);
}

#[test]
fn votes_are_waited_for_ten_minutes() {
    let mut harness = harness();
    fools_mate(&mut harness);
    harness.receive(Seat::White, b"REPLAY Yes\n");
    harness.wait(599 * SECOND);
    assert!(!harness.is_over());
    harness.wait(SECOND);
    assert_eq!(harness.sent[Seat::White], "REPLAY No\n");
    assert_eq!(harness.sent[Seat::Black], "ERROR 6\n");
    assert!(harness.is_over());
}

#[test]
fn an_early_vote_is_waited_for_two_minutes() {
    let mut harness = harness();
    harness.receive(Seat::White, b"REPLAY Yes\n");
    harness.wait(119 * SECOND);
    assert!(!harness.is_over());
    harness.wait(SECOND);
    assert_eq!(harness.sent[Seat::White], "REPLAY No\n");
    assert_eq!(harness.sent[Seat::Black], "ERROR 6\n");
    assert_eq!(harness.ending, Some(Ending::Left(Seat::White)));
}

#[test]
fn a_client_that_floods_has_left() {
    let mut harness = harness();
    harness.receive(Seat::Black, &b"MOVE 4 6 4 4\n".repeat(MAX_EARLY));
    assert!(!harness.is_over(), "so much is kept");
    harness.receive(Seat::Black, b"MOVE 4 6 4 4\n");
    assert_eq!(harness.sent[Seat::White], "ERROR 6\n");
    assert_eq!(harness.ending, Some(Ending::Left(Seat::Black)));
}

#[test]
fn a_server_that_cannot_go_on_says_so_once() {
    let mut harness = harness();
    harness.receive(Seat::Black, b"REPLAY Yes\n");
    harness.stop();
    harness.stop();
    assert_eq!(harness.sent[Seat::White], "ERROR 6\n");
    assert_eq!(harness.sent[Seat::Black], "REPLAY No\n");
    assert!(harness.is_over());
    assert_eq!(harness.ending, Some(Ending::Broken));
}

#[test]
fn nothing_comes_before_the_colour_even_if_no_game_can_begin() {
    let harness = Harness::broken(telling_settings(SETUP));
    assert!(harness.is_over());
    assert_eq!(harness.sent, Default::default());
    assert!(Seat::BOTH.iter().all(|seat| harness.closed[*seat]));
}

#[test]
fn a_vote_for_a_game_that_cannot_begin_is_answered_with_no() {
    let mut harness = harness();
    fools_mate(&mut harness);
    harness.fails = true;
    harness.receive(Seat::White, b"REPLAY Yes\n");
    harness.receive(Seat::Black, b"REPLAY Yes\n");
    for seat in Seat::BOTH {
        assert_eq!(harness.sent[seat], "REPLAY No\n");
    }
    assert!(harness.is_over());
}

/// The player of the last move waits for the answer to a vote next, whether the vote is here yet or not.
#[test]
fn the_end_of_a_game_that_cannot_be_kept_is_answered_with_no() {
    let mut harness = harness();
    play(&mut harness, "5 1 5 2, 4 6 4 4, 6 1 6 3");
    harness.sent = Default::default();
    harness.fails = true;
    harness.receive(Seat::Black, b"MOVE 3 7 7 3\nREPLAY Yes\n");
    assert_eq!(harness.sent[Seat::Black], "REPLAY No\n");
    assert_eq!(harness.sent[Seat::White], "ERROR 6\n");
    assert_eq!(harness.ending, Some(Ending::Broken));
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
    let mut harness = harness();
    let there_and_back = "6 0 5 2, 6 7 5 5, 5 2 6 0, 5 5 6 7";
    for _ in 0..50 {
        play(&mut harness, there_and_back);
    }
    assert_eq!(harness.actions.len(), 200);
    harness.receive(Seat::White, b"MOVE 4 1 4 3\n");
    assert!(harness.sent[Seat::Black].ends_with("MOVE 4 1 4 3\n"));
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
    let mut harness = Harness::new(settings("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1; draws=plain"));
    harness.receive(Seat::White, b"MOVE 2 0 3 1\n");
    assert!(harness.sent[Seat::Black].ends_with("MOVE 2 0 3 1\n"));
}
