//! Games as people exchange them.

use orthodox::{Action, Orthodox};
use rules::{AnyVariant, Erased, Variant, Written};

use crate::walk::{Walk, start};

fn import(text: &str) -> Vec<Written> {
    Orthodox::import(text).unwrap_or_else(|no| panic!("{no}\n{text}"))
}

/// The sentence with which a text is refused.
fn refused(text: &str) -> String {
    let no = Orthodox::import(text).expect_err("this is not a game");
    assert_eq!(no.code, "bad-pgn");
    no.message
}

fn tag<'w>(game: &'w Written, name: &str) -> &'w str {
    let found = game.tags.iter().find(|(tag, _)| tag == name);
    found.map_or("", |(_, value)| value.as_str())
}

#[test]
fn a_collection_with_everything_that_pgn_allows() {
    let games = import(include_str!("../../pgn/collection.pgn"));
    let actions: Vec<String> = games.iter().map(|game| game.actions.join(" ")).collect();
    assert_eq!(
        actions,
        [
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1",
            "e8d7 a7a8r d7c6",
            "e1h1 e8a8",
            "e2e4 d7d5 e4d5",
            "",
        ]
    );
    assert_eq!(tag(&games[0], "White"), "The \"Exchanger\"");
    assert_eq!(tag(&games[0], "Result"), "1/2-1/2");
    assert_eq!(games[0].tags.len(), 7);
    assert_eq!(games[1].setup, "4k3/P7/8/8/8/8/8/4K3 b - - 3 40");
    assert_eq!(
        games[2].setup,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1; castling=chess960"
    );
    assert_eq!(games[3].tags, []);
    assert_eq!(tag(&games[4], "Event"), "Nobody came");
}

#[test]
fn every_imported_action_can_be_played() {
    let variant = Erased::<Orthodox>::new();
    for game in import(include_str!("../../pgn/collection.pgn")) {
        assert!(variant.movetext(&game.setup, &game.actions).is_ok());
    }
}

#[test]
fn careless_writing_is_understood() {
    let games = import(
        "1.e4 e5 2 Nf3 d6 3.Bc4 Nc6 4.0-0 Bg4?! 5. h3 Bh5?? 6.Nxe5! Bxd1 7 Bxf7 Ke7 8 Nc3 Qe8 9 Nd5#",
    );
    assert_eq!(games[0].actions.len(), 17);
    assert_eq!(games[0].actions[6], "e1g1");
}

#[test]
fn line_ends_of_other_systems_do_not_matter() {
    let text =
        "\u{feff}[Event \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n\r\n[Event \"y\"]\r\n\r\n1. d4 *\r\n";
    let games = import(text);
    assert_eq!(games[0].actions, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(games[1].actions, ["d2d4"]);
}

#[test]
fn a_wrong_move_is_refused_with_its_place() {
    let sentence = refused("1. e4 e5 2. Ke3 *");
    assert!(sentence.starts_with("game 1: at 2. Ke3: "), "{sentence}");
    assert!(sentence.contains("not a legal move"), "{sentence}");
    let sentence = refused("1. e4 * 1. e4 e5 2. Nf3 Ke6 *");
    assert!(sentence.starts_with("game 2: at 2... Ke6: "), "{sentence}");
}

#[test]
fn a_word_that_is_no_move_is_never_passed_over() {
    for (text, place) in [
        ("1. e4 hello 2. Nf3", "at 1... hello"),
        ("1. e4 e5 2. Zf3", "at 2. Zf3"),
        ("1. claim", "at 1. claim"),
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. claim",
            "at 5. claim: this is not a move",
        ),
        ("1. e4 -- 2. d4", "at 1... --"),
        ("1. e4 e5 ] 2. d4", "at 2. ]"),
    ] {
        let sentence = refused(text);
        assert!(sentence.contains(place), "{text}: {sentence}");
    }
}

#[test]
fn an_ambiguous_move_asks_for_its_square() {
    let sentence = refused("[FEN \"1k6/8/8/R6R/8/8/8/K7 w - - 0 1\"]\n\n1. Rd5 *");
    assert!(sentence.contains("more than one move"), "{sentence}");
}

#[test]
fn a_game_with_fewer_draws_than_usual_goes_on_when_it_is_read() {
    let written = Written {
        tags: Vec::new(),
        setup: "8/8/8/3k4/8/8/5B2/3K4 w - - 0 1; draws=plain".to_owned(),
        actions: vec!["d1d2".to_owned()],
    };
    let text = Erased::<Orthodox>::new().sheet(&written, "*").unwrap();
    assert!(text.contains("[Draws \"plain\"]"), "{text}");
    let [game] = &import(&text)[..] else {
        panic!("one game: {text}")
    };
    assert_eq!(
        (&game.setup, &game.actions),
        (&written.setup, &written.actions)
    );
}

#[test]
fn a_move_after_the_end_is_refused() {
    let sentence = refused("1. f3 e5 2. g4 Qh4# 3. e4");
    assert!(
        sentence.contains("at 3. e4: the game is over (checkmate)"),
        "{sentence}"
    );
}

#[test]
fn broken_texts_are_refused_with_a_reason() {
    for (text, why) in [
        ("", "no game"),
        ("{only a comment}", "no game"),
        ("1. e4 {never closed", "comment is not closed"),
        ("1. e4 (1. d4", "variation is not closed"),
        ("1. e4 )", "not opened"),
        ("[White Nobody]\n1. e4", "is not a tag"),
        ("[FEN \"nonsense\"]\n\n1. e4", "not a FEN"),
        (
            "[FEN \"startpos; promotion=separate\"]\n\n1. e4",
            "not a FEN",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1",
            "each side needs a king",
        ),
        ("[Variant \"Atomic\"]\n\n1. e4", "`Atomic` is not chess"),
    ] {
        let sentence = refused(text);
        assert!(sentence.contains(why), "{text}: {sentence}");
    }
}

/// Tags as an exporter writes them around the movetext.
fn written(setup: &str, movetext: &str) -> String {
    let (fen, castling) = setup.split_once(';').unwrap_or((setup, ""));
    let variant = if castling.contains("chess960") {
        "[Variant \"Chess960\"]\n"
    } else {
        ""
    };
    format!("[Event \"Round trip\"]\n{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext} *\n\n")
}

#[test]
fn exported_games_come_back_as_they_were() {
    let variant = Erased::<Orthodox>::new();
    let mut file = String::new();
    let mut games = Vec::new();
    for seed in 0..150 {
        let mut walk = Walk::new(&start(seed), 77 + seed);
        let setup = Orthodox::setup(&walk.state).to_string();
        let actions: Vec<String> = std::iter::from_fn(|| walk.step())
            .take(120)
            .map(|action: Action| action.to_string())
            .collect();
        let movetext = variant.movetext(&setup, &actions).unwrap();
        file += &written(&setup, &movetext);
        games.push((setup, actions));
    }
    let back = import(&file);
    assert_eq!(back.len(), games.len());
    for (game, (setup, actions)) in back.iter().zip(&games) {
        assert_eq!((&game.setup, &game.actions), (setup, actions));
    }
}

#[test]
fn separate_promotions_are_exported_as_one_move() {
    let variant = Erased::<Orthodox>::new();
    let setup = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1; promotion=separate";
    let actions = ["a7b8", "=q", "e8d7"].map(str::to_owned);
    let movetext = variant.movetext(setup, &actions).unwrap();
    assert_eq!(movetext, "1. axb8=Q+ Kd7");
    let movetext = variant.movetext(setup, &actions[..1]).unwrap();
    assert_eq!(movetext, "1. {a7b8, promotion not chosen yet}");
}

#[test]
fn a_claim_is_no_move() {
    let variant = Erased::<Orthodox>::new();
    let actions: Vec<String> = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 claim"
        .split(' ')
        .map(str::to_owned)
        .collect();
    let movetext = variant.movetext("", &actions).unwrap();
    assert_eq!(movetext, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8");
}
