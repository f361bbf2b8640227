//! PGN: what is written can be read, by us and by others.

use rules::{AnyVariant, Erased, Explain, SplitMix, Variant, Written};
use shakmaty::Chess;
use shakmaty::Position as _;
use shakmaty::san::San;
use timetravel::{Action, Setup, State, TimeTravel, pgn};

use crate::random_players::Temper;

fn game(setup: &str, actions: &str) -> (State, Vec<Action>) {
    let setup: Setup = setup.parse().unwrap();
    let actions = actions.split_whitespace().map(|word| word.parse().unwrap());
    (TimeTravel::start(&setup).unwrap(), actions.collect())
}

#[test]
fn movetext_shows_the_history_and_carries_the_log() {
    let (start, actions) = game(CLASSIC, "+e2e4 +e7e5 1^g1f3 +b8c6");
    assert_eq!(
        TimeTravel::movetext(&start, &actions),
        "{[%ttlog +e2e4 +e7e5 1^g1f3 +b8c6]} 1. Nf3 e5 2. -- {[%tt pass]} 2... Nc6"
    );
}

#[test]
fn movetext_names_the_end_of_the_line_and_what_sleeps_after_it() {
    let (start, actions) = game(CLASSIC, "+f2f3 +e7e5 +g2g4 +a7a6 +e2e4 +b8c6 +d2d3 4^d8h4");
    let text = TimeTravel::movetext(&start, &actions);
    let end = "1. f3 e5 2. g4 Qh4# {[%tt terminus checkmate]} {[%tt dormant Pe2e4,Nb8c6,Pd2d3]}";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_start_with_black_to_move_is_numbered_like_any_other() {
    let (start, actions) = game(
        "4k3/p6p/8/3n4/8/8/P6P/4K3 b - - 0 7",
        "+a7a6 +h2h3 +h7h6 +a2a3 1^d5c3",
    );
    let text = TimeTravel::movetext(&start, &actions);
    assert!(text.ends_with("]} 7... Nc3 8. h3 h6 9. a3"), "{text}");
}

#[test]
fn a_blank_is_a_null_move_for_others() {
    let (start, actions) = game(CLASSIC, "+e2e4 +d7d5 +b1c3 +d5e4 1^g1f3");
    let text = TimeTravel::movetext(&start, &actions);
    assert!(
        text.ends_with("]} 1. Nf3 d5 2. Nc3 -- {[%tt blank]}"),
        "{text}"
    );
}

fn import_one(text: &str) -> pgn::Game {
    let games = pgn::import(text).unwrap_or_else(|no| panic!("{no}\n{text}"));
    let [game] = <[pgn::Game; 1]>::try_from(games).unwrap();
    game
}

const CLASSIC: &str = "TT1;-;-;1;-/-;0/0;-;-;wb;9/600/-;*";

/// The whole text, as it is exported.
fn sheet(start: &State, actions: &[Action], result: &str) -> String {
    let game = Written {
        tags: vec![("White".to_owned(), "A \"b\" \\".to_owned())],
        setup: TimeTravel::setup(start).to_string(),
        actions: actions.iter().map(ToString::to_string).collect(),
    };
    let sheet = Erased::<TimeTravel>::new().sheet(&game, result);
    sheet.unwrap()
}

#[test]
fn a_whole_pgn_has_its_tags_in_front() {
    let (start, actions) = game(CLASSIC, "+e2e4");
    let expected = [
        "[White \"A \\\"b\\\" \\\\\"]",
        "[TimeTravel \"TT1\"]",
        "",
        "{[%ttlog +e2e4]} 1. e4 *",
    ];
    let text = sheet(&start, &actions, "*");
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn lines_of_a_pgn_are_short() {
    let log = "+g1f3 +g8f6 +f3g1 +f6g8 +g1f3 +g8f6 +f3g1 +f6g8 +g1f3 +g8f6 +f3g1 +f6g8 +b1c3 +b8c6";
    let (start, actions) = game(CLASSIC, log);
    let text = sheet(&start, &actions, "1/2-1/2");
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.lines().any(|line| line.len() > 70), "{text}");
    assert!(text.ends_with(" 1/2-1/2\n"), "{text}");
    assert_eq!(import_one(&text).actions, actions);
}

#[test]
fn random_games_come_back_from_pgn() {
    let setups = [
        CLASSIC,
        "TT1;r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R_b_KQkq_-_0_8;-;1;-/-;0/0;-;-;wb;9/40/12;*",
        "TT1;-;Ng1f3*2,Pe7e5,~,Nb8c6;5;-/-;1/0;-;-;wb;9/300/10;*",
    ];
    for seed in 0..60 {
        let setup: Setup = setups[seed as usize % 3].parse().unwrap();
        let start = TimeTravel::start(&setup).unwrap();
        let mut random = SplitMix::new(seed);
        let (mut state, mut actions) = (start.clone(), Vec::new());
        for _ in 0..60 {
            if state.verdict().is_some() {
                break;
            }
            let action = Temper::Forward.choose(&state, &mut random);
            state = TimeTravel::play(&state, &action);
            actions.push(action);
        }
        let text = sheet(&start, &actions, "*");
        let read = import_one(&text);
        assert_eq!((read.setup, read.actions), (setup, actions), "{text}");
    }
}

#[test]
fn an_ordinary_pgn_is_a_game_of_appends() {
    let text = "[Event \"Casual\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 2. Bc4 (2. Nf3 Nc6) Nc6 $1 \
                3. Qh5 Nf6?? 4. Qxf7# 1-0\n";
    let read = import_one(text);
    assert_eq!(read.setup, Setup::default());
    let words: Vec<String> = read.actions.iter().map(ToString::to_string).collect();
    assert_eq!(words.join(" "), "+e2e4 +e7e5 +f1c4 +b8c6 +d1h5 +g8f6 +h5f7");
}

#[test]
fn a_text_may_hold_several_games() {
    let text = "1. e4 e5 1-0\n\n{[%ttlog +d2d4]} 1. d4 *\n";
    let games = pgn::import(text).unwrap();
    let counts = games.iter().map(|game| game.actions.len());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn an_ordinary_pgn_may_begin_anywhere() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K2R w K - 0 1\"]\n\n1. O-O a5 *\n";
    let read = import_one(text);
    let start = TimeTravel::start(&read.setup).unwrap();
    assert_eq!(
        start.timeline().start().fen(),
        "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1"
    );
    assert_eq!(read.actions[0].to_string(), "+e1g1");
}

#[test]
fn impossible_pgn_is_refused() {
    let code = |text: &str| pgn::import(text).map(drop).map_err(|no| no.code());
    assert_eq!(code(""), Err("BAD_REQUEST"));
    assert_eq!(code("1. e4 e4 *"), Err("ILLEGAL_MOVE"));
    assert_eq!(code("1. e4 -- *"), Err("ILLEGAL_MOVE"));
    assert_eq!(
        code("{[%ttlog +e2e4 1^g1f3]} 1. Nf3 *"),
        Err("NOT_YOUR_PLY")
    );
    assert_eq!(code("nothing of the kind"), Err("BAD_REQUEST"));
    assert_eq!(
        code("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*"),
        Err("BAD_START")
    );
}

#[test]
fn a_history_without_holes_is_an_ordinary_game_for_others() {
    let (start, actions) = game(CLASSIC, "+e2e4 +e7e5 +d2d4 +b8c6 3^g1f3 4^f8c5");
    let text = TimeTravel::movetext(&start, &actions);
    let (_, moves) = text.split_once("} ").unwrap();
    let mut chess = Chess::default();
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        let san: San = word.parse().unwrap();
        let m = san.to_move(&chess).unwrap();
        chess.play_unchecked(m);
    }
    let mut state = start;
    for action in &actions {
        state = TimeTravel::play(&state, action);
    }
    assert_eq!(chess.board(), state.timeline().last().board());
}
