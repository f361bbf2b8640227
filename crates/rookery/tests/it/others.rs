//! The other commands.

use crate::{lines, rookery};

fn text(arguments: &[&str], input: &str) -> String {
    lines(&rookery(arguments, input.as_bytes())).join("\n")
}

#[test]
fn perft_counts_and_divides() {
    assert!(text(&["perft", "3"], "").starts_with("8902 nodes, "));
    let divided = lines(&rookery(&["perft", "--divide", "2"], b""));
    assert_eq!(divided.len(), 21);
    assert!(divided.contains(&"e2e4 20".to_owned()));
    assert!(divided[20].starts_with("400 nodes, "));
    assert!(
        !rookery(&["perft", "--setup", "nonsense", "1"], b"")
            .status
            .success()
    );
}

#[test]
fn a_game_at_one_keyboard() {
    let typed = "e4\nmoves e7\ne7e5\nKe3\nd1h5\nNc6\nBc4\nNf6\nQxf7\nhelp\nundo\nsetup\nquit\n";
    let shown = text(&["play", "--ascii"], typed);
    assert!(shown.contains("e6 e5"), "moves are listed: {shown}");
    assert!(shown.contains("Ke3 is not a legal move here"), "{shown}");
    assert!(shown.contains("1-0 (checkmate)"), "{shown}");
    assert!(shown.contains("take the last action back"), "{shown}");
    assert!(shown.contains("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"));
}

#[test]
fn every_variant_can_be_drawn_and_played() {
    for variant in catalog::standard().variants().iter() {
        let id = variant.meta().id;
        let game = variant.start("").expect("every variant has a usual start");
        let shown = text(
            &["play", "--variant", id, "--setup", &game.setup()],
            &format!("{}\nquit\n", game.legal()[0]),
        );
        assert!(shown.contains("black> "), "{id}: {shown}");
    }
}

#[test]
fn pgn_goes_out_and_comes_in() {
    let exported = text(&["pgn", "export", "--actions", "f2f3 e7e5 g2g4 d8h4"], "");
    assert!(exported.ends_with("1. f3 e5 2. g4 Qh4# 0-1"), "{exported}");
    assert_eq!(
        text(&["pgn", "import", "-"], &exported).split('\t').nth(2),
        Some("f2f3 e7e5 g2g4 d8h4")
    );
    let output = rookery(&["pgn", "import", "-"], b"1. e4 e5 2. Ke8");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("Ke8"));
}

#[test]
fn one_bad_game_is_named_and_the_others_are_read() {
    let file = b"[Event \"1\"]\n\n1. e4 {good} e5 *\n\n[Event \"2\"]\n\n1. Ke2 *\n\n\
        [Event \"3\"]\n\n1. d4 (1. c4 $1) -- 2. e4 *\n";
    let output = rookery(&["pgn", "import", "-"], file);
    assert!(!output.status.success());
    let actions: Vec<String> = crate::lines(&output)
        .iter()
        .map(|row| row.split('\t').nth(2).unwrap().to_owned())
        .collect();
    assert_eq!(actions, ["e2e4 e7e5", "d2d4"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("game 2, line 7: at 1. Ke2: "), "{said}");
    assert!(
        said.contains("game 3, line 9: the game is cut off before --"),
        "{said}"
    );
    let rewritten = rookery(&["pgn", "rewrite", "-"], file);
    let text = String::from_utf8_lossy(&rewritten.stdout).into_owned();
    assert!(text.contains("1. e4 { good } 1... e5 *"), "{text}");
    assert!(
        text.ends_with("\n\n1. d4 (1. c4 $1) 1... -- 2. e4 *\n"),
        "{text}"
    );
}

#[test]
fn files_in_old_encodings_keep_their_names() {
    let latin = b"[White \"Jos\xe9\"]\n\n1. e4 *\n";
    let output = rookery(&["pgn", "rewrite", "-"], latin);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("[White \"José\"]"), "{text}");
}

#[test]
fn unknown_words_get_help() {
    let output = rookery(&["nonsense"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage"));
}
