//! `rookery match` prints what happened, the same for the same seed.

use std::process::{Command, Output};

fn rookery(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.args(arguments.split(' ')).output().unwrap()
}

/// What was printed, without the time it took.
fn printed(arguments: &str) -> String {
    let output = rookery(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("time"))
        .collect();
    lines.join("\n")
}

#[test]
fn a_match_is_scored_for_the_first_player() {
    let text =
        printed("match --variant tridim --white 3 --black random --games 2 --alternate --verbose");
    assert!(text.contains("score 2 of 2 (100 %): +2 =0 -0"), "{text}");
    assert!(
        text.contains("game 1: 1-0") && text.contains("game 2: 0-1"),
        "{text}"
    );
    assert!(text.contains("ended 2 by checkmate"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_match_and_openings_differ() {
    let play = |seed| {
        let seed = format!("--seed {seed}");
        let rest = "match --variant wisconsin --white 1 --black 1 --games 2 --openings 4 --verbose";
        printed(&format!("{rest} {seed}"))
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn players_that_do_not_exist_are_refused() {
    for players in [
        "--white 10 --black 1",
        "--white nobody --black 1",
        "--white uci: --black 1",
    ] {
        assert!(
            !rookery(&format!("match {players}")).status.success(),
            "{players}"
        );
    }
    let missing = rookery("match --white uci:no-such-engine-anywhere --black 1 --games 1");
    assert!(!missing.status.success());
    let text = String::from_utf8(missing.stderr).unwrap();
    assert!(text.contains("engine-failed"), "{text}");
}

#[test]
fn too_few_points_are_a_failure() {
    let play = |share| {
        let words = "match --white random --black 3 --games 2 --alternate --at-least";
        rookery(&format!("{words} {share}")).status.success()
    };
    assert!(play("0"));
    assert!(!play("60"));
}

/// The engine is our own; what it is told goes through a file.
#[cfg(unix)]
#[test]
fn engines_with_arguments_are_told_of_chess960() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let program = env!("CARGO_BIN_EXE_rookery");
    let command = format!("tee '{}' | '{program}' uci", heard.display());
    let engine = format!("uci:sh -c \"{command}\";Level=1;depth=1");
    let output = crate::rookery(
        &[
            "match",
            "--preset",
            "chess960",
            "--white",
            "1",
            "--black",
            &engine,
            "--games",
            "1",
            "--longest",
            "60",
        ],
        b"",
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let heard = std::fs::read_to_string(heard).unwrap();
    assert!(
        heard.contains("setoption name UCI_Chess960 value true"),
        "{heard}"
    );
}
