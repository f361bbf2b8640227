//! `rookery play`: a game at one keyboard.

use crate::{lines, rookery};

fn play(variant: &str, typed: &[&str]) -> String {
    let mut arguments = vec!["play", "--ascii", "--variant", variant];
    arguments.extend(["--setup", ""]);
    let output = rookery(&arguments, typed.join("\n").as_bytes());
    assert!(output.status.success());
    lines(&output).join("\n")
}

#[test]
fn what_was_undone_is_played_again_until_something_else_is_played() {
    let told = play("tridim", &["b4N", "undo", "redo", "setup"]);
    assert!(told.contains("/1P2/"), "{told}");
    let told = play(
        "orthodox",
        &[
            "e4", "e5", "undo", "undo", "redo", "redo", "history", "redo",
        ],
    );
    assert!(told.contains("Played: e4 e5"), "{told}");
    assert!(told.contains("There is nothing to play again."), "{told}");
    let told = play("orthodox", &["e4", "undo", "d4", "redo"]);
    assert!(told.contains("There is nothing to play again."), "{told}");
}

#[test]
fn every_board_has_its_coordinates() {
    let told = play("tridim", &["quit"]);
    let neutral = told.split("Neutral board\n").nth(1).unwrap();
    let neutral: Vec<&str> = neutral.lines().take(5).collect();
    assert_eq!(
        neutral,
        [
            "  6  . . . .",
            "  5  . . . .",
            "  4  . . . .",
            "  3  . . . .",
            "     a b c d"
        ]
    );
    let attack = told.split("attack board WQL on QL1\n").nth(1).unwrap();
    let attack: Vec<&str> = attack.lines().take(3).collect();
    assert_eq!(attack, ["  1  D D", "  0  R Q", "     z a"]);
    let told = play("orthodox", &["quit"]);
    assert!(
        told.contains("  1  R N B Q K B N R\n\n     a b c d e f g h"),
        "{told}"
    );
}

/// The worked example of the rules, up to the first hole.
#[test]
fn the_past_is_seen_and_changed_at_the_keyboard() {
    let jumps = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
    let typed = "help\nf3\ne5\nb4\nBxb4\ng4\nQh4\n3^Nc3\n";
    let arguments = [
        "play",
        "--ascii",
        "--variant",
        "timetravel",
        "--setup",
        jumps,
    ];
    let told = lines(&rookery(&arguments, typed.as_bytes())).join("\n");
    assert!(
        told.contains("change the past"),
        "the help tells how: {told}"
    );
    assert!(told.contains("4_a6"), "the help tells how to fill: {told}");
    let mated = told.split("Qh4# (6) end").count();
    assert!(mated > 1, "{told}");
    assert!(told.contains("  2. Nc3 (3)"), "{told}");
    assert!(told.contains("blank (4)"), "{told}");
    assert!(told.contains("White has 2 of 3 jumps left."), "{told}");
}
